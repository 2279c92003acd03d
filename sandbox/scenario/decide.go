package scenario

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Verdict is what becomes of a call.
type Verdict struct {
	// Overrides hold for the rest of the call. They are those of Standing,
	// less what another call used up meanwhile.
	Overrides Overrides

	// Delay is how long to wait before going on, the sum of all rules.
	Delay time.Duration

	// Effect replaces the ordinary answer; Effect.None when there is none.
	Effect Effect

	// Notes say which conditions could not be worked out for the call.
	Notes []string

	acted  []string // scenarios whose rules acted
	claims []claim
}

// Acted returns the scenarios whose rules acted on the call.
func (v Verdict) Acted() []string { return slices.Clone(v.acted) }

// claim is a bent call taken from an activation for its features and answers.
// Whether they bend the call is known when its outcome is.
type claim struct {
	activation *activation
	scenario   *Scenario
	byRule     bool // a rule acted too, so the call is bent whatever its outcome
	open       bool // counted in activation.open until the outcome is known
}

// Bent returns the scenarios that bent the call, given the outcome it ended
// with: those whose rules acted, then those by whose features or answers it
// went as it did. A call that was not bent is given back to the scenarios that
// end after some bent calls, so it is called once, when the call is over.
func (v Verdict) Bent(operation *catalog.Operation, outcome catalog.Outcome) []string {
	names := slices.Clip(v.acted)
	if v.Effect.None() {
		for _, name := range v.Overrides.Names(operation, outcome) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, c := range v.claims {
		if !c.byRule && !slices.Contains(names, c.scenario.Name) {
			c.activation.bent.Add(-1)
		}
		if c.open {
			c.activation.open.Add(-1)
		}
	}
	return names
}

// Standing returns the features and answers that hold for a call because of
// the scenarios in force and those asked for with the call itself. It counts
// nothing, so it serves the checks that come before Decide. The error is that
// of Decide.
func (d *Director) Standing(operation catalog.OperationID, oneCall []string) (Overrides, error) {
	s := d.current()
	if s.idle && len(oneCall) == 0 {
		return Overrides{}, nil
	}
	borrowed, err := d.borrow(operation, oneCall)
	if err != nil {
		return Overrides{}, err
	}
	if len(borrowed) == 0 && !s.counted {
		return s.switched, nil
	}
	unspent := func(r *running) bool { return !r.spent() }
	return merged(filtered(s.switching, unspent), borrowed), nil
}

// Decide plays the scenarios over a call: those named for this call alone, then
// those in force. The error is an *UnknownError or a *BrokenError about one of
// the names.
func (d *Director) Decide(call Call, oneCall []string) (Verdict, error) {
	s := d.current()
	if s.idle && len(oneCall) == 0 {
		return Verdict{}, nil
	}
	operation := call.Operation()
	borrowed, err := d.borrow(operation, oneCall)
	if err != nil {
		return Verdict{}, err
	}
	t := trial{call: call}
	t.standing(s, operation, borrowed)
	if len(borrowed) > 0 {
		t.playBorrowed(borrowed, operation, d.setup.Seed, d.borrowed.Add(1))
	}
	if t.verdict.Effect.None() {
		t.play(s.steps[operation])
	}
	return t.verdict, nil
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

// trial is one call meeting the rules.
type trial struct {
	call    Call
	verdict Verdict
	matched *activation // the last one whose rules matched; its rules are in a row
}

// standing claims a bent call of every activation whose features or answers
// matter to the operation. Where none is left, they no longer hold.
func (t *trial) standing(s *snapshot, operation catalog.OperationID, borrowed []*Scenario) {
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
		t.verdict.claims = append(t.verdict.claims, claim{activation: r.activation, scenario: r.scenario, open: true})
		return true
	}
	held := filtered(s.switching, hold)
	if len(borrowed) == 0 && len(held) == len(s.switching) {
		t.verdict.Overrides = s.switched
		return
	}
	t.verdict.Overrides = merged(held, borrowed)
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
	return !s.rule.effect.None()
}
