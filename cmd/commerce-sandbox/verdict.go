package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// verdictFlags are the flags of verdict that ask for the verdict of one account.
func verdictFlags() []flag {
	return []flag{
		{name: "expect", value: "FILE", usage: "expectations in JSON or YAML, as verify --file reads them", complete: files},
		{name: "nothing-else", usage: "fail on every call that matches no expectation", kind: value(toggle)},
		{name: "assert-arranged", usage: "fail on refusals by a scenario too that nobody expected", kind: value(toggle)},
		{name: "assert-spelling", usage: "fail on calls that the sandbox accepts and the document spells otherwise", kind: value(toggle)},
		{name: "since", value: "ID", usage: "only calls after this one"},
		{name: "within", value: "DURATION", usage: "how long to wait for expected calls that are still to come, at most 30s; without it, not at all", kind: value(duration)},
	}
}

func verdictVerb() verb {
	return verb{
		use: "verdict [ACCOUNT]", short: "Sum up the calls of an account, or the accounts of a run (exit code 1 if the verdict fails)",
		examples: []string{"verdict", "verdict DEMO --expect expectations.yaml --format junit > verdict.xml", "verdict --min-coverage 80 --since DEMO-41", "verdict --run ci-17 --format markdown --before main.json"},
		needs:    "one account", args: []flag{accountArgument}, account: firstAccount,
		flags: append([]flag{
			runFlag(),
			{name: "min-coverage", value: "PERCENT", preset: "0", usage: "share of the documented outcomes that must be covered", kind: value(percent)},
			{name: "before", value: "FILE", usage: "with --run: JSON coverage report of an earlier run, to list what is newly missing", complete: files},
		}, verdictFlags()...),
		formats: []client.Format{client.AsJUnit, client.AsMarkdown}, prepare: chooseVerdict, fetch: accountVerdict, answer: client.Verdict{},
	}
}

// chooseVerdict makes the verdict one of a run, if it is meant, and refuses the other's flags.
func chooseVerdict(r *request) error {
	ofRun := r.in["run"] != nil
	switch {
	case ofRun && (len(r.args) > 0 || r.Flags().Changed("account")):
		return usage{errors.New("give an account or --run, not both")}
	case !ofRun && r.in["before"] != nil:
		return usage{errors.New("--before needs --run")}
	case !ofRun && r.format == client.AsMarkdown:
		return usage{errors.New("--format markdown needs --run")}
	case !ofRun:
		return nil
	}
	var faults []error
	for _, f := range verdictFlags() {
		if r.Flags().Changed(f.name) {
			faults = append(faults, fmt.Errorf("--%s is for one account; --run sums up the verdicts that its tests asked for", f.name))
		}
	}
	r.fetch, r.answer = runVerdict, client.Run{}
	if len(faults) > 0 {
		return usage{errors.Join(faults...)}
	}
	return nil
}

// accountVerdict asks for the verdict of an account.
func accountVerdict(r *request) (any, error) {
	if path, is := r.in["expect"].(string); is {
		all, err := readAs(path, sandbox.ReadExpectations)
		if err != nil {
			return nil, usage{err}
		}
		delete(r.in, "expect")
		r.in["expectations"] = all.Expectations
		if all.NothingElse {
			r.in["nothing_else"] = true
		}
		if all.Within != 0 && r.in["within"] == nil {
			r.in["within"] = all.Within
		}
	}
	var found client.Verdict
	if err := r.sendTo("POST /accounts/{account}/verdict", r.in); err != nil {
		return nil, err
	}
	err := json.Unmarshal(r.raw, &found)
	if n := len(found.Failures); !found.Passed && n == 1 {
		r.why = errors.New("the verdict fails: " + found.Failures[0])
	} else if !found.Passed {
		r.why = fmt.Errorf("the verdict fails: %s; and %d more", found.Failures[0], n-1)
	}
	r.report = func(f client.Format) (string, error) { return sandbox.VerdictText(found, f) }
	return found, err
}

// runVerdict sums up a run.
func runVerdict(r *request) (any, error) {
	found, err := r.client().Run(r.ctx, r.in["run"].(string))
	if err != nil {
		return nil, err
	}
	before, _ := r.in["before"].(string)
	if err := compareWith(&found, before); err != nil {
		return nil, usage{err}
	}
	require(&found, r.in["min_coverage"].(float64))
	r.why = failedRun(found)
	if found.Result == client.NothingToJudge {
		r.why = fmt.Errorf("run %s has nothing to judge: no call came, and no expectation was verified", found.Name)
	}
	r.report = func(f client.Format) (string, error) { return sandbox.RunText(found, f) }
	return found, nil
}

var runFormats = []client.Format{client.AsText, client.AsJSON, client.AsJUnit, client.AsMarkdown}

// compareWith finds the loss of coverage of a run since the report in a file, "" for none.
func compareWith(run *client.Run, file string) error {
	if file == "" {
		return nil
	}
	earlier, err := readAs(file, client.ReadCoverage)
	if err == nil {
		run.Compare(earlier)
	}
	return err
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
	case len(r.Failures) > 0:
		return errors.New(strings.Join(r.Failures, "; "))
	}
	return nil
}
