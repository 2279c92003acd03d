package scenario

import (
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// places are where the parameters of the words of a condition are.
var places = map[string]catalog.Place{queryWord: catalog.InQuery, pathWord: catalog.InPath}

// inputs checks that at least one of the operations has each parameter that a
// condition names, because otherwise the rule would never act.
func (r *reader) inputs(w expression, when *Condition, on []catalog.OperationID) {
	if len(on) == len(catalog.Targets()) { // "*": no path outside of the interface in particular
		on = slices.DeleteFunc(slices.Clone(on), func(id catalog.OperationID) bool { return id == catalog.UnknownPath })
	}
	if when == nil || len(on) == 0 || slices.Contains(on, catalog.UnknownPath) {
		return
	}
	for _, read := range when.reads {
		if hasParameter(on, places[read.word], read.name) {
			continue
		}
		line, column := place(when.text, read.offset)
		near := nearest(read.name, parameters(on, places[read.word]))
		r.add(faultNear(within(w.word, line, column), near, "when: %s the %s parameter %s", withoutParameter(on), read.word, read.name))
	}
}

// hasParameter reports whether one of the operations has a parameter. A list may be
// Statuses[] in a query.
func hasParameter(on []catalog.OperationID, in catalog.Place, name string) bool {
	name, _, _ = strings.Cut(name, "[")
	return slices.Contains(parameters(on, in), name)
}

// parameters returns the names of the parameters that the operations have in a
// place.
func parameters(on []catalog.OperationID, in catalog.Place) (names []string) {
	for _, id := range on {
		op, _ := catalog.Find(id)
		for _, p := range op.Parameters() {
			if p.In == in {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// withoutParameter names the operations for a message.
func withoutParameter(on []catalog.OperationID) string {
	switch n := len(on); {
	case n == 1:
		return string(on[0]) + " does not have"
	case n >= len(catalog.Operations()):
		return "no operation has"
	}
	return "none of " + phrase.List(on...) + " has"
}
