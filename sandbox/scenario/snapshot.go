package scenario

import (
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// snapshot is what is in force at one moment, laid out for reading: a call
// looks up its operation and meets only the rules that are on it. It never
// changes; the counters it points at do.
type snapshot struct {
	idle  bool      // nothing is in force
	shelf *shelf    // the library it was made from
	ends  time.Time // when the first activation runs out, zero when none does

	steps map[catalog.OperationID][]step

	// switching are the activations with features or answers, the latest
	// first, and switched what they come to together. Where one of them ends
	// after some calls, that changes from call to call and is not kept.
	switching []*running
	switched  Overrides
}

// running is an activation with the scenario it stands for in this snapshot.
type running struct {
	*activation
	scenario *Scenario
	concerns map[catalog.OperationID]bool // operations its features and answers matter to
}

// step is one rule that is on an operation.
type step struct {
	activation *activation
	scenario   *Scenario
	number     int // of the rule, from 1
	rule       *rule
	counter    *counter
	dice       dice
}

func newSnapshot(shelf *shelf, seed uint64, inForce []*activation) *snapshot {
	s := &snapshot{shelf: shelf, idle: len(inForce) == 0, steps: map[catalog.OperationID][]step{}}
	for _, a := range inForce {
		if !a.until.IsZero() && (s.ends.IsZero() || a.until.Before(s.ends)) {
			s.ends = a.until
		}
		if scenario, err := shelf.find(a.name); err == nil { // a scenario that is gone does nothing until it is back
			s.add(a, scenario, seed)
		}
	}
	s.switched = merged(s.switching, nil)
	return s
}

func (s *snapshot) add(a *activation, scenario *Scenario, seed uint64) {
	if len(a.counters) != len(scenario.rules) {
		a.counters = make([]*counter, len(scenario.rules))
		for i := range a.counters {
			a.counters[i] = &counter{}
		}
	}
	for i := range scenario.rules {
		rule := &scenario.rules[i]
		next := step{activation: a, scenario: scenario, number: i + 1, rule: rule,
			counter: a.counters[i], dice: diceFor(seed, scenario.Name, i)}
		for _, id := range rule.operations {
			s.steps[id] = append(s.steps[id], next)
		}
	}
	if len(scenario.Features)+len(scenario.Assume) == 0 {
		return
	}
	r := &running{activation: a, scenario: scenario, concerns: map[catalog.OperationID]bool{}}
	for _, op := range catalog.Operations() {
		r.concerns[op.ID] = scenario.switches(op)
	}
	s.switching = append(s.switching, r)
}

// Overrides are the features and answers that scenarios give in place of the
// account's own. The maps are shared and must not be altered.
type Overrides struct {
	Features map[catalog.Feature]bool
	Answers  map[catalog.QuestionID]string

	from []*Scenario // those that gave them, the first to win first
}

// Names returns the scenarios by whose features or answers a call of the
// operation was bent that ended with the outcome and leaned on some answers
// beside.
func (o Overrides) Names(operation *catalog.Operation, outcome catalog.Outcome, leaned ...catalog.QuestionID) []string {
	if len(o.from) == 0 {
		return nil
	}
	questions := append(outcome.DependsOn(), leaned...)
	var names []string
	for _, s := range o.from {
		if o.bends(s, operation.Feature, questions) {
			names = append(names, s.Name)
		}
	}
	return names
}

// bends reports whether a call was bent by a feature that the operation needs,
// or by an answer to one of the questions, as a scenario gives it and no other
// one gave it before.
func (o Overrides) bends(s *Scenario, needed catalog.Feature, questions []catalog.QuestionID) bool {
	if on, given := s.Features[needed]; given && on == o.Features[needed] {
		return true
	}
	return slices.ContainsFunc(questions, func(id catalog.QuestionID) bool {
		token, given := s.Assume[id]
		return given && token == o.Answers[id]
	})
}

// merged puts features and answers together; where two disagree, the first
// wins. One-call scenarios come before those in force.
func merged(inForce []*running, oneCall []*Scenario) Overrides {
	var o Overrides
	for _, s := range oneCall {
		o.add(s)
	}
	for _, r := range inForce {
		o.add(r.scenario)
	}
	return o
}

func (o *Overrides) add(s *Scenario) {
	if len(s.Features)+len(s.Assume) == 0 {
		return
	}
	if o.from == nil {
		o.Features, o.Answers = map[catalog.Feature]bool{}, map[catalog.QuestionID]string{}
	}
	o.from = append(o.from, s)
	for feature, on := range s.Features {
		if _, given := o.Features[feature]; !given {
			o.Features[feature] = on
		}
	}
	for id, token := range s.Assume {
		if _, given := o.Answers[id]; !given {
			o.Answers[id] = token
		}
	}
}
