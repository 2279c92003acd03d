package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// maxStarts is how many places without the rest of an order a search remembers.
const maxStarts = 100_000

// findOrder finds the calls of the steps, up to the first missing step, and why a near call
// was not this step. Where a gap, or a strict order, binds a step to the call of the step
// before, the first call of that need not be the right one, so it tries the others too.
func (x *expectation) findOrder(ctx context.Context) {
	entries := x.of.entries
	x.misplaced = ""
	var path []*journal.Entry
	failed := map[[2]int]bool{} // steps and where the search for their calls began
	var follow func(from int) bool
	follow = func(from int) bool {
		step := len(path)
		if step == len(x.selections) {
			return true
		}
		start := [2]int{step, from}
		if failed[start] || len(failed) == maxStarts {
			return false
		}
		for at := from; at < len(entries) && ctx.Err() == nil && (!x.Strict || step == 0 || at == from); at++ {
			if !x.isNext(path, entries[at]) {
				continue
			}
			if path = append(path, entries[at]); len(path) > len(x.matched) {
				x.matched, x.misplaced = slices.Clone(path), ""
			}
			if follow(at + 1) {
				return true
			}
			if path = path[:step]; !x.Strict && x.gaps[step+1] == nil {
				break // behind a later call there are only fewer
			}
		}
		failed[start] = true
		return false
	}
	follow(0)
}

// isNext reports whether a call is the step behind those of a path. It keeps why a call was not
// the first missing step.
func (x *expectation) isNext(path []*journal.Entry, e *journal.Entry) bool {
	step := len(path)
	if !x.resultOf(e, step).matches {
		return false
	}
	if g := x.gaps[step]; g != nil {
		fault := g.fault(path[step-1], e, mustAsk)
		if fault != "" && step == len(x.matched) {
			x.misplaced = fault
		}
		return fault == ""
	}
	return true
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

// missingStep describes the missing step and the call closest to it. A broken strict
// order has all its steps.
func (x *expectation) missingStep(ctx context.Context) nearest {
	step := len(x.matched)
	if step == len(x.selections) {
		return nearest{text: ", but calls that the journal has dropped may lie between them"}
	}
	missing := fmt.Sprintf("step %d (%s)", step+1, x.selections[step].name())
	if x.misplaced != "" {
		return nearest{text: fmt.Sprintf("; %s was not found: %s", missing, x.misplaced)}
	}
	if step == 0 {
		n := x.nearestOf(ctx, x.of.entries, step)
		n.text = fmt.Sprintf("; %s was not found", missing) + n.text
		return n
	}
	last := x.matched[step-1]
	rest := x.of.entries[slices.Index(x.of.entries, last)+1:]
	if x.Strict && len(rest) > 0 {
		n := x.nearestOf(ctx, rest[:1], step)
		n.text = fmt.Sprintf("; after %s came %s in place of %s", identify(last), identify(rest[0]), missing)
		return n
	}
	var n nearest
	for _, e := range slices.Backward(x.of.entries) {
		if x.resultOf(e, step).matches && e != last && !x.Strict {
			differed := []client.Difference{{Expected: "after " + identify(last), Given: map[string]string{"order": e.ID + " came before it"}}}
			n = nearest{call: &client.Closest{Request: x.of.Show(e), Differed: differed}, text: ", but before it: " + e.ID}
			break
		}
	}
	if n.call == nil {
		n = x.nearestOf(ctx, rest, step)
	}
	if n.call == nil {
		n = x.nearestOf(ctx, x.of.entries, step)
	}
	n.text = fmt.Sprintf("; %s was not found after %s", missing, identify(last)) + n.text
	return n
}
