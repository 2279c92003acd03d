package scenario

import "time"

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
	dice    dice
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
