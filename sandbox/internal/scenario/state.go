package scenario

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"time"
)

// State holds the active scenarios of an account and all counters, for storing. A
// director that restores it decides the next calls like the original one, if both
// have the same seed.
type State struct {
	Active   []ActiveState `json:"active,omitempty"`    // the latest first
	OneCalls int64         `json:"one_calls,omitempty"` // calls that named scenarios
	Buckets  []BucketState `json:"buckets,omitempty"`   // of limits
}

// ActiveState is one active scenario with its counters.
type ActiveState struct {
	Name     string      `json:"name"`
	Baseline bool        `json:"baseline,omitempty"`
	Times    int64       `json:"times,omitempty"` // 0: no limit
	Until    time.Time   `json:"until,omitzero"`  // on the wall clock, zero: no limit
	Since    time.Time   `json:"since,omitzero"`  // when it was activated, on the account's clock
	Matched  int64       `json:"matched,omitempty"`
	Affected int64       `json:"affected,omitempty"`
	Rules    []RuleState `json:"rules,omitempty"`
}

// RuleState is the counters of one rule.
type RuleState struct {
	Matched int64 `json:"matched,omitempty"`
	Acted   int64 `json:"acted,omitempty"`
	Calls   int64 `json:"calls,omitempty"` // of the operation that nth names
}

// BucketState is a bucket of the limit of a rule.
type BucketState struct {
	limitedRule
	Key  []byte    `json:"key"`
	Left float64   `json:"left"` // calls that may still pass
	At   time.Time `json:"at"`   // on the account's clock
}

// state returns the buckets in one order.
func (l *limits) state() []BucketState {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []BucketState
	for rule, buckets := range l.byRule {
		for key, b := range buckets {
			all = append(all, BucketState{rule, bytes.Clone(key[:]), b.calls, b.at})
		}
	}
	slices.SortFunc(all, func(x, y BucketState) int {
		return cmp.Or(cmp.Compare(x.Scenario, y.Scenario), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Calls, y.Calls), cmp.Compare(x.Per, y.Per),
			cmp.Compare(x.By, y.By), cmp.Compare(x.Header, y.Header), bytes.Compare(x.Key, y.Key))
	})
	return all
}

// restore replaces the buckets by those of a state.
func (l *limits) restore(all []BucketState) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.byRule = map[limitedRule]map[bucketKey]*bucket{}
	for _, s := range all {
		if l.byRule[s.limitedRule] == nil {
			l.byRule[s.limitedRule] = map[bucketKey]*bucket{}
		}
		var key bucketKey
		copy(key[:], s.Key)
		l.byRule[s.limitedRule][key] = &bucket{calls: s.Left, at: s.At}
	}
}

// State returns the present state. Of a call in progress it has the counts so
// far.
func (d *Director) State() State {
	s := State{OneCalls: d.oneCalls.Load(), Buckets: d.limits.state()}
	d.change(func() {
		for _, a := range d.active {
			state := ActiveState{Name: a.name, Baseline: a.baseline, Times: a.times, Until: a.until, Since: a.since, Matched: a.matched.Load(), Affected: a.affected.Load()}
			for i := range a.counters {
				c := &a.counters[i]
				state.Rules = append(state.Rules, RuleState{Matched: c.matched.Load(), Acted: c.acted.Load(), Calls: c.calls.Load()})
			}
			s.Active = append(s.Active, state)
		}
	})
	return s
}

// Restore replaces the active scenarios by a state. A scenario missing from the
// library is active too, and does nothing until it is there.
func (d *Director) Restore(s State) {
	d.beginAgain(func() {
		d.active = nil
		for _, a := range s.Active {
			next := &activation{director: d, name: a.Name, baseline: a.Baseline, times: a.Times, until: a.Until, since: a.Since, counters: make([]counter, len(a.Rules))}
			next.matched.Store(a.Matched)
			next.affected.Store(a.Affected)
			for i, r := range a.Rules {
				c := &next.counters[i]
				c.matched.Store(r.Matched)
				c.acted.Store(r.Acted)
				c.calls.Store(r.Calls)
			}
			d.active = append(d.active, next)
		}
	})
	d.oneCalls.Store(s.OneCalls)
	d.limits.restore(s.Buckets)
}

// Text is a scenario of the user's own, or of a folder.
type Text struct {
	Name   string
	YAML   string
	Bodies map[string]string // the files named in it, by name
}

// Texts returns the scenarios of users and of the folder, sorted by name, as read last.
func (l *Library) Texts() (list []Text) {
	c := l.contents.Load()
	all := map[string]definition{}
	maps.Copy(all, c.own)
	maps.Copy(all, c.folder) // which wins
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text := Text{Name: name, YAML: all[name].text}
		if all[name].err == nil {
			text.Bodies = all[name].scenario.bodies
		}
		list = append(list, text)
	}
	return list
}
