package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Begin returns the features and answers that hold for a call because of
// the scenarios in force and those named for this call alone. They hold for
// every check of the call, those before Decide too. The error is an
// *UnknownError or a *BrokenError about one of the names; what is in force
// stands all the same. What it took of scenarios that end after some bent calls
// is settled by Bent or Release.
func (d *Director) Begin(operation catalog.OperationID, oneCall []string) (Decision, error) {
	s := d.current()
	if s.idle && len(oneCall) == 0 {
		return Decision{}, nil
	}
	borrowed, err := d.borrow(operation, oneCall)
	v := Decision{snapshot: s, borrowed: borrowed}
	v.stand(operation)
	return v, err
}

// Decide plays the rules over a call that Standing said the first about: of the
// scenarios named for this call alone, then of those in force when it began.
func (d *Director) Decide(call Call, standing Decision) Decision {
	if standing.snapshot == nil {
		return standing
	}
	t := trial{call: call, verdict: standing}
	operation := call.Operation()
	if len(standing.borrowed) > 0 {
		t.playBorrowed(standing.borrowed, operation, d.setup.Seed, d.borrowed.Add(1))
	}
	if t.verdict.Effect.Empty() {
		t.play(standing.snapshot.steps[operation])
	}
	return t.verdict
}

// borrow finds the scenarios named for one call. Each must have something for
// the operation: a call that asks for a failure and does not meet it would let
// a test pass that tests nothing.
func (d *Director) borrow(operation catalog.OperationID, names []string) ([]*Scenario, error) {
	if len(names) == 0 {
		return nil, nil
	}
	shelf := d.setup.Library.shelf.Load()
	var found []*Scenario
	for _, name := range names {
		scenario, err := shelf.find(name)
		if err != nil {
			return nil, err
		}
		if !scenario.serves(operation) {
			near := nearest(withoutOperation(name), shelf.serving(operation))
			return nil, &UnknownError{Name: name, Operation: operation, Nearest: near}
		}
		if !slices.Contains(found, scenario) {
			found = append(found, scenario)
		}
	}
	return found, nil
}

// serves reports whether the scenario has anything for the operation. Features
// and answers count for every operation: whether they show is up to the call.
func (s *Scenario) serves(operation catalog.OperationID) bool {
	return len(s.Features)+len(s.Assume) > 0 ||
		slices.ContainsFunc(s.rules, func(r rule) bool { return slices.Contains(r.operations, operation) })
}

func (s *shelf) serving(operation catalog.OperationID) []string {
	return slices.DeleteFunc(s.names(), func(name string) bool {
		scenario, err := s.find(name)
		return err != nil || !scenario.serves(operation)
	})
}

// withoutOperation is what a scenario's name says beyond its operation: who asks
// login for customer-orders-internal-error means login-internal-error.
func withoutOperation(name string) string {
	for _, id := range operationNames() {
		if rest, ok := strings.CutPrefix(name, string(id)+"-"); ok {
			return rest
		}
	}
	return name
}

// stand claims a bent call of every activation whose features or answers
// matter to the operation. Where none is left, they no longer hold.
func (v *Decision) stand(operation catalog.OperationID) {
	hold := func(r *running) bool {
		if !r.concerns[operation] {
			return !r.spent()
		}
		r.matched.Add(1)
		r.open.Add(1)
		if !take(&r.bent, r.times) {
			r.open.Add(-1)
			return false
		}
		v.claims = append(v.claims, claim{activation: r.activation, scenario: r.scenario, open: true})
		return true
	}
	held := filtered(v.snapshot.switching, hold)
	if len(v.borrowed) == 0 && len(held) == len(v.snapshot.switching) {
		v.Overrides = v.snapshot.switched
		return
	}
	v.Overrides = merged(held, v.borrowed)
}

func filtered(list []*running, keep func(*running) bool) []*running {
	var kept []*running
	for _, r := range list {
		if keep(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// trial is one call meeting the rules.
type trial struct {
	call    Call
	verdict Decision
	matched *activation // the last one whose rules matched; its rules are in a row
}

// playBorrowed plays one-call scenarios, where skip, chance and times do not
// count: what is asked for happens.
func (t *trial) playBorrowed(borrowed []*Scenario, operation catalog.OperationID, seed uint64, ordinal int64) {
	for _, scenario := range borrowed {
		for i := range scenario.rules {
			rule := &scenario.rules[i]
			now := step{scenario: scenario, number: i + 1, rule: rule, dice: diceFor(seed, scenario.Name, i)}
			if !slices.Contains(rule.operations, operation) || !t.matches(&now) {
				continue
			}
			if t.act(&now, ordinal) {
				return
			}
		}
	}
}

// play plays the rules in force on the operation.
func (t *trial) play(steps []step) {
	for i := range steps {
		now := &steps[i]
		if now.activation.spent() && !t.claimed(now.activation) || !t.matches(now) {
			continue
		}
		t.count(now.activation)
		ordinal := now.counter.matched.Add(1)
		if ordinal <= now.rule.skip || !now.chosen(ordinal) {
			continue
		}
		if !take(&now.counter.acted, now.rule.times) || !t.claim(now) {
			continue
		}
		if t.act(now, ordinal) {
			return
		}
	}
}

func (s *step) chosen(ordinal int64) bool {
	return s.rule.chance >= 1 || s.dice.share(ordinal, forChance) < s.rule.chance
}

// matches reports whether the rule's condition holds. One that cannot be
// worked out does not, and leaves a note.
func (t *trial) matches(s *step) bool {
	if s.rule.when == nil {
		return true
	}
	met, err := s.rule.when.Match(t.call)
	if err != nil {
		t.verdict.Notes = append(t.verdict.Notes,
			fmt.Sprintf("scenario %s, rule %d: when: %v", s.scenario.Name, s.number, err))
	}
	return met
}

// count counts the call once for an activation, however many rules match.
func (t *trial) count(a *activation) {
	if t.matched != a && !t.claimed(a) {
		a.matched.Add(1)
	}
	t.matched = a
}

func (t *trial) claimed(a *activation) bool {
	return slices.ContainsFunc(t.verdict.claims, func(c claim) bool { return c.activation == a })
}

// claim takes a bent call of the activation, one for all of its rules.
func (t *trial) claim(s *step) bool {
	for i := range t.verdict.claims {
		if t.verdict.claims[i].activation == s.activation {
			t.verdict.claims[i].byRule = true
			return true
		}
	}
	if !take(&s.activation.bent, s.activation.times) {
		return false
	}
	t.verdict.claims = append(t.verdict.claims, claim{activation: s.activation, scenario: s.scenario, byRule: true})
	return true
}

// act lets the rule act and reports whether the search ends with it.
func (t *trial) act(s *step, ordinal int64) bool {
	if name := s.scenario.Name; !slices.Contains(t.verdict.acted, name) {
		t.verdict.acted = append(t.verdict.acted, name)
	}
	if s.rule.delay != nil {
		t.verdict.Delay += s.rule.delay.at(s.dice.share(ordinal, forDelay))
	}
	t.verdict.Effect = s.rule.effect
	return !s.rule.effect.Empty()
}
