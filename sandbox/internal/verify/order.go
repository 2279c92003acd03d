package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// findOrder returns the calls of the steps, up to the first missing step.
func (x *expectation) findOrder(ctx context.Context) []*journal.Entry {
	entries := x.of.entries
	if x.chain != nil {
		return x.chain.find(ctx)
	}
	if !x.Strict {
		found, _ := x.findApart(entries)
		return found
	}
	var longest []*journal.Entry
	for at := range entries {
		if run := x.runAt(entries[at:]); len(run) > len(longest) {
			longest = run
		}
		if len(longest) == len(x.selections) {
			break
		}
	}
	return longest
}

// countSteps returns how many dropped calls may be steps of the order, or lie between them.
func (x *expectation) countSteps() (calls int) {
	for _, t := range x.of.tallies {
		mayBe := func(step *selection) bool { r := t.results[step.number]; return r.matches || r.unsure }
		if x.isBroken() || slices.ContainsFunc(x.selections, mayBe) {
			calls += int(t.Calls)
		}
	}
	return calls
}

// findApart finds each step at its first call after the step before, and returns
// the calls after the last one.
func (x *expectation) findApart(entries []*journal.Entry) (found, after []*journal.Entry) {
	for step := range x.selections {
		at := slices.IndexFunc(entries, func(e *journal.Entry) bool { return x.resultOf(e, step).matches })
		if at < 0 {
			break
		}
		found, entries = append(found, entries[at]), entries[at+1:]
	}
	return found, entries
}

// runAt returns the first calls, as far as they are the first steps.
func (x *expectation) runAt(entries []*journal.Entry) []*journal.Entry {
	n := 0
	for n < min(len(entries), len(x.selections)) && x.resultOf(entries[n], n).matches {
		n++
	}
	return entries[:n]
}

// missingStep describes the missing step and the call closest to it. A broken strict
// order has all its steps.
func (x *expectation) missingStep(ctx context.Context) nearest {
	step := len(x.matched)
	if step == len(x.selections) {
		return nearest{text: ", but calls that the journal has dropped may lie between them"}
	}
	missing := fmt.Sprintf("step %d (%s)", step+1, x.selections[step].name())
	if x.chain != nil && x.chain.why != "" {
		return nearest{text: fmt.Sprintf("; %s was not found: %s", missing, x.chain.why)}
	}
	if step == 0 {
		n := x.nearestOf(ctx, x.of.entries, step)
		n.text = fmt.Sprintf("; %s was not found", missing) + n.text
		return n
	}
	return x.missingAfter(ctx, step, missing)
}

// missingAfter is missingStep for a step after the first one, with its description.
func (x *expectation) missingAfter(ctx context.Context, step int, missing string) nearest {
	last := x.matched[step-1]
	rest := x.after(last)
	if x.Strict && len(rest) > 0 {
		n := x.nearestOf(ctx, rest[:1], step)
		n.text = fmt.Sprintf("; after %s came %s in place of %s", identify(last), identify(rest[0]), missing)
		return n
	}
	n := x.findEarlier(step, last)
	if n.call == nil {
		n = x.nearestOf(ctx, rest, step)
	}
	if n.call == nil {
		n = x.nearestOf(ctx, x.of.entries, step)
	}
	n.text = fmt.Sprintf("; %s was not found after %s", missing, identify(last)) + n.text
	return n
}

// findEarlier returns a call of a step that came before the last found one, unless the
// order is strict.
func (x *expectation) findEarlier(step int, last *journal.Entry) nearest {
	if x.Strict {
		return nearest{}
	}
	for _, e := range slices.Backward(x.of.entries) {
		if x.resultOf(e, step).matches && e != last {
			differed := []client.Difference{{Expected: "after " + identify(last), Given: map[string]string{"order": e.ID + " came before it"}}}
			return nearest{call: &client.Closest{Request: x.of.Show(e), Differed: differed}, text: ", but before it: " + e.ID}
		}
	}
	return nearest{}
}

// after returns the calls after one.
func (x *expectation) after(e *journal.Entry) []*journal.Entry {
	return x.of.entries[slices.Index(x.of.entries, e)+1:]
}
