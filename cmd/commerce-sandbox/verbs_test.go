package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// TestSettingsByVerbs changes by verbs what the control interface changes.
func TestSettingsByVerbs(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.want(prints("account DEMO answers search-status with 200"), "questions", "set", "search-status", "200")
	s.want(prints("account DEMO answers search-status with 201"), "questions", "set", "search-status", "--default")
	s.want(prints("FEATURE                  STATE  SUMMARY\nAPI_GET_CUSTOMER_ORDERS  off    The account may list the orders of one customer."), "feature", "off", "API_GET_CUSTOMER_ORDERS")
	s.want(prints("FEATURE                  STATE  SUMMARY\nAPI_GET_CUSTOMER_ORDERS  on     The account may list the orders of one customer."), "feature", "API_GET_CUSTOMER_ORDERS", "on")
	s.want(prints("customer-orders-forbidden is active for account DEMO for 1 call; it can affect customer-orders"), "scenario", "on", "FORBIDDEN", "--operation", "customer-orders", "--times", "1")
	file := filepath.Join(t.TempDir(), "my-slow.yaml")
	write(t, file, "summary: Slow\nrules: [{on: login, delay: 1s}]\n")
	s.want(prints("scenario my-slow is saved"), "scenario", "save", file)
	s.want(prints("scenario my-slow is deleted"), "scenario", "delete", "my-slow")
	s.want(prints("http://sandbox:8080/ui/a/DEMO/calls/DEMO-1"), "open", "DEMO-1", "--print")
	write(t, file, "summary: 1\nrulse: []\n")
	s.wantPart(exitFailed, "did you mean rules?", "scenario", "save", file)
}

// TestWrongArguments expects exit code 2 and no word of HTTP, whoever finds the mistake.
func TestWrongArguments(t *testing.T) {
	t.Parallel()
	s := reach(t)
	for want, args := range map[string][]string{
		`MOMENT is wrong: `: {"clock", "set", "tomorrow"},
		`duration "soon": expected a number at "soon": write numbers with units, such as 8d, -7d+1s or 1d12h (units: d = 24 h, h, m, s, ms, us, ns); or one of 1w, 1mo and 1y` + "\n": {"clock", "advance", "soon"},
		`a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got "bad code!"` + "\n":                                                                                       {"account", "open", "bad code!"},
		`unknown open question "serach-status"; did you mean search-status or `:                                                                                                       {"questions", "set", "serach-status", "200"},
		`unknown feature "NOPE"`:                               {"feature", "NOPE", "on"},
		`open question transitions has only one answer` + "\n": {"questions", "set", "transitions", "free"},
		`unknown operation "logn"; did you mean login?`:        {"scenario", "on", "FORBIDDEN", "--operation", "logn"},
		`--operation bounds an error code such as FORBIDDEN; the file of scenario slow says itself what it affects`: {"scenario", "on", "slow", "--operation", "login"},
	} {
		got := s.call(args...)
		if got.code != exitUsage || !strings.HasPrefix(got.stderr, name+": "+want) || strings.Contains(got.stderr, "/_sandbox") || strings.Contains(got.stderr, "fields") {
			t.Errorf("%q: got %+v, want %s", args, got, want)
		}
	}
}

// TestEveryResultAsJSON lets the changing verbs, and those without a table, write their
// results as JSON.
func TestEveryResultAsJSON(t *testing.T) {
	t.Parallel()
	s := reach(t, func(o *sandbox.Options) { o.ScenarioFolder = t.TempDir() })
	file := filepath.Join(t.TempDir(), "mine.yaml")
	write(t, file, "rules: [{on: login, delay: 1s}]\n")
	for _, test := range []struct{ want, args string }{
		{`"changes": []`, "scenario reload"},
		{`"vendor_code": "JOB"`, "account open JOB"},
		{`"discard_writes": true`, "account set JOB --discard-writes"},
		{`"deleted": "JOB"`, "account delete JOB"},
		{`"name": "first"`, "snapshot take first"},
		{`"deleted": "first"`, "snapshot delete first"},
		{`"name": "mine"`, "scenario save " + file},
		{`"deleted": "mine"`, "scenario delete mine"},
		{`"name": "mine"`, "scenario save --own " + file},
		{`"account": "DEMO"`, "scenario delete --own mine"},
		{`"ready": "http://`, "ready --wait 1m"},
		{`"go": "go1.`, "version"},
		{`"header": "X-Service-Authentication: code=`, "sign"},
		{`"hash": "`, "sign --explain"},
		{`"account": "DEMO"`, "bundle save " + filepath.Join(t.TempDir(), "saved.zip")},
	} {
		got := s.call(append(strings.Fields(test.args), "--format", "json")...)
		if got.code != exitDone || !strings.Contains(got.stdout, test.want) || !json.Valid([]byte(got.stdout)) {
			t.Errorf("%s: got %+v, want %s", test.args, got, test.want)
		}
	}
}
