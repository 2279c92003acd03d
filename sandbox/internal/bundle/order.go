package bundle

import (
	"cmp"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// record identifies a record.
type record struct{ kind, id string }

// inOrder returns the steps in the order in which they wrote. Calls that ran at the
// same time may have ended in another one. undo has how each record was before all
// steps. A step that only reads stays where it ended.
func inOrder(steps []Step, undo []commerce.Change) []Step {
	steps = byCreation(slices.Clone(steps))
	now := map[record][]byte{}
	for _, c := range undo {
		now[record{c.Kind, c.ID}] = c.Before
	}
	isNext := func(s Step) bool {
		return !slices.ContainsFunc(s.stored(), func(c Change) bool {
			return c.Kind != commerce.FormKind && !sameImage(now[record{c.Kind, c.ID}], c.Before)
		})
	}
	var ordered, waiting []Step
	write := func(s Step) {
		ordered = append(ordered, s)
		for _, c := range s.stored() {
			now[record{c.Kind, c.ID}] = c.After
		}
	}
	for _, s := range steps {
		if !isNext(s) {
			waiting = append(waiting, s)
			continue
		}
		write(s)
		for at := slices.IndexFunc(waiting, isNext); at >= 0; at = slices.IndexFunc(waiting, isNext) {
			write(waiting[at])
			waiting = slices.Delete(waiting, at, at+1)
		}
	}
	return append(ordered, waiting...)
}

// byCreation puts the calls that created a campaign in the order of their codes, and
// those that created an order in that of their references, because both are given in
// the order of writing.
func byCreation(steps []Step) []Step {
	for _, kind := range []string{"campaign", "order"} {
		var places []int
		var creating []Step
		for i, s := range steps {
			if s.Call != nil && created(s, kind) != "" {
				places, creating = append(places, i), append(creating, s)
			}
		}
		slices.SortStableFunc(creating, func(x, y Step) int {
			a, b := created(x, kind), created(y, kind)
			return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
		})
		for i, place := range places {
			steps[place] = creating[i]
		}
	}
	return steps
}

// created returns the first record of a kind that a step created, "" for none.
func created(s Step, kind string) string {
	for _, c := range s.stored() {
		if c.Kind == kind && c.Before == nil {
			return c.ID
		}
	}
	return ""
}
