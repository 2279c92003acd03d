package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// expectation is an expectation with its calls so far.
type expectation struct {
	client.Expectation
	of         *session
	selections []*selection         // one, or one for each step of an order
	waiting    context.Context      //nolint:containedctx // it lives as long as the verification
	result     *client.Verification // nil until it is certain or the time is over
	repeatGap  *gap                 // between repetitions, nil for any
	records    *recordCheck         // nil for an expectation of calls
	gaps       []*gap               // of an order, before each step, nil for any

	matched   []*journal.Entry // matching calls; of an order, the calls of the found steps
	misplaced string           // of an order, why a near call was not the missing step, "" for none
	dropped   int              // further matching calls, dropped by the journal
	unsure    int              // calls that may match
	unread    int              // of these, those dropped by the journal

	misspacing string // repetitions or overlaps out of bounds, "" for none
	isFinal    bool   // further calls cannot mend the misspacing
	unclear    int    // calls that may be misspaced
}

// expectation checks that an expectation makes sense.
func (s *session) expectation(e client.Expectation) (*expectation, error) {
	x := &expectation{Expectation: e, of: s}
	if e.NothingElse {
		return nil, invalid("it is about all calls", "of several expectations, nothing_else is given beside them")
	}
	if err := checkWait(e.Within); err != nil {
		return nil, err
	}
	if e.InOrder != nil {
		return x, x.steps()
	}
	if e.Strict {
		return nil, invalid("give in_order, or leave strict out", "strict belongs to in_order")
	}
	if e.Record != "" {
		return x, x.checkRecords()
	}
	selected, err := s.selection(client.Step{Operation: x.Operation, Query: x.Query, Where: x.Where})
	if err != nil {
		return nil, err
	}
	x.selections = []*selection{selected}
	if err := x.checkSpacing(); err != nil {
		return nil, err
	}
	return x, x.checkNumber()
}

// steps reads the steps of an order.
func (x *expectation) steps() error {
	e := x.Expectation
	switch {
	case e.Operation != "" || e.Query != "" || e.Where != "" || e.Count != nil || e.AtLeast != nil || e.AtMost != nil || e.Record != "" || x.isSpaced():
		return invalid("give the others as a further expectation", "in_order takes the place of operation, q, where, count, at_least, at_most, record, repeats and at_once")
	case len(e.InOrder) == 0:
		return invalid(`such as "in_order": [{"operation": "login"}, {"operation": "retrieve-order"}]`, "in_order must have at least one step")
	}
	for n, step := range e.InOrder {
		selected, err := x.of.selection(step)
		if err != nil {
			return at(err, fmt.Sprintf("in_order[%d]", n))
		}
		between, err := readGap(step.Gap)
		if err == nil && between != nil && n == 0 {
			err = invalid("move it to the second step", "gap is the time since the step before, which the first step does not have")
		}
		if err != nil {
			return at(err, fmt.Sprintf("in_order[%d]", n))
		}
		x.selections, x.gaps = append(x.selections, selected), append(x.gaps, between)
	}
	return nil
}

// at adds the place of a fault to its message.
func at(err error, place string) error {
	var fault *Invalid
	if errors.As(err, &fault) {
		return &Invalid{place + ": " + fault.Message, fault.Hint}
	}
	return fmt.Errorf("%s: %w", place, err)
}

func (x *expectation) checkNumber() error {
	const example = `such as "at_least": 1`
	switch {
	case x.Count != nil && (x.AtLeast != nil || x.AtMost != nil):
		return invalid(example, "count cannot be given together with at_least or at_most")
	case x.Count == nil && x.AtLeast == nil && x.AtMost == nil && !x.isSpaced():
		return invalid(example, "count, at_least or at_most is required")
	}
	for _, n := range []*int{x.Count, x.AtLeast, x.AtMost} {
		if n != nil && *n < 0 {
			return invalid("0 means none", "the number of calls must be at least 0, got %d", *n)
		}
	}
	if least, most := x.bounds(); x.AtMost != nil && least > most {
		return invalid("swap them", "at_least must not be more than at_most, got %d and %d", least, most)
	}
	return nil
}

// unbounded is the upper bound of an expectation without one.
const unbounded = -1

// bounds returns how many calls must match at least and at most.
func (x *expectation) bounds() (least, most int) {
	if x.Count != nil {
		return *x.Count, *x.Count
	}
	most = unbounded
	if x.AtLeast != nil {
		least = *x.AtLeast
	}
	if x.AtMost != nil {
		most = *x.AtMost
	}
	return least, most
}

// count finds the matching calls.
func (x *expectation) count(ctx context.Context) {
	x.matched, x.unsure = nil, 0
	switch {
	case x.records != nil:
		x.records.count(ctx)
	case x.InOrder != nil:
		x.findOrder(ctx)
		x.unread = x.countSteps()
	default:
		x.countCalls()
	}
}

func (x *expectation) countCalls() {
	x.dropped, x.unread = 0, 0
	for _, t := range x.of.tallies {
		switch r := t.results[x.selections[0].number]; {
		case r.matches && t.Certain:
			x.dropped += int(t.Calls)
		case r.matches || r.unsure:
			x.unread += int(t.Calls)
		}
	}
	x.unsure = x.unread
	for _, e := range x.of.entries {
		switch r := x.resultOf(e, 0); {
		case r.matches:
			x.matched = append(x.matched, e)
		case r.unsure:
			x.unsure++
		}
	}
	x.misspacing, x.isFinal = x.spacingFault()
	if x.isSpaced() {
		x.unclear = x.dropped + x.unsure
		for _, e := range x.matched {
			if x.Repeats != nil && e.Request.Truncated { // it may be a repetition
				x.unclear++
			}
		}
	}
}

// resultOf returns the result of a step's selection for a call.
func (x *expectation) resultOf(e *journal.Entry, step int) result {
	if results := x.of.results[e.ID]; results != nil {
		return results[x.selections[step].number]
	}
	return result{} // the verification has ended
}

// countMatches returns how many calls match.
func (x *expectation) countMatches() int {
	if x.records != nil {
		return x.records.matched
	}
	return len(x.matched) + x.dropped
}

// isBroken reports whether dropped calls may lie between the calls of a strict order.
func (x *expectation) isBroken() bool {
	n := len(x.matched)
	if !x.Strict || n < 2 {
		return false
	}
	first, last := x.matched[0].Number, x.matched[n-1].Number
	return slices.ContainsFunc(x.of.tallies, func(t Tally) bool { return t.First < last && t.Last > first })
}

// isUncertain reports whether an unsatisfied expectation depends on calls that may
// match.
func (x *expectation) isUncertain() bool {
	if x.InOrder != nil {
		return x.unread > 0
	}
	if x.misspacing == "" && x.unclear > 0 {
		return true
	}
	least, most := x.bounds()
	return x.unsure > 0 && x.countMatches()+x.unsure >= least && (most == unbounded || x.countMatches() <= most)
}

// judge reports whether the calls are as expected, and whether further calls can
// no longer change it.
func (x *expectation) judge() (verified, certain bool) {
	count := x.countMatches()
	if x.InOrder != nil {
		verified = count == len(x.InOrder) && !x.isBroken()
		return verified, verified
	}
	if x.records != nil && x.records.err != nil {
		return false, false
	}
	verified, certain = x.judgeNumber(count)
	if x.isSpaced() {
		return verified && x.misspacing == "" && x.unclear == 0, x.isFinal || certain && !verified
	}
	return verified, certain
}

// judgeNumber is judge for a number of calls or records.
func (x *expectation) judgeNumber(count int) (verified, certain bool) {
	least, most := x.bounds()
	if most == unbounded {
		return count >= least, count >= least
	}
	tooMany := count+x.unsure > most
	return count >= least && !tooMany, tooMany && x.records == nil || x.Count != nil && most > 0 && count == most
}

// verification returns the result. An expectation that calls under way may still break is
// not verified.
func (x *expectation) verification(ctx context.Context, verified bool, open []client.CallUnderWay) *client.Verification {
	found := &client.Verification{
		Verified: verified && len(open) == 0, Count: x.countMatches(), Dropped: x.of.sight.Dropped, Expected: x.inWords(), Message: x.summary(),
	}
	if !verified {
		near := x.closest(ctx)
		found.Closest, found.Others = near.call, near.others
		found.Matched = x.tooMany()
		found.Message += near.text
	} else if x.records != nil {
		found.Message += x.records.faults()
	}
	if len(open) > 0 {
		found.Message += "; " + UnderWay(open, x.of.Wall)
	}
	if x.InOrder != nil {
		for _, e := range x.matched {
			found.Found = append(found.Found, e.ID)
		}
	}
	x.addFaults(found)
	if found.Uncertain = !verified && x.isUncertain(); found.Uncertain {
		found.Message += doubt(max(x.unread, x.unclear))
	}
	return found
}

// addFaults adds the first calls with a failed condition to a result, and how many there are.
func (x *expectation) addFaults(to *client.Verification) {
	total := 0
	for _, e := range x.of.entries {
		at := slices.IndexFunc(x.selections, func(of *selection) bool {
			return x.of.results[e.ID] != nil && x.of.results[e.ID][of.number].fault != ""
		})
		if at < 0 {
			continue
		}
		if total++; total <= maxListed {
			to.Errors = append(to.Errors, client.EvaluationError{Call: e.ID, Error: x.resultOf(e, at).fault})
		}
	}
	if total > 0 {
		to.Message += fmt.Sprintf("; %s could not be evaluated, first %s: %s", phrase.Count(total, "call"), to.Errors[0].Call, to.Errors[0].Error)
	}
}

// tooMany returns the first matching calls if there are too many, otherwise none.
func (x *expectation) tooMany() (lines []client.EntryLine) {
	if x.InOrder != nil {
		return nil
	}
	if _, most := x.bounds(); most == unbounded || len(x.matched) <= most {
		return nil
	}
	for _, e := range x.matched[:min(maxListed, len(x.matched))] {
		lines = append(lines, e.View().Line())
	}
	return lines
}

// summary returns the numbers as one sentence.
func (x *expectation) summary() string {
	if x.InOrder != nil {
		return fmt.Sprintf("%s: found %d of %d steps", x.name(), len(x.matched), len(x.InOrder))
	}
	text := fmt.Sprintf("%s: matched %d", x.name(), x.countMatches())
	if expected := x.expectedCount(); expected != "" {
		text += ", expected " + expected
	}
	if x.misspacing != "" {
		text += "; " + x.misspacing
	}
	return text
}

// inWords returns the expectation in words.
func (x *expectation) inWords() string {
	if x.InOrder != nil {
		return x.name()
	}
	if x.records != nil {
		return x.records.name() + ": " + x.expectedCount()
	}
	of := x.selections[0]
	name := of.name()
	if of.Operation != "" && of.Where != "" {
		name = of.Operation + " where " + phrase.Shorten(of.Where, maxName)
	}
	return name + ": " + strings.TrimPrefix(x.expectedCount()+x.spacingInWords(), ", ")
}

// expectedCount returns the expected number of calls.
func (x *expectation) expectedCount() string {
	var words []string
	for _, bound := range []struct {
		word string
		n    *int
	}{{"exactly", x.Count}, {"at least", x.AtLeast}, {"at most", x.AtMost}} {
		if bound.n != nil {
			words = append(words, fmt.Sprintf("%s %d", bound.word, *bound.n))
		}
	}
	return strings.Join(words, " and ")
}

// name returns the subject of the expectation.
func (x *expectation) name() string {
	if x.records != nil {
		return x.records.name()
	}
	if x.InOrder == nil {
		return x.selections[0].name()
	}
	var names []string
	for _, step := range x.selections {
		names = append(names, step.name())
	}
	order := "in order "
	if x.Strict {
		order = "in strict order "
	}
	return order + strings.Join(names, ", ")
}
