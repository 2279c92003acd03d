package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// coverageCmd is the command coverage with its flags.
type coverageCmd struct {
	remote
	format format
	least  float64
	files  []string
	run    string
}

func (p *program) coverage() *cobra.Command {
	v := &coverageCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "coverage",
		GroupID: groupRemote,
		Short:   "Report which documented outcomes the calls covered (exit code 1 if fewer than --fail-under)",
		Example: examples(
			name+" coverage --fail-under 80",
			name+" coverage --format json > unit.json",
			name+" coverage --merge unit.json,browser.json --format markdown",
		),
		RunE: v.write,
	}
	v.addFlags(c)
	c.Args = all(noArguments, v.findSandbox)
	return c
}

func (v *coverageCmd) addFlags(c *cobra.Command) {
	v.define(c,
		v.accountFlag("all accounts together, deleted ones too"),
		v.runFlag(&v.run),
		flag{name: "fail-under", value: "PERCENT", preset: "0", usage: "share of the documented outcomes that must be covered", set: percent(&v.least)},
		formatFlag(&v.format, asMarkdown),
		flag{name: "merge", value: "FILE", many: true, usage: "JSON report to add up, instead of the running sandbox", set: list(&v.files), complete: files},
	)
}

// findSandbox finds the running sandbox, except for --merge, because that reads files only.
func (v *coverageCmd) findSandbox(c *cobra.Command, args []string) error {
	if len(v.files) > 0 {
		return nil
	}
	return v.findURL(c, args)
}

func percent(field *float64) func(string) error {
	return func(given string) error {
		share, err := strconv.ParseFloat(given, 64)
		if err != nil || !(share >= 0 && share <= 100) { // NaN is neither
			return fmt.Errorf("must be a number from 0 to 100, got %q", given)
		}
		*field = share
		return nil
	}
}

func (v *coverageCmd) write(c *cobra.Command, _ []string) error {
	report, err := v.report(c.Context())
	if err != nil {
		return err
	}
	if err := v.program.writeReport(v.format, report, func(f client.Format) (string, error) { return sandbox.CoverageText(report, f) }); err != nil {
		return err
	}
	return shortfall(report, v.least, "--fail-under")
}

// shortfall returns an error if less is covered than a flag requires.
func shortfall(report client.CoverageReport, least float64, flag string) error {
	if !report.Under(least) {
		return nil
	}
	d := report.Documented
	return fmt.Errorf("%d of %d documented outcomes are covered, %.1f%% of them; %s requires %g%%", d.Covered, d.Outcomes, d.Percent, flag, least)
}

func (v *coverageCmd) report(ctx context.Context) (client.CoverageReport, error) {
	switch {
	case len(v.files) > 0:
		return mergeReports(v.files)
	case v.run != "":
		found, err := v.client().Run(ctx, v.run)
		return found.Coverage, err
	case v.code != "":
		return v.client().Account(v.code).Coverage(ctx)
	}
	return v.client().Coverage(ctx)
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
