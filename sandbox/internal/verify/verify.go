// Package verify checks expectations about the calls in a journal: that so many
// calls were made that match a selection, how they were repeated, that calls came in an
// order, one with what an earlier one got and in time, and that nothing else was called;
// and that an account has so many records. It waits for calls that are still to come, and when an
// expectation is not satisfied it finds the call that came closest and what
// differed.
//
// Calls are selected by a query, which package calls evaluates, or by a condition
// in the language of a scenario's when, which package scenario evaluates. Package
// control maps requests to expectations and shows the result.
package verify

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// The limits of one verification. A journal has many calls, and one evaluation of a
// condition has limits of its own.
const (
	longestWait       = 30 * time.Second // less than the time that the server has for an answer
	longestEvaluation = 10 * time.Second // besides the wait
	maxExpectations   = 100
	maxSelections     = 200 // of all expectations together: one each, or one for each step
	maxListed         = 20  // calls that a result lists
)

// Verifier verifies expectations.
type Verifier struct {
	XPath             XPathFunc                              // reads recorded envelopes
	CredentialHeaders []string                               // headers whose values are masked
	Show              func(*journal.Entry) client.Entry      // returns an entry for others to see, masked
	Query             func(text string) (calls.Query, error) // reads a query over the calls
	Records           RecordsFunc                            // reads the records of the account
	Now               func() time.Time                       // the account's clock
}

// Invalid is the error of an expectation that makes no sense.
type Invalid struct {
	Message string // what is wrong
	Hint    string // what would be right
}

// Error returns what is wrong and what would be right.
func (e *Invalid) Error() string { return e.Message + "; " + e.Hint }

func invalid(hint, format string, args ...any) error {
	return &Invalid{fmt.Sprintf(format, args...), hint}
}

// Outcome is the result of several expectations.
type Outcome struct {
	client.Verifications
	Calls       []*journal.Entry                  // that were verified, in the order in which they arrived
	Rows        iter.Seq2[*journal.Row, Standing] // the calls before them that the journal has dropped
	Lost        int                               // further calls, of which the journal has not even a row
	ElseMessage string                            // which calls match no expectation, "" unless that is a failure
	matched     map[string]bool                   // by the ids of the calls that match an expectation
}

// Matches reports whether a call matches one of the expectations.
func (o *Outcome) Matches(id string) bool { return o.matched[id] }

// All reports whether the calls of a ring satisfy expectations: those after the one
// numbered since only, 0 for all. It returns as soon as the results are certain: when there
// are enough calls for AtLeast, as many as Count or more, more than AtMost, or all steps of
// an order. Too few calls, calls within AtMost, a Count of 0 and NothingElse are certain
// only when the time is over.
//
// The error is *Invalid, also when the conditions take too long over all calls,
// journal.ErrRemoved when the ring is removed, or that of ctx.
func (v Verifier) All(ctx context.Context, ring *journal.Ring, all client.Expectations, since int64) (Outcome, error) {
	s, err := v.session(all)
	if err != nil {
		return Outcome{}, err
	}
	s.ring, s.since = ring, since
	longest := s.longestWait() + longestEvaluation
	slow := invalid("write simpler ones, or clear the journal before the test", "the conditions take too long: the verification did not end in %s", longest)
	ctx, cancel := context.WithTimeoutCause(ctx, longest, slow)
	defer cancel()
	err = s.run(ctx)
	if ctx.Err() != nil {
		return Outcome{}, context.Cause(ctx) // the calls that were not evaluated would count as others
	}
	return s.outcome(), err
}
