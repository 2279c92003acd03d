package scenario

import (
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Decision is what becomes of a call: first what Standing says of it, then what
// Decide adds.
type Decision struct {
	// Overrides hold for the call from its beginning.
	Overrides Overrides

	// Delay is how long to wait before going on, the sum of all rules.
	Delay time.Duration

	// Effect replaces the ordinary answer; Effect.None when there is none.
	Effect Effect

	// Notes say which conditions could not be worked out for the call.
	Notes []string

	acted    []string // scenarios whose rules acted
	claims   []claim
	snapshot *snapshot   // in force when the call began, nil when nothing was
	borrowed []*Scenario // asked for with the call itself
}

// Acted returns the scenarios whose rules acted on the call.
func (v Decision) Acted() []string { return slices.Clone(v.acted) }

// claim is a bent call taken from an activation, for a rule that acts or for its
// features and answers. Whether the latter bend the call is known when its
// outcome is.
type claim struct {
	activation *activation
	scenario   *Scenario
	byRule     bool // a rule acted too, so the call is bent whatever its outcome
	open       bool // counted in activation.open until the outcome is known
}

// Commit returns the scenarios that bent the call, given the outcome it ended
// with and the open questions on whose answers it leaned beside: those whose
// rules acted, then those by whose features or answers it went as it did. A
// call that was not bent is given back to the scenarios that end after some
// bent calls, so it is called once, when the call is over.
func (v Decision) Commit(operation *catalog.Operation, outcome catalog.Outcome, leaned ...catalog.QuestionID) []string {
	names := slices.Clip(v.acted)
	if v.Effect.Empty() {
		for _, name := range v.Overrides.Names(operation, outcome, leaned...) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	v.settle(names)
	return names
}

// Release gives a call back that turns out not to be the account's.
func (v Decision) Release() {
	for _, c := range v.claims {
		c.activation.matched.Add(-1)
	}
	v.settle(nil)
}

func (v Decision) settle(names []string) {
	for _, c := range v.claims {
		if !c.byRule && !slices.Contains(names, c.scenario.Name) {
			c.activation.bent.Add(-1)
		}
		if c.open {
			c.activation.open.Add(-1)
		}
	}
}
