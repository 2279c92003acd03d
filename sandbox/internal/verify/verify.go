// Package verify checks expectations about the calls in a journal: the number of matching calls,
// their repetitions, an order of calls with gaps between them, and that
// nothing else was called. It also checks numbers of an account's records. It waits for calls
// still to come. For a failed expectation it finds the closest call and its differences.
//
// Calls are selected by a query of package calls, or by a condition of package
// scenario, in the language of a scenario's when. Package control maps requests
// to expectations and shows the result.
package verify

import (
	"context"
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// The limits of one verification. A journal has many calls, and one evaluation of a
// condition has limits of its own.
const (
	maxWait         = 30 * time.Second // less than the server's time for an answer
	maxEvaluation   = 10 * time.Second // besides the wait
	maxExpectations = 100
	maxSelections   = 200 // of all expectations together: one each, or one for each step
	maxListed       = 20  // calls listed in a result
)

// Verifier verifies expectations.
type Verifier struct {
	XPath    calls.XPathFunc                         // reads recorded envelopes
	Show     func(*journal.Entry) client.Entry       // returns an entry for others to see, masked
	Query    func(text string) (*calls.Query, error) // reads a query over the calls
	Records  RecordsFunc                             // reads the records of the account
	Now      func() time.Time                        // the account's clock
	Wall     clock.Wall                              // the machine's
	AwaitAll bool                                    // whether all calls under way are waited for, not only those that an expectation depends on
}

// Invalid is the error of an expectation that makes no sense.
type Invalid struct {
	Message string // the mistake
	Hint    string // the remedy
}

// Error returns the mistake and the remedy.
func (e *Invalid) Error() string { return e.Message + "; " + e.Hint }

func invalid(hint, format string, args ...any) error {
	return &Invalid{fmt.Sprintf(format, args...), hint}
}

// Outcome is the result of several expectations.
type Outcome struct {
	client.Verifications
	Calls       []*journal.Entry // the verified calls, in the order of arrival
	Tallies     []Tally          // the calls dropped before them
	UnderWay    string           // the calls under way in the end, in words, "" for none
	ElseMessage string           // the calls that match no expectation, "" unless it is a failure
	matched     map[string]bool  // by the ids of matching calls
}

// Matches reports whether a call matches one of the expectations.
func (o *Outcome) Matches(id string) bool { return o.matched[id] }

// All reports whether the calls of a ring satisfy expectations: those after the one
// numbered since only, 0 for all. It returns as soon as the results are certain: when there
// are enough calls for AtLeast, as many as Count or more, more than AtMost, or all steps of
// an order. Too few calls, calls within AtMost, a Count of 0 and NothingElse are certain
// only when the time is over, and calls within a bound only when no call that may exceed it
// is under way.
//
// The error is *Invalid, also when the conditions take too long over all calls,
// journal.ErrRemoved when the ring is removed, or the context's.
func (v Verifier) All(ctx context.Context, ring *journal.Ring, all client.Expectations, since int64) (Outcome, error) {
	s, err := v.session(all)
	if err != nil {
		return Outcome{}, err
	}
	s.ring, s.since = ring, since
	longest := s.within
	for _, x := range s.expectations {
		longest = max(longest, x.Within)
	}
	longest += maxEvaluation
	slow := invalid("write simpler ones, or clear the journal before the test", "the conditions take too long: the verification did not end in %s", longest)
	ctx, cancel := context.WithTimeoutCause(ctx, longest, slow)
	defer cancel()
	err = s.run(ctx)
	if ctx.Err() != nil {
		return Outcome{}, context.Cause(ctx) // calls not evaluated would count as others
	}
	return s.outcome(), err
}
