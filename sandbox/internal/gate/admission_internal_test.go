package gate

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestCredentialIn verifies what a call has of its credential header.
func TestCredentialIn(t *testing.T) {
	t.Parallel()
	const first, second, whole, missing = "X-First", "X-Second", `code="A" date="d" hash="h"`, `code="B" date="d"`
	g := &Gate{CredentialHeaders: []string{first, second}}
	for name, test := range map[string]struct {
		header           http.Header
		misplaced        string
		text, code, sent string // sent is the code as far as it can be read
		noError          bool
	}{
		"none":             {header: http.Header{}},
		"blank":            {header: http.Header{first: {" "}}},
		"whole":            {header: http.Header{first: {whole}}, text: whole, code: "A", sent: "A", noError: true},
		"second header":    {header: http.Header{first: {" "}, second: {whole}}, text: whole, code: "A", sent: "A", noError: true},
		"second value":     {header: http.Header{first: {"", whole}}, text: whole, code: "A", sent: "A", noError: true},
		"first of two":     {header: http.Header{first: {missing}, second: {whole}}, text: missing, sent: "B"},
		"incomplete":       {header: http.Header{first: {missing}}, text: missing, sent: "B"},
		"unreadable":       {header: http.Header{first: {"x"}}, text: "x"},
		"in another place": {header: http.Header{}, misplaced: "Authorization"},
	} {
		h := g.CredentialIn(test.header)
		h.Misplaced = test.misplaced
		claim, err := h.parse(first)
		var refusal *credential.Refusal
		if errors.As(err, &refusal); (refusal != nil && refusal.Mistake == credential.Misplaced) != (test.misplaced != "") {
			t.Errorf("%s: got %v", name, err)
		}
		if h.Text != test.text || h.code() != test.code || claim.Code != test.sent || (err == nil) != test.noError {
			t.Errorf("%s: got %+v, code %q, claim %+v, %v", name, h, h.code(), claim, err)
		}
	}
}

// TestIsOutcome verifies which failures of checks are open to scenarios.
func TestIsOutcome(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		failed error
		want   bool
	}{
		{nil, true}, {commerce.Problemf(catalog.AuthenticationError, "No"), true}, {fmt.Errorf("it: %w", commerce.Problemf(catalog.Forbidden, "No")), true},
		{commerce.Problemf(catalog.TooManyAccounts, "No"), false}, {commerce.Problemf(catalog.SandboxPreview, "No"), false}, {errors.New("broken"), false},
	} {
		if got := isOutcome(test.failed); got != test.want {
			t.Errorf("%v: got %t", test.failed, got)
		}
	}
}

// TestChanged verifies which settings of an account may have failed a call.
func TestChanged(t *testing.T) {
	t.Parallel()
	op, _ := catalog.Find(catalog.CustomerOrders)
	free, _ := catalog.Find(catalog.SearchOrders)
	own, err := (&account.Settings{Answers: catalog.Defaults()}).With(nil, map[catalog.QuestionID]string{catalog.RESTSkew: "1m"})
	if err != nil {
		t.Fatal(err)
	}
	feature := client.Trigger{By: client.TriggerFeature, Name: string(op.Feature)}
	question := client.Trigger{By: client.TriggerQuestion, Name: string(catalog.RESTSkew)}
	forbidden, _ := op.Failure(catalog.Forbidden)
	unauthorized, _ := op.Failure(catalog.AuthenticationError)
	for _, test := range []struct {
		name    string
		op      *catalog.Operation
		on      bool
		outcome catalog.Outcome
		want    []client.Trigger
	}{
		{"without the feature", op, false, forbidden, []client.Trigger{feature}},
		{"with the feature", op, true, forbidden, nil},
		{"another failure", op, false, unauthorized, []client.Trigger{question}},
		{"an operation without one", free, false, forbidden, nil},
		{"a success", op, false, op.Success, nil},
	} {
		own.Features = map[catalog.Feature]bool{op.Feature: test.on}
		if got := changedSettings(test.op, own, test.outcome); fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// TestFailedBy verifies that a scenario sets the status of its own failure alone.
func TestFailedBy(t *testing.T) {
	t.Parallel()
	outcome := catalog.Outcome{Code: catalog.OrderNotFound, Status: 404}
	for _, test := range []struct {
		fail *scenario.Failure
		want int
	}{
		{nil, 404}, {&scenario.Failure{Code: catalog.OrderNotFound}, 404}, {&scenario.Failure{Code: catalog.OrderNotFound, Status: 599}, 599}, {&scenario.Failure{Code: catalog.InternalError, Status: 599}, 404},
	} {
		c := &Call{}
		c.decided = &scenario.Decision{Effect: scenario.Effect{Fail: test.fail}}
		if got := c.failedBy(outcome); got.Status != test.want {
			t.Errorf("%+v: got %d, want %d", test.fail, got.Status, test.want)
		}
	}
}

// TestExplanation verifies how an explanation puts checks and notes together.
func TestExplanation(t *testing.T) {
	t.Parallel()
	passed, failed := journal.Check{Name: "account", Passed: true, Message: "opened"}, journal.Check{Name: "credential", Message: "wrong"}
	field := journal.Check{Name: "Limit", Field: "Limit", Message: "Limit must be from 1 to 200"}
	for _, test := range []struct {
		checks  []journal.Check
		omitted int
		notes   []string
		want    string
	}{
		{nil, 0, nil, ""}, {[]journal.Check{passed}, 0, nil, ""}, {[]journal.Check{passed, failed}, 0, nil, "credential: wrong"},
		{[]journal.Check{field}, 0, nil, "Limit must be from 1 to 200"}, {[]journal.Check{failed, field}, 0, nil, "credential: wrong (and 1 more)"},
		{nil, 0, []string{strings.Repeat("a", maxExplanation), "b"}, strings.Repeat("a", maxExplanation)},
		{[]journal.Check{failed, field}, 7, nil, "credential: wrong (and 8 more)"}, {nil, 7, []string{"a", "b"}, "a; b"}, {[]journal.Check{failed}, 0, []string{"a"}, "credential: wrong; a"},
	} {
		entry := &journal.Recorder{}
		entry.Checks, entry.Omitted, entry.Notes = test.checks, test.omitted, test.notes
		if got := explanation(entry); got != test.want {
			t.Errorf("%+v: got %q", test, got)
		}
	}
}

// TestRepetition verifies with which settings and when a call is repeated.
func TestRepetition(t *testing.T) {
	t.Parallel()
	now, then := time.Unix(2, 0), time.Unix(1, 0)
	at := clock.New(func() time.Time { return now })
	own, other := &account.Settings{Secret: "own"}, &account.Settings{Secret: "other"}
	call := &Call{}
	call.own, call.Terms.Now = own, then
	for name, test := range map[string]struct {
		r      *repetition
		secret string
		when   time.Time
		full   bool // all features, as by default
	}{
		"no repetition":    {nil, "other", now, false},
		"unknown account":  {&repetition{of: &Call{}}, "other", now, false},
		"account":          {&repetition{of: call}, "own", then, false},
		"without changes":  {&repetition{of: call, unchanged: true}, "own", then, true},
		"unknown, default": {&repetition{of: &Call{}, unchanged: true}, "other", now, true},
	} {
		s := test.r.settings(other)
		if when := test.r.moment(at); s.Secret != test.secret || !when.Equal(test.when) || s.Features[catalog.GetCustomerOrders] != test.full {
			t.Errorf("%s: got %s at %s, %v", name, s.Secret, when, s.Features)
		}
	}
}

// TestOnEnd verifies which calls are reported as they end, and that all have an entry.
func TestOnEnd(t *testing.T) {
	t.Parallel()
	for preview, want := range map[bool]string{false: "search-orders 201", true: ""} {
		got, entries := "", journal.New(journal.Defaults())
		g := &Gate{Log: slog.New(slog.DiscardHandler), Wall: func() time.Time { return time.Time{} }, OnEnd: func(operation string, status int, _ string, _ client.Cause, _ time.Duration) {
			got = fmt.Sprint(operation, " ", status)
		}}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		entry := entries.Begin(r, time.Time{})
		entry.Preview, entry.Operation, entry.Response.Status = preview, "search-orders", 201
		if g.close(r, entry); got != want {
			t.Errorf("preview %t: got %q", preview, got)
		}
		if _, kept := entries.Ring(journal.None).List(nil, 0, 0); kept != 1 {
			t.Errorf("preview %t: got %d entries", preview, kept)
		}
	}
}
