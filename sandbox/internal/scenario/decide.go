package scenario

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Begin starts the decision about a call. It sets the features and answers of
// the active scenarios, and of those named for this call alone, in place of the
// account's own. The error is an *UnknownError or a *BrokenError about one of
// the names. Then the decision is still valid, without the named scenarios.
func (d *Director) Begin(operation catalog.OperationID, oneCall []string) (Decision, error) {
	return d.begin(operation, oneCall, Decision{})
}

// Preview decides like Begin for the next call, and moves no counter.
func (d *Director) Preview(operation catalog.OperationID, oneCall []string) (Decision, error) {
	return d.begin(operation, oneCall, Decision{preview: true})
}

func (d *Director) begin(operation catalog.OperationID, oneCall []string, decision Decision) (Decision, error) {
	s := d.current()
	if s.idle && len(oneCall) == 0 {
		return Decision{}, nil
	}
	named, err := d.findOneCall(operation, oneCall)
	for rank, scenario := range named {
		decision.scenarios = append(decision.scenarios, activeScenario{scenario: scenario, rank: rank - len(named), counters: make([]counter, len(scenario.rules))})
	}
	decision.scenarios = append(decision.scenarios, s.scenarios...)
	decision.claimOverrides(operation)
	return decision, err
}

// Decide completes a decision that Begin started. It tries the rules of the
// scenarios named for this call alone, and of those active when the call began.
// Conditions end with the context.
func (d *Director) Decide(ctx context.Context, call Call, begun Decision) Decision {
	return d.decide(call, selection{ctx: ctx, decision: begun})
}

// DecideEarly is Decide for a call that fails a check before its rules are tried. It
// tries only rules marked "before: credential" and all rules of scenarios named in
// the credential itself.
func (d *Director) DecideEarly(ctx context.Context, call Call, begun Decision, inCredential []string) Decision {
	begun.early, begun.inCredential = true, inCredential
	return d.decide(call, selection{ctx: ctx, decision: begun})
}

// DecideLate adds the effects of rules that read how the call ended. It tries only
// rules that Decide or DecideEarly could have tried. A rule that ends the call
// replaces its answer; its scenario is later than the scenario of an earlier effect.
func (d *Director) DecideLate(ctx context.Context, call EndedCall, made Decision) Decision {
	return d.decide(call, selection{ctx: ctx, decision: made, late: true})
}

func (d *Director) decide(call Call, s selection) Decision {
	made := &s.decision
	if made.IsIdle() {
		return *made
	}
	operation := call.Operation()
	s.call, s.limits = call, &d.limits
	counts := !s.late && !made.early // a call that fails a check before its rules does not count for nth
	s.rules = make([]activeRule, 0, len(made.scenarios))
	for _, a := range made.scenarios {
		for i := range a.scenario.rules {
			rule, c := &a.scenario.rules[i], &a.counters[i]
			if slices.Contains(rule.operations, operation) {
				s.rules = append(s.rules, activeRule{a, i + 1, len(s.rules), rule, c, d.options.Seed})
			}
			if counts && rule.nth != nil && rule.nth.operation == operation {
				if made.ordinals == nil {
					made.ordinals = map[*counter]int64{}
				}
				made.ordinals[c] = made.next(&c.calls)
			}
		}
	}
	if !s.late && made.scenarios[0].activation == nil {
		made.ordinal = made.next(&d.oneCalls)
	}
	s.run()
	slices.SortFunc(made.acted, func(x, y *activeRule) int { return cmp.Compare(x.turn, y.turn) })
	made.Delivery = Delivery{}
	for _, a := range made.acted {
		made.Delivery = made.Delivery.over(a.rule.delivery)
	}
	slices.SortStableFunc(made.Edits, func(x, y RuleEdits) int { return cmp.Compare(y.rank, x.rank) })
	return *made
}

// findOneCall finds the scenarios named by a call. Each must apply to the
// operation, otherwise a test that expects a failure would pass without one.
func (d *Director) findOneCall(operation catalog.OperationID, names []string) ([]*Scenario, error) {
	library := d.contents()
	var found []*Scenario
	for _, name := range names {
		scenario, err := library.find(name)
		if err != nil {
			return nil, err
		}
		if !scenario.appliesTo(operation) {
			fitting := slices.DeleteFunc(library.names(), func(other string) bool {
				scenario, err := library.find(other)
				return err != nil || !scenario.appliesTo(operation)
			})
			return nil, &UnknownError{Name: name, Operation: operation, Nearest: nearest(withoutOperation(name), fitting)}
		}
		switch {
		case scenario.moves():
			return nil, activeOnly(name, "moves the shop")
		case scenario.looksBack():
			return nil, activeOnly(name, "shows records as they were before changes since its activation")
		}
		if !slices.Contains(found, scenario) {
			found = append(found, scenario)
		}
	}
	return found, nil
}

// activeOnly refuses a scenario named by a call, because it works only while it is active.
func activeOnly(name, does string) error {
	return fmt.Errorf("scenario %s %s, so no call can name it; activate it for the account", name, does)
}

// appliesTo reports whether the scenario can affect a call of the operation.
// Features and answers apply to every operation, because only the call shows
// whether it depends on them.
func (s *Scenario) appliesTo(operation catalog.OperationID) bool {
	return s.hasOverrides() ||
		slices.ContainsFunc(s.rules, func(r rule) bool { return slices.Contains(r.operations, operation) })
}

// withoutOperation cuts the operation at the start of a scenario's name,
// because a login that names customer-orders-internal-error means
// login-internal-error.
func withoutOperation(name string) string {
	for _, id := range operationNames() {
		if rest, ok := strings.CutPrefix(name, string(id)+"-"); ok {
			return rest
		}
	}
	return name
}

// nearest returns the names closest to name, in a stable order when several are
// equally near.
func nearest[N ~string](name N, among []N) []N {
	return phrase.Nearest(name, slices.Sorted(slices.Values(among)))
}

// claimOverrides counts the call for every activation with features or answers
// about the operation. An activation without calls left overrides nothing.
func (d *Decision) claimOverrides(operation catalog.OperationID) {
	op, _ := catalog.Find(operation)
	var from []*Scenario
	for _, a := range d.scenarios {
		switch {
		case !a.scenario.hasOverrides():
			continue
		case a.activation == nil:
		case !a.scenario.overrides(op):
			if a.usedUp() {
				continue
			}
		default:
			d.next(&a.matched)
			d.next(&a.undecided)
			if !d.countTo(&a.affected, a.times) {
				d.back(&a.undecided)
				continue
			}
			d.claims = append(d.claims, claim{activation: a.activation, scenario: a.scenario, undecided: true})
		}
		from = append(from, a.scenario)
	}
	d.Overrides = mergeOverrides(from)
}
