package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// nearest is the call closest to a failed expectation, for its message.
type nearest struct {
	call   *client.Closest         // nil when there is no call
	others []client.OperationCount // when no call is of the expected operation
	text   string                  // for the message
}

// closest returns the closest call: if too few calls match, the one that
// satisfies most of the selection, otherwise the last match.
func (x *expectation) closest(ctx context.Context) nearest {
	switch {
	case x.InOrder != nil:
		return x.missingStep(ctx)
	case x.records != nil:
		return nearest{text: x.records.faults()}
	}
	least, _ := x.bounds()
	if x.dropped > 0 && len(x.matched) == 0 && x.countMatches() >= least {
		return nearest{} // the closest call was dropped
	}
	if len(x.matched) == 0 || x.countMatches() < least && slices.ContainsFunc(x.of.entries, func(e *journal.Entry) bool { return x.resultOf(e, 0).nearness > other }) {
		return x.nearestOf(ctx, x.of.entries, 0)
	}
	last := x.matched[len(x.matched)-1]
	return nearest{call: &client.Closest{Request: x.of.Show(last), Differed: []client.Difference{}}}
}

// nearestOf returns the call that satisfies most of a step's selection without
// matching it, the latest of several.
func (x *expectation) nearestOf(ctx context.Context, entries []*journal.Entry, step int) nearest {
	var best *journal.Entry
	most := 0
	for _, e := range slices.Backward(entries) {
		if near := x.resultOf(e, step).nearness; near > most {
			best, most = e, near
		}
	}
	if best == nil {
		return nearest{}
	}
	selected := x.selections[step]
	n := nearest{call: &client.Closest{Request: x.of.Show(best), Differed: selected.differences(ctx, best)}}
	if selected.operation != nil && most == other && !slices.ContainsFunc(x.of.tallies, func(t Tally) bool { return t.Unknown || t.Operation == selected.Operation }) && !slices.ContainsFunc(entries, selected.isOfOperation) {
		n.others = operationCounts(entries, x.of.tallies)
		var parts []string
		for _, c := range n.others {
			parts = append(parts, fmt.Sprintf("%d of %s", c.Calls, cmp.Or(c.Operation, "no operation")))
		}
		n.text = "; only calls of other operations were made: " + phrase.And(parts...)
	}
	return n
}

// The nearness of calls that do not match. Each satisfied part of the selection
// brings a call of the operation one nearer.
const (
	other   = 1 // a call of another operation
	meant   = 2 // its address may have been meant for the operation
	rightly = 3 // a call of the operation
)

// nearness returns the nearness of a call to the selection.
func (x *selection) nearness(ctx context.Context, e *journal.Entry, c *calls.Call) int {
	if !x.isOfOperation(e) {
		if x.operation.Protocol == catalog.REST && e.Operation == "" && e.Protocol == client.REST && x.meantBy(c) {
			return meant
		}
		return other
	}
	n := rightly
	if len(x.parts) < 2 { // the only part is known not to match
		return n
	}
	for _, part := range x.parts {
		if ctx.Err() == nil && part.matches(ctx, c) {
			n++
		}
	}
	return n
}

// versionSteps is the number of steps before a path of the catalogue: rest and
// the version (section 9).
const versionSteps = 2

// meantBy reports whether a call of no operation was likely meant for the
// selected one.
func (x *selection) meantBy(c *calls.Call) bool {
	steps := strings.FieldsFunc(c.Address().Path, func(r rune) bool { return r == '/' })
	path := strings.Join(steps[min(versionSteps, len(steps)):], "/")
	return catalog.NearestOperation(c.Method(), path).ID == x.operation.ID
}

// differences returns the parts of the selection that an entry does not satisfy,
// with the values of the masked entry.
func (x *selection) differences(ctx context.Context, e *journal.Entry) []client.Difference {
	if !x.isOfOperation(e) {
		expected := x.Operation
		if x.operation.Path != "" {
			expected = x.operation.Method + " " + x.operation.Path + " (" + x.Operation + ")"
		}
		given := map[string]string{"request": e.Request.Method + " " + e.View().Request.URI}
		if e.Operation != "" {
			given["operation"] = e.Operation
		}
		return []client.Difference{{Expected: expected, Given: given}}
	}
	ctx, cancel := context.WithTimeout(ctx, maxEvaluation)
	defer cancel()
	c := calls.Of(e.View(), x.of.XPath)
	list := []client.Difference{}
	for _, part := range x.parts {
		if !part.matches(ctx, c) {
			list = append(list, part.difference(ctx, c))
		}
	}
	return list
}

// operationCounts counts calls by operation, most calls first, and dropped ones with them.
func operationCounts(entries []*journal.Entry, dropped []Tally) []client.OperationCount {
	var counts []client.OperationCount
	add := func(operation string, calls int) {
		at := slices.IndexFunc(counts, func(c client.OperationCount) bool { return c.Operation == operation })
		if at < 0 {
			at = len(counts)
			counts = append(counts, client.OperationCount{Operation: operation})
		}
		counts[at].Calls += calls
	}
	for _, t := range dropped {
		add(t.Operation, int(t.Calls))
	}
	for _, e := range entries {
		add(e.Operation, 1)
	}
	slices.SortStableFunc(counts, func(a, b client.OperationCount) int { return cmp.Compare(b.Calls, a.Calls) })
	return counts
}
