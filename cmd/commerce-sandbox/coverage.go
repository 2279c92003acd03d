package main

import (
	"errors"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func coverageVerb() verb {
	return verb{
		use: "coverage", short: "Report which documented outcomes the calls covered (exit code 1 if fewer than --fail-under)",
		examples: []string{"coverage --fail-under 80", "coverage --format json > unit.json", "coverage --merge unit.json,browser.json --format markdown"},
		account:  "all accounts together, deleted ones too", check: checkCoverage,
		flags: []flag{
			runFlag(),
			{name: "fail-under", value: "PERCENT", preset: "0", usage: "share of the documented outcomes that must be covered", kind: value(percent)},
			{name: "merge", value: "FILE", many: true, usage: "JSON report to add up, instead of the running sandbox", kind: value(list), complete: files},
		},
		formats: []client.Format{client.AsMarkdown}, fetch: coverageReport, answer: client.CoverageReport{},
	}
}

// checkCoverage needs no address for files.
func checkCoverage(r *request, args []string) error {
	if r.in["merge"] != nil {
		return r.readArgs(r.Command, args)
	}
	return r.reach(args)
}

// coverageReport returns what the files, the run, the account or all of them cover.
func coverageReport(r *request) (any, error) {
	var report client.CoverageReport
	var err error
	run, _ := r.in["run"].(string)
	merged, _ := r.in["merge"].([]string)
	switch {
	case len(merged) > 0:
		report, err = mergeReports(merged)
	case run != "":
		var found client.Run
		found, err = r.client().Run(r.ctx, run)
		report = found.Coverage
	case r.code != "":
		report, err = r.client().Account(r.code).Coverage(r.ctx)
	default:
		report, err = r.client().Coverage(r.ctx)
	}
	r.why = shortfall(report, r.in["fail_under"].(float64), "--fail-under")
	r.report = func(f client.Format) (string, error) { return sandbox.CoverageText(report, f) }
	return report, err
}

// shortfall returns an error if less is covered than a flag requires.
func shortfall(report client.CoverageReport, least float64, flag string) error {
	if !report.Under(least) {
		return nil
	}
	d := report.Documented
	return fmt.Errorf("%d of %d documented outcomes are covered, %.1f%% of them; %s requires %g%%", d.Covered, d.Outcomes, d.Percent, flag, least)
}

// mergeReports adds up the reports in files. The error names every unreadable file.
func mergeReports(files []string) (client.CoverageReport, error) {
	var reports []client.CoverageReport
	var faults []error
	for _, file := range files {
		report, err := readAs(file, client.ReadCoverage)
		reports, faults = append(reports, report), append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return client.CoverageReport{}, err
	}
	return client.MergeCoverage(reports...)
}
