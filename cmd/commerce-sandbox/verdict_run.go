package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// ofRun reports flags for an account alone, or for a run alone.
func (v *verdictCmd) ofRun(c *cobra.Command, args []string) error {
	if v.run == "" {
		return v.checkWithoutRun()
	}
	if len(args) > 0 || c.Flags().Changed("account") {
		return errors.New("give an account or --run, not both")
	}
	var faults []error
	for _, name := range []string{"expect", "nothing-else", "assert-arranged", "assert-spelling", "since", "within"} {
		if c.Flags().Changed(name) {
			faults = append(faults, fmt.Errorf("--%s is for one account; --run sums up the verdicts that its tests asked for", name))
		}
	}
	return errors.Join(faults...)
}

func (v *verdictCmd) checkWithoutRun() error {
	if v.before != "" {
		return errors.New("--before needs --run")
	}
	if v.format == asMarkdown {
		return errors.New("--format markdown needs --run")
	}
	return nil
}

// writeRun writes how a run ended.
func (v *verdictCmd) writeRun(ctx context.Context) error {
	found, err := v.client().Run(ctx, v.run)
	if err != nil {
		return err
	}
	if err := compareWith(&found, v.before); err != nil {
		return usage{err}
	}
	require(&found, v.asked.MinCoverage)
	if err := v.program.writeReport(v.format, found, func(f client.Format) (string, error) { return sandbox.RunText(found, f) }); err != nil {
		return err
	}
	return failedRun(found)
}

// runFormats returns every format of a run.
func runFormats() []client.Format {
	return []client.Format{client.AsText, client.AsJSON, client.AsJUnit, client.AsMarkdown}
}

// compareWith finds the loss of coverage of a run since the report in a file, "" for none.
func compareWith(run *client.Run, file string) error {
	if file == "" {
		return nil
	}
	earlier, err := readAs(file, client.ReadCoverage)
	if err != nil {
		return err
	}
	run.Compare(earlier)
	return nil
}

// require lets a run fail that covers too little, and sums it up with its failures.
func require(r *client.Run, least float64) {
	if err := shortfall(r.Coverage, least, "--min-coverage"); err != nil {
		r.Failures = append(r.Failures, err.Error())
	}
	r.Sum()
}

// failedRun returns why a run fails, nil when it passes.
func failedRun(r client.Run) error {
	switch {
	case r.Failed > 0:
		return fmt.Errorf("run %s fails: the verdict of %s of %d fails", r.Name, count(r.Failed, "account"), len(r.Accounts))
	case !r.Passed:
		return errors.New(strings.Join(r.Failures, "; "))
	}
	return nil
}
