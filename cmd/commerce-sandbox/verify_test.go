package main

import (
	"encoding/json"
	"encoding/xml"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func TestVerify(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.Get("/orders/?Limit=1")
	s.Get("/orders/customer/?CustomerReference=410003&Page=0")
	file := filepath.Join(t.TempDir(), "expectations.yaml")
	write(t, file, "nothing_else: true\nexpectations:\n- operation: search-orders\n  where: answer.Pagination.Limit == 1\n  count: 1\n- q: status:4xx\n  at_most: 1\n")
	cases := []struct {
		args   string
		code   int
		stdout string
		stderr string
	}{
		{"--operation search-orders --where answer.Pagination.Limit==1 --count 1", exitDone, "ok    search-orders: matched 1, expected exactly 1\n", ""},
		{"DEMO --operation search-orders --at-least 1 --at-most 2", exitDone, "ok    search-orders: matched 1, expected at least 1 and at most 2\n", ""},
		{"--file " + file, exitDone, "ok    search-orders: matched 1, expected exactly 1\nok    status:4xx: matched 1, expected at most 1\n", ""},
		{"--operation search-orders --where answer.Pagination.Limit==2 --count 1", exitFailed,
			"FAIL  search-orders: matched 0, expected exactly 1\n      closest: DEMO-1 GET /rest/6.0/orders/?Limit=1 201\n" +
				"        expected answer.Pagination.Limit==2\n        given    answer.Pagination.Limit \"1\"\n", name + ": not verified\n"},
		{"--in-order customer-orders,search-orders", exitFailed,
			"FAIL  in order customer-orders, search-orders: found 1 of 2 steps; step 2 (search-orders) was not found after DEMO-2 (customer-orders), but before it: DEMO-1\n" +
				"      closest: DEMO-1 GET /rest/6.0/orders/?Limit=1 201\n        expected after DEMO-2 (customer-orders)\n        given    order \"DEMO-1 came before it\"\n", name + ": not verified\n"},
		{"--q orders --at-most 1", exitFailed, "FAIL  orders: matched 2, expected at most 1\n      matched: DEMO-1 GET /rest/6.0/orders/?Limit=1 201\n" +
			"      matched: DEMO-2 GET /rest/6.0/orders/customer/?CustomerReference=410003&Page=0 400 PAGINATION_PAGE_PARAMETER_INVALID\n", name + ": not verified\n"},
		{"--operation search-orders --count 1 --nothing-else", exitFailed, "ok    search-orders: matched 1, expected exactly 1\n" +
			"FAIL  unexpected: DEMO-2 customer-orders GET /rest/6.0/orders/customer/?CustomerReference=410003&Page=0 400 PAGINATION_PAGE_PARAMETER_INVALID\n", name + ": not verified\n"},
		{"--where foo --count 1", exitUsage, "", "unknown name foo"},
		{"--operation login --count x", exitUsage, "", `--count must be a whole number of at least 0, got "x"`},
		{"--operation login", exitUsage, "", "count, at_least or at_most is required"},
		{"", exitUsage, "", "say what is expected"},
		{"DEMO ACME --operation login --count 0", exitUsage, "", `verify takes one account, got "DEMO ACME"`},
		{"DEMO --account ACME --operation login --count 0", exitUsage, "", "give the account once, got DEMO and --account ACME"},
		{"NOPE --operation login --count 0", exitUsage, "", `unknown account "NOPE"; known: DEMO`},
		{"--file " + file + " --count 1", exitUsage, "", "--file has the expectations, so no other flag may have one, got map[count:1]"},
	}
	for _, c := range cases {
		got := s.call(append([]string{"verify"}, strings.Fields(c.args)...)...)
		if got.code != c.code || got.stdout != c.stdout || !strings.Contains(got.stderr, c.stderr) {
			t.Errorf("%s: got %+v, want %d %q %q", c.args, got, c.code, c.stdout, c.stderr)
		}
	}
	write(t, file, "- operation: login\n  coutn: 1\n")
	s.wantPart(exitUsage, `[2:3] unknown field "coutn"; did you mean count?`, "verify", "--file", file)
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.Get("/orders/customer/?CustomerReference=410003&Page=0")
	file := filepath.Join(t.TempDir(), "expectations.json")
	write(t, file, `{"q": "code:PAGINATION_PAGE_PARAMETER_INVALID", "count": 1}`)
	s.golden("verdict", "verdict", "--expect", file)
	failed := s.call("verdict")
	if want := name + ": the verdict fails: 1 call refused, cause client: customer-orders 400 PAGINATION_PAGE_PARAMETER_INVALID: " +
		"Page must be a whole number from 1, got 0 (DEMO-1)\n"; failed.code != exitFailed || failed.stderr != want {
		t.Errorf("got %+v, want %s", failed, want)
	}
	passed := s.call("verdict", "DEMO", "--expect", file, "--format", "json")
	var v client.Verdict
	if err := json.Unmarshal([]byte(passed.stdout), &v); err != nil || passed.code != exitDone || !v.Passed || !v.Results[0].Verified {
		t.Errorf("got %+v, %v, want it passed", passed, err)
	}
	for _, flag := range []string{"--nothing-else", "--min-coverage=10", "--since=DEMO-1"} {
		want := map[string]int{"--nothing-else": exitDone, "--min-coverage=10": exitFailed, "--since=DEMO-1": exitFailed}[flag]
		got := s.call("verdict", "--expect", file, flag, "--format", "junit")
		var suites struct {
			Failures int `xml:"failures,attr"`
		}
		if err := xml.Unmarshal([]byte(got.stdout), &suites); err != nil || got.code != want || suites.Failures != want {
			t.Errorf("%s: got %+v, %v, want %d", flag, got, err, want)
		}
	}
	s.wantPart(exitUsage, `since must be the id of a call of account DEMO, got "ACME-1"`, "verdict", "--since", "ACME-1")
}
