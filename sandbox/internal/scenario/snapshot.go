package scenario

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// snapshot holds the active scenarios of one moment, arranged for reading: a
// call looks up its operation and finds only rules on it. A snapshot never
// changes; the counters it points to do.
type snapshot struct {
	idle    bool        // nothing is active
	library *collection // the scenarios it was made from
	ends    time.Time   // when the first activation ends by its time, zero when none does

	looksBack bool // a rule shows records as they were
	readsSeen bool // a rule reads seen

	rules map[catalog.OperationID][]activeRule
	nth   map[catalog.OperationID][]*counter // of the rules whose nth names the operation

	// overriders are the activations with features or answers, the latest
	// first, and overrides is all of them merged. When one of them has no calls
	// left, the call merges the others itself.
	overriders []*overrider
	overrides  Overrides
}

// overrider is an activation of a scenario with features or answers.
type overrider struct {
	*activation
	scenario *Scenario
	concerns map[catalog.OperationID]bool // operations concerned by its features and answers
}

// activeRule is one rule of an active scenario.
type activeRule struct {
	activation *activation
	scenario   *Scenario
	number     int // of the rule, from 1
	rank       int // of the scenario: 0 was activated last, below 0 the call names it
	rule       *rule
	counter    *counter
	dice       dice
}

// newSnapshot arranges the active scenarios.
func (d *Director) newSnapshot() *snapshot {
	library, contents := d.options.Library.contents.Load(), d.contents()
	s := &snapshot{library: library, idle: len(d.active) == 0, rules: map[catalog.OperationID][]activeRule{}, nth: map[catalog.OperationID][]*counter{}}
	for rank, a := range d.active {
		if !a.until.IsZero() && (s.ends.IsZero() || a.until.Before(s.ends)) {
			s.ends = a.until
		}
		if scenario, err := contents.find(a.name); err == nil { // a missing scenario does nothing until it is back
			s.add(a, scenario, rank, d.options.Seed)
		}
	}
	s.overrides = mergeOverrides(s.overriders, nil)
	return s
}

func (s *snapshot) add(a *activation, scenario *Scenario, rank int, seed uint64) {
	if len(a.counters) != len(scenario.rules) {
		a.counters = make([]*counter, len(scenario.rules))
		for i := range a.counters {
			a.counters[i] = &counter{}
		}
	}
	s.readsSeen = s.readsSeen || scenario.readsSeen
	for i := range scenario.rules {
		rule := &scenario.rules[i]
		next := activeRule{activation: a, scenario: scenario, number: i + 1, rank: rank, rule: rule,
			counter: a.counters[i], dice: diceFor(seed, scenario.Name, i)}
		for _, id := range rule.operations {
			s.rules[id] = append(s.rules[id], next)
		}
		s.looksBack = s.looksBack || !rule.earlier.IsNow()
		if rule.nth != nil {
			s.nth[rule.nth.operation] = append(s.nth[rule.nth.operation], next.counter)
		}
	}
	if !scenario.hasOverrides() {
		return
	}
	o := &overrider{activation: a, scenario: scenario, concerns: map[catalog.OperationID]bool{}}
	for _, op := range catalog.Targets() {
		o.concerns[op.ID] = scenario.overrides(op)
	}
	s.overriders = append(s.overriders, o)
}
