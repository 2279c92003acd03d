package client

import (
	"context"
	"net/http"
	"slices"
	"time"
)

// RunLine is a run in a list.
type RunLine struct {
	Name     string    `json:"run"`
	Opened   time.Time `json:"opened"`   // when its first account was opened, on the machine's clock
	Last     time.Time `json:"last"`     // when its last account was opened
	Accounts int       `json:"accounts"` // existing now
	Deleted  int       `json:"deleted"`  // deleted accounts

	Result   VerdictResult `json:"result"`
	Failed   int           `json:"failed"` // accounts whose verdict fails
	Calls    int64         `json:"calls"`
	Refused  int64         `json:"refused"`  // of these, not answered with a success
	Duration float64       `json:"duration"` // seconds from the opening of the first account to the end of the last call
	Covered  CoverageTotal `json:"covered"`  // of the documented outcomes
}

// RunList is the runs of a sandbox.
type RunList struct {
	Runs    []RunLine `json:"runs"` // the run with the latest account is the last
	Total   int       `json:"total"`
	Dropped int       `json:"dropped"` // older runs that the sandbox has no room for
}

// Run sums up the accounts of one execution of a test suite, deleted ones too.
type Run struct {
	Name     string         `json:"run"`
	Opened   time.Time      `json:"opened"` // when its first account was opened, on the machine's clock
	Result   VerdictResult  `json:"result"`
	Passed   bool           `json:"passed"` // whether the result is ResultPassed: no verdict fails, one had something to judge, and nothing is in Failures
	Failed   int            `json:"failed"` // accounts whose verdict fails
	Calls    int64          `json:"calls"`
	Refused  int64          `json:"refused"`  // of these, not answered with a success
	Duration float64        `json:"duration"` // seconds from the opening of the first account to the end of the last call
	Accounts []RunAccount   `json:"accounts"`
	Dropped  int            `json:"dropped"`  // deleted accounts that the sandbox has no room for; only the coverage has their calls
	Coverage CoverageReport `json:"coverage"` // of all accounts of the run

	// Failures say why the run fails whatever its accounts did: a failed command, no call, too
	// little coverage. The commands run and verdict of the program set them.
	Failures []string `json:"failures,omitempty"`

	// NewlyMissing are the documented outcomes covered by an earlier report and not by
	// this run. Run.Compare sets it.
	NewlyMissing []CoverageOutcome `json:"newly_missing,omitempty"`

	Before *RunBefore `json:"before,omitempty"` // how the run differs from the one that began before it, nil for the first one
}

// RunBefore is what is new in a run since the one that began before it.
type RunBefore struct {
	Name         string            `json:"run"`           // the run before
	Refusals     []RunRefusal      `json:"refusals"`      // that no account with the same label had then
	NewlyMissing []CoverageOutcome `json:"newly_missing"` // documented outcomes that were covered then, and are not now
}

// RunRefusal is how calls of an account of a run were refused.
type RunRefusal struct {
	VendorCode string `json:"vendor_code"`
	Label      string `json:"label,omitempty"`
	Refusal
}

// RunAccount is an account of a run, in the order in which they were opened.
type RunAccount struct {
	VendorCode string     `json:"vendor_code"`
	Label      string     `json:"label,omitempty"`   // the name of its test
	Opened     time.Time  `json:"opened"`            // on the machine's clock
	Deleted    *time.Time `json:"deleted,omitempty"` // nil while there is the account
	Calls      int64      `json:"calls"`
	Refused    int64      `json:"refused"`
	LastCall   *time.Time `json:"last_call,omitempty"` // when it ended, on the machine's clock; nil without a call
	Verdict    RunVerdict `json:"verdict"`
	Refusals   []Refusal  `json:"refusals"` // the first ways in which calls were refused, each with its first call
}

// RunVerdict is the verdict of an account in short: the last one asked by POST, otherwise
// one without expectations, and an earlier failure where the calls have left the journal since.
type RunVerdict struct {
	Asked    bool          `json:"asked"`
	Time     time.Time     `json:"time"` // on the machine's clock
	Result   VerdictResult `json:"result"`
	Passed   bool          `json:"passed"`
	Failures []string      `json:"failures"`        // the first ones, shortened
	More     int           `json:"more,omitempty"`  // further failures
	Later    int64         `json:"later,omitempty"` // calls after the verdict
}

// The bounds of a RunVerdict.
const (
	maxRunFailures = 3
	maxRunFailure  = 300 // bytes
)

// Short returns the verdict as a run keeps it.
func (v Verdict) Short() RunVerdict {
	short := RunVerdict{Time: v.Time, Result: v.Result, Passed: v.Passed, Failures: []string{}}
	for _, failure := range v.Failures[:min(len(v.Failures), maxRunFailures)] {
		text, _ := cutForJSON(failure, maxRunFailure, 2*maxRunFailure)
		short.Failures = append(short.Failures, text)
	}
	short.More = len(v.Failures) - len(short.Failures)
	return short
}

// DeletedRun is a run deleted with its accounts.
type DeletedRun struct {
	Name    string `json:"run"`
	Deleted int    `json:"deleted"`        // accounts deleted with it
	Kept    string `json:"kept,omitempty"` // the first account, because it stays; "" when the run did not have it
}

// Runs lists the runs of the sandbox, also those before its restart.
func (c *Client) Runs(ctx context.Context) (RunList, error) {
	return get[RunList](ctx, c, at("runs"))
}

// Run sums up a run. The *Error of an unknown or a forgotten run has status 404.
func (c *Client) Run(ctx context.Context, name string) (Run, error) {
	return get[Run](ctx, c, at("runs", name))
}

// RunText is Run as the sandbox writes it: AsText, AsJUnit, AsMarkdown or AsJSON.
func (c *Client) RunText(ctx context.Context, name string, format Format) (string, error) {
	return c.text(ctx, http.MethodGet, at("runs", name)+"?format="+string(format), nil)
}

// DeleteRun deletes a run with its accounts, never the first account of the sandbox.
func (c *Client) DeleteRun(ctx context.Context, name string) (DeletedRun, error) {
	return ask[DeletedRun](ctx, c, http.MethodDelete, at("runs", name), nil)
}

// Sum sets the totals of the run, and whether it passes, from its accounts and its failures.
func (r *Run) Sum() {
	r.Failed, r.Calls, r.Refused, r.Duration, r.Result = 0, 0, 0, 0, NothingToJudge
	for _, a := range r.Accounts {
		r.Calls += a.Calls
		r.Refused += a.Refused
		if a.LastCall != nil {
			r.Duration = max(r.Duration, a.LastCall.Sub(r.Opened).Round(time.Millisecond).Seconds())
		}
		switch {
		case !a.Verdict.Passed:
			r.Failed++
		case a.Verdict.Result == ResultPassed:
			r.Result = ResultPassed
		}
	}
	if r.Failed > 0 || len(r.Failures) > 0 {
		r.Result = ResultFailed
	}
	r.Passed = r.Result == ResultPassed
}

// Compare finds the documented outcomes covered by an earlier report and not by the run.
func (r *Run) Compare(earlier CoverageReport) { r.NewlyMissing = r.missing(earlier) }

// missing returns the documented outcomes covered by an earlier report and not by the run.
func (r *Run) missing(earlier CoverageReport) (list []CoverageOutcome) {
	for _, o := range r.Coverage.Outcomes {
		covered := func(e CoverageOutcome) bool { return sameOutcome(e, o) && e.Count > 0 }
		if o.Documented && o.Count == 0 && slices.ContainsFunc(earlier.Outcomes, covered) {
			list = append(list, o)
		}
	}
	return list
}

// CompareWith sets Before, from the run before.
func (r *Run) CompareWith(before Run) {
	b := RunBefore{Name: before.Name, Refusals: []RunRefusal{}, NewlyMissing: append([]CoverageOutcome{}, r.missing(before.Coverage)...)}
	type way struct {
		label, operation, code string
		status                 int
		cause                  Cause
	}
	wayOf := func(a RunAccount, f Refusal) way { return way{a.Label, f.Operation, f.Code, f.Status, f.Cause} }
	known := map[way]bool{}
	for _, a := range before.Accounts {
		for _, refused := range a.Refusals {
			known[wayOf(a, refused)] = true
		}
	}
	for _, a := range r.Accounts {
		for _, refused := range a.Refusals {
			if !known[wayOf(a, refused)] {
				b.Refusals = append(b.Refusals, RunRefusal{a.VendorCode, a.Label, refused})
			}
		}
	}
	r.Before = &b
}
