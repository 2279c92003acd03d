package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// verdictCmd is the command verdict with its flags.
type verdictCmd struct {
	remote
	file   string
	run    string // "" for an account
	before string // file of an earlier coverage report
	format format
	asked  client.VerdictRequest
}

func (p *program) verdict() *cobra.Command {
	v := &verdictCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "verdict [ACCOUNT]",
		GroupID: groupRemote,
		Short:   "Sum up the calls of an account, or the accounts of a run (exit code 1 if the verdict fails)",
		Example: examples(
			name+" verdict",
			name+" verdict DEMO --expect expectations.yaml --format junit > verdict.xml",
			name+" verdict --min-coverage 80 --since DEMO-41",
			name+" verdict --run ci-17 --format markdown --before main.json",
		),
		Args: all(v.argument, v.expect, v.ofRun),
		RunE: v.write,
	}
	v.addFlags(c)
	return c
}

func (v *verdictCmd) addFlags(c *cobra.Command) {
	verdictFormat := formatFlag(&v.format, asJUnit, asMarkdown)
	verdictFormat.usage = "format of the verdict; CI servers read junit, and of a run markdown"
	v.define(c,
		v.accountFlag(firstAccount),
		v.runFlag(&v.run),
		flag{name: "expect", value: "FILE", usage: "expectations in JSON or YAML, as verify --file reads them", set: text(&v.file), complete: files},
		flag{name: "nothing-else", usage: "fail on every call that matches no expectation", set: toggle(&v.asked.NothingElse)},
		flag{name: "assert-arranged", usage: "fail on refusals by a scenario too that nobody expected", set: toggle(&v.asked.AssertArranged)},
		flag{name: "assert-spelling", usage: "fail on calls that the sandbox accepts and the document spells otherwise", set: toggle(&v.asked.AssertSpelling)},
		flag{name: "min-coverage", value: "PERCENT", preset: "0", usage: "share of the documented outcomes that must be covered", set: percent(&v.asked.MinCoverage)},
		flag{name: "before", value: "FILE", usage: "with --run: JSON coverage report of an earlier run, to list what is newly missing", set: text(&v.before), complete: files},
		flag{name: "since", value: "ID", usage: "only calls after this one", set: text(&v.asked.Since)},
		flag{name: "within", value: "DURATION", usage: "how long to wait for expected calls that are still to come, at most 30s; without it, not at all", set: duration(&v.asked.Within)},
		verdictFormat,
	)
}

// expect reads the expectations.
func (v *verdictCmd) expect(*cobra.Command, []string) error {
	if v.file == "" {
		return nil
	}
	all, err := readAs(v.file, sandbox.ReadExpectations)
	v.asked.Expectations = all.Expectations
	v.asked.NothingElse = v.asked.NothingElse || all.NothingElse
	if v.asked.Within == 0 {
		v.asked.Within = all.Within
	}
	return err
}

func (v *verdictCmd) write(c *cobra.Command, _ []string) error {
	if v.run != "" {
		return v.writeRun(c.Context())
	}
	account, err := v.account(c.Context())
	if err != nil {
		return err
	}
	found, err := account.Verdict(c.Context(), v.asked)
	if err != nil {
		return err
	}
	return v.print(found)
}

func (v *verdictCmd) print(found client.Verdict) error {
	if err := v.program.writeReport(v.format, found, func(f client.Format) (string, error) { return sandbox.VerdictText(found, f) }); err != nil {
		return err
	}
	if !found.Passed {
		return errors.New("the verdict fails: " + firstOf(found.Failures))
	}
	return nil
}

// firstOf returns the first of some texts, and how many more there are.
func firstOf(texts []string) string {
	if len(texts) == 1 {
		return texts[0]
	}
	return fmt.Sprintf("%s; and %d more", texts[0], len(texts)-1)
}
