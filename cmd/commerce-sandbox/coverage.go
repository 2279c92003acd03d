package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// covering is the verb coverage with its settings.
type covering struct {
	remote remote
	format client.CoverageFormat
	least  float64
	files  []string
}

func (p *program) coverage() verb {
	c := &covering{remote: p.remote()}
	flags := c.remote.flags(
		c.remote.accountFlag("all accounts together, deleted ones too"),
		setting{name: "fail-under", value: "PERCENT", preset: "0", usage: "least share of the documented outcomes that must be met", set: percent(&c.least)},
		setting{name: "format", value: "text|markdown|json", preset: string(client.CoverageText), usage: "how the report is written", set: oneOf(&c.format, client.CoverageFormats()...)},
		setting{name: "merge", value: "FILE", absent: "none", many: true, usage: "add up reports in JSON instead of asking a sandbox", set: list(&c.files)},
	)
	return verb{
		name:    "coverage",
		summary: "Reports which documented outcomes were met by calls, and which never",
		examples: []string{
			name + " coverage --fail-under 80",
			name + " coverage --format json > unit.json",
			name + " coverage --merge unit.json,browser.json --format markdown",
		},
		fails:  "it failed or less than --fail-under was met",
		flags:  flags,
		accept: c.accept,
		run:    c.run,
	}
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

func (c *covering) accept(args []string) error {
	if len(c.files) > 0 {
		return nil // no sandbox is asked
	}
	return c.remote.complete(args)
}

func (c *covering) run(ctx context.Context) error {
	report, err := c.report(ctx)
	if err != nil {
		return err
	}
	if err := report.Write(c.remote.target.program.stdout, c.format); err != nil {
		return err
	}
	if report.Under(c.least) {
		return fmt.Errorf("%d of %d documented outcomes were met, %.1f%% of them; --fail-under asks for %g%%",
			report.Documented.Covered, report.Documented.Outcomes, report.Documented.Percent, c.least)
	}
	return nil
}

func (c *covering) report(ctx context.Context) (client.CoverageReport, error) {
	switch {
	case len(c.files) > 0:
		return merged(c.files)
	case c.remote.code != "":
		return c.remote.client().Account(c.remote.code).Coverage(ctx)
	}
	return c.remote.client().Coverage(ctx)
}

// merged adds up the reports in files and names those that cannot be read.
func merged(files []string) (client.CoverageReport, error) {
	var reports []client.CoverageReport
	var faults []error
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		report, err := client.ReadCoverage(text)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", file, err))
			continue
		}
		reports = append(reports, report)
	}
	if err := errors.Join(faults...); err != nil {
		return client.CoverageReport{}, err
	}
	return client.MergeCoverage(reports...)
}
