package scenario

import (
	"context"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Trial finds the calls that a scenario would have affected if it had been
// active alone. It counts calls like an activation, so they must be tried in
// their original order.
type Trial struct {
	name     string
	director *Director
	now      time.Time // of the latest call on the account's clock
	ended    time.Time // when the last of the calls so far ended
}

// NewTrial returns a trial of a scenario. No library needs to have it. seed is
// the seed of chance.
func NewTrial(s *Scenario, seed uint64) *Trial {
	library := &Library{}
	library.contents.Store(&collection{own: map[string]definition{s.Name: {scenario: s}}})
	t := &Trial{name: s.Name}
	t.director, _ = NewDirector(DirectorOptions{ // the library has the scenario
		Library: library, Baseline: []string{s.Name}, Seed: seed,
		Wall: func() time.Time { return time.Time{} }, Clock: func() time.Time { return t.now },
	})
	return t
}

// TriedCall is an earlier call, and how it ended.
type TriedCall struct {
	Call      EndedCall
	Operation *catalog.Operation
	Outcome   catalog.Outcome
	Questions []catalog.QuestionID // the call depended on their answers
	Admitted  bool                 // its credentials were right, otherwise only rules before the credential are tried on it

	Arrived, Ended time.Time // on the machine's clock
}

// Affects reports whether the scenario would have affected a call. Conditions end
// with the context, and then do not match.
func (t *Trial) Affects(ctx context.Context, c TriedCall) bool {
	// An earlier moment means that the clock was set back, except when another call overtook this one.
	if now := c.Call.Now(); !now.Before(t.now) || !c.Arrived.Before(t.ended) {
		t.now = now
	}
	if c.Ended.After(t.ended) {
		t.ended = c.Ended
	}
	decision, _ := t.director.Begin(c.Operation.ID, nil) // only names of scenarios can be wrong
	if c.Admitted {
		decision = t.director.Decide(ctx, c.Call, decision)
	} else {
		decision = t.director.DecideEarly(ctx, c.Call, decision, nil)
	}
	if decision.Waits() {
		decision = t.director.DecideLate(ctx, c.Call, decision)
	}
	return slices.Contains(decision.Commit(c.Operation, c.Outcome, c.Questions...), t.name)
}
