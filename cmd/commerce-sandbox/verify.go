package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func verifyVerb() verb {
	atLeastZero := value(number[int](0))
	return verb{
		use: "verify [ACCOUNT]", short: "Verify that the expected calls were made, and wait for them (exit code 1 if they were not)",
		examples: []string{
			"verify --operation retrieve-order --at-least 1 --within 5s", "verify DEMO --where 'status == 200 and answer.Errors != \"\"' --count 0",
			"verify --in-order create-upsell,retrieve-order --nothing-else", "verify --file expectations.yaml",
		},
		needs: "one account", args: []flag{accountArgument}, account: firstAccount,
		flags: []flag{
			{name: "operation", value: "ID", usage: "calls of this operation, such as search-orders", complete: knownNames(operations)},
			{name: "q", short: "q", value: "QUERY", usage: "calls that match a query, such as 'path:/orders/ status:4xx'"},
			{name: "where", value: "CONDITION", usage: "calls for which a condition is true, such as 'query.Limit == \"1\" and status == 200'"},
			{name: "count", value: "N", usage: "exactly so many calls", kind: atLeastZero},
			{name: "at-least", value: "N", usage: "so many calls or more", kind: atLeastZero},
			{name: "at-most", value: "N", usage: "so many calls or fewer", kind: atLeastZero},
			{name: "in-order", value: "ID", many: true, usage: "calls of these operations in this order; others may lie between", kind: value(steps), complete: knownNames(operations)},
			{name: "strict", usage: "allow no other call between those of --in-order", kind: value(toggle)},
			{name: "nothing-else", usage: "allow no call that matches no expectation", kind: value(toggle)},
			{name: "within", value: "DURATION", usage: "how long to wait for calls that are still to come, at most 30s; without it, not at all", kind: value(duration)},
			{name: "file", value: "FILE", usage: "one expectation or several in JSON or YAML, in place of the flags", complete: files},
		},
		fetch: verifyCalls, answer: client.Verifications{}, text: `{{in "text"}}`,
	}
}

// steps collects operations that follow each other.
func steps(field *[]client.Step, given string) error {
	if given == "" {
		return errors.New("must not have an empty value")
	}
	*field = append(*field, client.Step{Operation: given})
	return nil
}

// verifyCalls verifies the expectation of the flags, or those of a file, over which flags win.
func verifyCalls(r *request) (any, error) {
	expected, err := r.expectations()
	if err != nil {
		return nil, usage{err}
	}
	account, err := r.account()
	if err != nil {
		return nil, err
	}
	found, err := account.VerifyAll(r.ctx, expected)
	if r.words["text"] = found.Text(); !found.Verified {
		r.why = errors.New("not verified")
	}
	return found, err
}

func (r *request) expectations() (all client.Expectations, err error) {
	alone := maps.Clone(r.in)
	path, isFile := alone["file"].(string)
	nothingElse := alone["nothing_else"] == true
	within, _ := alone["within"].(time.Duration)
	for _, common := range []string{"file", "nothing_else", "within"} {
		delete(alone, common)
	}
	switch {
	case isFile && len(alone) > 0:
		return all, fmt.Errorf("--file has the expectations, so no other flag may have one, got %v", alone)
	case isFile:
		all, err = readAs(path, sandbox.ReadExpectations)
	case len(alone) > 0:
		var one client.Expectation
		text, encoded := encodeJSON(alone)
		err = errors.Join(encoded, json.Unmarshal(text, &one))
		all.Expectations = []client.Expectation{one}
	case !nothingElse:
		err = errors.New("say what is expected, such as --operation retrieve-order --at-least 1, or --file FILE")
	}
	all.NothingElse = all.NothingElse || nothingElse
	if within != 0 {
		all.Within = within
	}
	return all, err
}
