// Package verify checks expectations about the calls in a journal: that so many
// calls of an operation were made whose requests satisfy a condition. It waits
// for calls that are still to come, and when an expectation is not satisfied it
// finds the call that came closest and what differed.
//
// Calls are selected by a query, which package calls evaluates, or by a condition
// in the language of a scenario's when, which package scenario evaluates. Package
// control maps requests to expectations and shows the result.
package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// longestWait is how long a verification may wait: less than the time that the
// server has for an answer.
const longestWait = 30 * time.Second

// longestEvaluation is how long a verification may take besides its wait. One
// evaluation of a condition has limits of its own, but a journal has many calls.
const longestEvaluation = 10 * time.Second

// Verifier verifies expectations.
type Verifier struct {
	XPath             XPathFunc                              // reads recorded envelopes
	CredentialHeaders []string                               // headers whose values are masked
	Show              func(*journal.Entry) client.Entry      // returns an entry for others to see, masked
	Query             func(text string) (calls.Query, error) // reads a query over the calls
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

// Verify reports whether the calls of a ring satisfy an expectation. It returns
// as soon as the result is certain: when there are enough calls for AtLeast,
// as many as Count or more, or more than AtMost. Too few calls, calls within
// AtMost and a Count of 0 are certain only when the time is over.
//
// The error is *Invalid, also when the condition takes too long over all calls,
// journal.ErrRemoved when the ring is removed, or that of ctx.
func (v Verifier) Verify(ctx context.Context, ring *journal.Ring, e client.Expectation) (client.Verification, error) {
	x, err := v.expectation(e)
	if err != nil {
		return client.Verification{}, err
	}
	longest := e.Within + longestEvaluation
	slow := invalid("write a simpler one, or clear the journal before the test", "%s takes too long: the verification did not end in %s", x.selectedBy(), longest)
	ctx, cancel := context.WithTimeoutCause(ctx, longest, slow)
	defer cancel()
	found, err := x.verify(ctx, ring)
	if ctx.Err() != nil {
		return client.Verification{}, context.Cause(ctx) // the calls that were not evaluated would count as others
	}
	return found, err
}

func (x *expectation) verify(ctx context.Context, ring *journal.Ring) (client.Verification, error) {
	waiting, cancel := context.WithTimeout(ctx, x.Within)
	defer cancel()
	if err := x.wait(ctx, waiting, ring); errors.Is(err, journal.ErrRemoved) {
		return client.Verification{}, err
	}
	verified, _ := x.judge()
	dropped := ring.Counts().Dropped
	found := client.Verification{Verified: verified, Count: x.count, Dropped: dropped, Message: x.message(verified, dropped)}
	if !verified {
		found.Closest = x.closest(ctx, ring)
	}
	return found, nil
}

// expectation is an expectation with the calls that satisfy it so far.
type expectation struct {
	Verifier
	client.Expectation
	operation *catalog.Operation  // nil accepts calls of every operation
	query     calls.Query         // accepts every call without terms
	condition *scenario.Condition // nil accepts every call

	// A condition is evaluated once for each call. matched has the results of
	// the last count by the id of the call, counted those of the present one.
	matched, counted map[string]bool
	count            int // matching calls
}

// expectation checks that an expectation makes sense.
func (v Verifier) expectation(e client.Expectation) (*expectation, error) {
	x := &expectation{Verifier: v, Expectation: e}
	if err := x.selection(); err != nil {
		return nil, err
	}
	given := 0
	for _, n := range []*int{e.Count, e.AtLeast, e.AtMost} {
		if n != nil {
			given++
		}
	}
	if given != 1 {
		return nil, invalid(`such as "at_least": 1`, "one of count, at_least and at_most is required, got %d of them", given)
	}
	if _, n := x.number(); n < 0 {
		return nil, invalid("0 means none", "the number of calls must be at least 0, got %d", n)
	}
	if e.Within < 0 || e.Within > longestWait {
		return nil, invalid("ask again when the time is over", "within must be from 0s to %s, got %s", longestWait, e.Within)
	}
	return x, nil
}

// selection reads which calls the expectation is about.
func (x *expectation) selection() (err error) {
	switch {
	case x.Where != "" && x.Expectation.Query != "":
		return invalid("write the condition as where, or terms as q", "q and where cannot be given together")
	case x.Operation == "" && x.Expectation.Query == "":
		return invalid(`such as "operation": "retrieve-order" or "q": "path:/orders/ status:2xx"`, "operation or q is required")
	case x.Operation != "":
		if x.operation, err = operation(x.Operation); err != nil {
			return err
		}
	}
	if x.Where != "" {
		if x.condition, err = scenario.Compile(x.Where); err != nil {
			return invalid(`write it like the when of a scenario, such as query.Page == "2"`, "where: %v", err)
		}
	}
	if x.Expectation.Query != "" {
		x.query, err = x.Verifier.Query(x.Expectation.Query)
	}
	return err
}

// selectedBy returns the name of what selects the calls.
func (x *expectation) selectedBy() string {
	if x.Expectation.Query != "" {
		return "q"
	}
	return "where"
}

// operation finds an operation by its id.
func operation(id string) (*catalog.Operation, error) {
	if op, known := catalog.Find(catalog.OperationID(id)); known {
		return op, nil
	}
	var ids []string
	for _, id := range catalog.TargetIDs() {
		ids = append(ids, string(id))
	}
	return nil, invalid(phrase.Suggest(id, ids), "unknown operation %q", id)
}

// number returns the expected number of calls and how it limits them.
func (x *expectation) number() (word string, n int) {
	switch {
	case x.AtLeast != nil:
		return "at least", *x.AtLeast
	case x.AtMost != nil:
		return "at most", *x.AtMost
	}
	return "exactly", *x.Count
}

// wait counts the calls of the ring until the result is certain or waiting ends.
// Conditions end with ctx. The error is the one that ended the tail.
func (x *expectation) wait(ctx, waiting context.Context, ring *journal.Ring) error {
	tail := ring.Tail() // before the first count, so that no call is missed in between
	for {
		x.countIn(ctx, ring)
		if _, certain := x.judge(); certain || waiting.Err() != nil {
			return nil
		}
		if _, _, err := tail.Next(waiting); err != nil {
			x.countIn(ctx, ring)
			return err
		}
	}
}

// countIn counts the matching calls of the ring, and drops the results of calls
// that the ring no longer has.
func (x *expectation) countIn(ctx context.Context, ring *journal.Ring) {
	x.counted = make(map[string]bool, len(x.matched))
	_, x.count = ring.List(x.matching(ctx), 0, 1)
	x.matched = x.counted
}

// matching returns matches as the journal uses it.
func (x *expectation) matching(ctx context.Context) func(*journal.Entry) bool {
	return func(e *journal.Entry) bool { return x.matches(ctx, e) }
}

// matches reports whether an entry is one of the expected calls. A condition
// that fails with an error does not match. A preview is none, because it changed
// nothing.
func (x *expectation) matches(ctx context.Context, e *journal.Entry) bool {
	if e.Preview || !x.isOfOperation(e) || ctx.Err() != nil {
		return false
	}
	match, known := x.matched[e.ID]
	if !known {
		match = x.query.Matches(e)
		if match && x.condition != nil {
			match, _ = x.condition.Match(ctx, x.call(&e.Entry))
		}
	}
	x.counted[e.ID] = match
	return match
}

// isOfOperation reports whether a call is one of the expected operation.
func (x *expectation) isOfOperation(e *journal.Entry) bool {
	return x.operation == nil || e.Operation == x.Operation
}

// judge reports whether the count is as expected, and whether further calls can
// no longer change that.
func (x *expectation) judge() (verified, certain bool) {
	switch {
	case x.AtLeast != nil:
		verified = x.count >= *x.AtLeast
		return verified, verified
	case x.AtMost != nil:
		verified = x.count <= *x.AtMost
		return verified, !verified
	case *x.Count == 0: // the same as at most 0
		return x.count == 0, x.count > 0
	}
	return x.count == *x.Count, x.count >= *x.Count
}

// tooFew reports whether an expectation that failed needed more calls.
func (x *expectation) tooFew() bool {
	return x.AtLeast != nil || x.Count != nil && x.count < *x.Count
}

// message returns the result as one sentence. Calls that the journal dropped
// may be the missing ones, or make a number wrong that looks right.
func (x *expectation) message(verified bool, dropped int64) string {
	word, n := x.number()
	text := fmt.Sprintf("%s: matched %d, expected %s %d", x.subject(), x.count, word, n)
	if dropped > 0 && !(verified && x.AtLeast != nil) {
		text += fmt.Sprintf("; the journal had no room for %d calls, which may have matched: verify sooner or start with a larger --journal", dropped)
	}
	return text
}

// longestSubject is how much of a query a message repeats, in bytes.
const longestSubject = 200

// subject returns what the expectation is about.
func (x *expectation) subject() string {
	return strings.TrimSpace(x.Operation + " " + phrase.Shorten(x.Expectation.Query, longestSubject))
}
