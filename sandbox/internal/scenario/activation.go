package scenario

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// activation is an active scenario with its counters.
type activation struct {
	director  *Director
	name      string
	baseline  bool
	lasting   bool      // it stays until its name is deactivated, also over a reset
	times     int64     // 0: no limit
	until     time.Time // zero: no limit
	since     time.Time // when it was activated, on the account's clock
	matched   atomic.Int64
	affected  atomic.Int64
	undecided atomic.Int64 // calls in affected that may be taken back
	over      atomic.Bool  // its end was reported
	holding   *holding     // set before calls meet it
	counters  []counter    // one per rule; replaced under the director's lock
}

// holding lets the calls go on that a scenario holds. Its release may be called again,
// because accounts may share an activation.
type holding struct {
	released context.Context //nolint:containedctx // done when they go on
	release  context.CancelFunc
}

// newActivation returns an activation that begins now.
func (d *Director) newActivation(name string) *activation {
	return &activation{director: d, name: name, since: d.options.Clock()}
}

// counter counts the calls of one rule of an activation.
type counter struct {
	matched, acted atomic.Int64
	calls          atomic.Int64 // of the operation that nth names
}

// usedUp reports whether the limit on calls is reached.
func (a *activation) usedUp() bool { return a.times > 0 && a.affected.Load() >= a.times }

// hasEnded reports whether the activation has reached a limit for good: an
// undecided call may still turn out not to be affected.
func (a *activation) hasEnded(now time.Time) bool {
	return a.usedUp() && a.undecided.Load() == 0 || !a.until.IsZero() && !now.Before(a.until)
}

// view returns the active scenario as lists show it.
func (a *activation) view(contents *collection) client.Activation {
	shown := client.Activation{Name: a.name, Baseline: a.baseline, Own: contents.source(a.name) == FromAccount, Matched: a.matched.Load(), Affected: a.affected.Load()}
	if a.times > 0 {
		shown.Remaining = new(max(0, a.times-shown.Affected))
	}
	if !a.until.IsZero() {
		shown.Until = new(a.until)
	}
	if scenario, err := contents.find(a.name); err != nil {
		shown.Error = err.Error()
	} else {
		shown.Summary = scenario.Summary
	}
	return shown
}

// reportEnd reports once that the activation is over.
func (a *activation) reportEnd(change client.EventChange) {
	report := a.director.report
	if report == nil || !a.over.CompareAndSwap(false, true) {
		return
	}
	if a.hasEnded(a.director.options.Wall()) {
		change = client.ChangeSpent
	}
	report(client.ScenarioEvent{Name: a.name, Change: change})
}

// snapshot holds the active scenarios of one moment. It never changes; the counters it
// points to do.
type snapshot struct {
	idle      bool        // nothing is active
	library   *collection // the scenarios it was made from
	ends      time.Time   // when the first activation ends by its time, zero when none does
	scenarios []activeScenario
}

// activeScenario is a scenario that may act on a call: for the account, or because the call
// names it.
type activeScenario struct {
	*activation // nil when the call names it
	scenario    *Scenario
	rank        int       // 0 was activated last, below 0 the call names it
	counters    []counter // one per rule
}

// activeRule is one rule of an active scenario on the operation of a call.
type activeRule struct {
	activeScenario
	number  int // of the rule, from 1
	turn    int // among the rules of the call, 0 first
	rule    *rule
	counter *counter
	seed    uint64 // of all dice
}

// newSnapshot returns the active scenarios, the latest first. A missing one does nothing
// until it is back.
func (d *Director) newSnapshot() *snapshot {
	library, contents := d.options.Library.contents.Load(), d.contents()
	s := &snapshot{library: library, idle: len(d.active) == 0}
	for rank, a := range d.active {
		if !a.until.IsZero() && (s.ends.IsZero() || a.until.Before(s.ends)) {
			s.ends = a.until
		}
		scenario, err := contents.find(a.name)
		if err != nil {
			continue
		}
		if len(a.counters) != len(scenario.rules) {
			a.counters = make([]counter, len(scenario.rules))
		}
		s.scenarios = append(s.scenarios, activeScenario{a, scenario, rank, a.counters})
	}
	return s
}
