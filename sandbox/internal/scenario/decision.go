package scenario

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
)

// Decision holds the effects of scenarios on one call. Begin makes it and sets
// Overrides; Decide adds the rest; Commit or Release ends it. The zero value
// does nothing.
type Decision struct {
	// Overrides apply to the whole call, the checks before Decide included.
	Overrides Overrides

	// Delay is how long the call waits before it goes on: the sum of all rules.
	Delay time.Duration

	// Holds are the delays one by one.
	Holds []Hold

	// Effect replaces the ordinary answer, unless it is empty.
	Effect Effect

	// Edits change the answer, in the order of activation.
	Edits []RuleEdits

	// Delivery is how the answer is sent.
	Delivery Delivery

	// Moves change records of the shop.
	Moves []RuleMoves

	// Earlier is how far back the operation reads.
	Earlier RuleEarlier

	// Headers are sent by limits, nil for none.
	Headers map[string]string

	// Notes name the conditions that failed for this call, with the reason.
	Notes []string

	// LeftOut names the rules on the operation that did not act, with the reason.
	LeftOut []string

	preview bool          // no counter moves
	acted   []*activeRule // in their turns
	winner  *activeRule
	claims  []claim

	scenarios []activeScenario   // those that the call names, and those active when it began, the latest first
	ordinal   int64              // of the call among those that name scenarios
	counted   []*activation      // that have counted the call as matched
	waits     bool               // a rule reads how the call ends
	ordinals  map[*counter]int64 // of the call, for rules whose nth names its operation

	early        bool     // the call fails a check before its rules are tried
	inCredential []string // scenarios named in its credential
}

// Hold is a wait of a call because of a scenario.
type Hold struct {
	Scenario string
	For      time.Duration
	Released context.Context //nolint:containedctx // done when the scenario is deactivated by hand, never if the call names it
}

// Note says in a sentence how long the call waits, "" for no time.
func (h Hold) Note() string {
	switch {
	case h.For <= 0:
		return ""
	case h.Released.Err() != nil:
		return fmt.Sprintf("scenario %s delays the call until it is deactivated", h.Scenario)
	default:
		return fmt.Sprintf("scenario %s delays the call by %s", h.Scenario, shortDuration(h.For.Round(time.Microsecond)))
	}
}

// HoldFor returns a wait of the call while its answer is sent: the latest scenario with a
// part in the delivery makes it.
func (d Decision) HoldFor(wait time.Duration) Hold {
	for _, a := range d.acted {
		if a.rule.delivery != (Delivery{}) || d.Effect.Cut == Drip && a.scenario.Name == d.Ending() {
			return Hold{a.scenario.Name, wait, a.untilRelease()}
		}
	}
	return Hold{For: wait, Released: context.Background()}
}

// IsIdle reports whether no scenario was active when the call began, and the call names none.
func (d Decision) IsIdle() bool { return len(d.scenarios) == 0 }

// Waits reports whether a rule reads how the call ends, so that DecideLate is due.
func (d Decision) Waits() bool { return d.waits }

// ReadsSeen reports whether a scenario that is active, or that the call names, reads how many
// calls have named a record.
func (d Decision) ReadsSeen() bool {
	return slices.ContainsFunc(d.scenarios, func(a activeScenario) bool { return a.scenario.readsSeen })
}

// RuleEdits are the edits of one rule.
type RuleEdits struct {
	Scenario string
	Edits    edit.List

	rank int // of the scenario: 0 is the one activated last
}

// ActingScenarios returns the names of the scenarios whose rules acted on the call, the latest
// activated first.
func (d Decision) ActingScenarios() (names []string) {
	for _, a := range d.acted {
		if !slices.Contains(names, a.scenario.Name) {
			names = append(names, a.scenario.Name)
		}
	}
	return names
}

// Ending returns the scenario that fails, answers or cuts the call, "" for none.
func (d Decision) Ending() string {
	if d.winner == nil {
		return ""
	}
	return d.winner.scenario.Name
}

// Acts reports whether a rule acts on the call or counts it for a limit.
func (d Decision) Acts() bool { return len(d.acted) > 0 || d.Headers != nil }

// claim counts the call among the affected calls of an activation, because a
// rule acted or because the activation has features or answers. Only the
// outcome shows whether the latter affected the call.
type claim struct {
	activation *activation
	scenario   *Scenario
	undecided  bool // counted in activation.undecided until the outcome is known
}

// Replaces reports whether a scenario fails, answers or edits the call, or leaves
// the client without the whole answer.
func (d Decision) Replaces() bool {
	return len(d.Edits) > 0 || d.Effect.Fail != nil || d.Effect.Answer != nil || d.Effect.Cut != "" && d.Effect.Cut != Drip
}

// Commit ends the decision and returns the names of the scenarios that affected
// the call: first by a rule, then by a feature or an answer that decides the
// outcome. questions are further ones the call depended on, besides those of
// its outcome. A scenario counts only affected calls, so Commit must be called
// once, when the call is over.
func (d Decision) Commit(operation *catalog.Operation, outcome catalog.Outcome, questions ...catalog.QuestionID) []string {
	names := d.ActingScenarios()
	if d.Effect.Empty() && len(d.Edits) == 0 {
		for _, name := range d.Overrides.affecting(operation, outcome, questions) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	d.end(names)
	return names
}

// Release ends the decision without counting the call, because it does not
// belong to the account.
func (d Decision) Release() {
	for _, c := range d.claims {
		d.back(&c.activation.matched)
	}
	d.end(nil)
}

// Trigger returns how the scenario of a name came to act on the call, "" when the
// call itself names it.
func (d Decision) Trigger(name string) client.TriggerBy {
	for _, c := range d.claims {
		switch a := c.activation; {
		case c.scenario.Name != name:
		case a.baseline:
			return client.TriggerBaseline
		case a.times > 0:
			return client.TriggerTimes
		case !a.until.IsZero():
			return client.TriggerPeriod
		default:
			return client.TriggerAccount
		}
	}
	return ""
}

// next returns the number after n, and counts the call unless it is a preview.
func (d *Decision) next(n *atomic.Int64) int64 {
	if d.preview {
		return n.Load() + 1
	}
	return n.Add(1)
}

// back undoes next.
func (d *Decision) back(n *atomic.Int64) {
	if !d.preview {
		n.Add(-1)
	}
}

// countTo counts the call in n unless n has reached maxCalls, and reports whether it
// has not. It is exact however many calls compete. 0 is no bound.
func (d *Decision) countTo(n *atomic.Int64, maxCalls int64) bool {
	for {
		counted := n.Load()
		if maxCalls > 0 && counted >= maxCalls {
			return false
		}
		if d.preview || n.CompareAndSwap(counted, counted+1) {
			return true
		}
	}
}

// end drops the claims of scenarios that did not affect the call, and reports
// the activations used up by it.
func (d Decision) end(affecting []string) {
	for _, c := range d.claims {
		if !slices.Contains(affecting, c.scenario.Name) {
			d.back(&c.activation.affected)
		}
		if c.undecided {
			d.back(&c.activation.undecided)
		}
	}
	for _, c := range d.claims {
		if c.activation.usedUp() && c.activation.undecided.Load() == 0 {
			c.activation.reportEnd(client.ChangeSpent)
		}
	}
}
