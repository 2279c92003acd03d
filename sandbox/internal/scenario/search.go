package scenario

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// search tries rules on one call until one has an effect.
type search struct {
	ctx       context.Context //nolint:containedctx // it lives as long as the search
	call      Call
	decision  Decision
	quotas    *quotas
	limited   []quotaRule // the rules whose limits the call has passed or exceeded
	rejection *Answer     // of the call that exceeded the last limit
	matched   *activation // the last one with a rule that matched; its rules follow each other

	early        bool     // the call fails a check before its rules are tried
	inCredential []string // scenarios that its credential names
}

// isTime reports whether the rule is tried now. The scenarios that a credential names
// act although it is wrong.
func (s *search) isTime(r *activeRule) bool {
	return !s.early || r.rule.early || r.activation == nil && slices.Contains(s.inCredential, r.scenario.Name)
}

// passes reports whether the rule has a limit and the call does not exceed it.
func (s *search) passes(r *activeRule) bool { return r.rule.limit != nil && !s.exceeds(r) }

// tryOneCall tries the rules of scenarios named for this call alone. It ignores
// skip, chance and times, because the call names the scenario to get its effect.
func (s *search) tryOneCall(named []*Scenario, operation catalog.OperationID, seed uint64, ordinal int64) {
	for _, scenario := range named {
		for i := range scenario.rules {
			rule := &scenario.rules[i]
			r := activeRule{scenario: scenario, number: i + 1, rule: rule, dice: diceFor(seed, scenario.Name, i)}
			if !slices.Contains(rule.operations, operation) || !s.isTime(&r) || !s.matches(&r) || s.passes(&r) {
				continue
			}
			if s.act(&r, ordinal) {
				return
			}
		}
	}
}

// tryActive tries the rules of active scenarios.
func (s *search) tryActive(rules []activeRule) {
	for i := range rules {
		r := &rules[i]
		if !s.isTime(r) || r.activation.usedUp() && !s.claimed(r.activation) || !s.matches(r) {
			continue
		}
		s.count(r.activation)
		ordinal := s.decision.next(&r.counter.matched)
		if ordinal <= r.rule.skip || !r.chosen(ordinal) || s.passes(r) {
			continue
		}
		if !s.decision.take(&r.counter.acted, r.rule.times) || !s.claim(r) {
			continue
		}
		if s.act(r, ordinal) {
			return
		}
	}
}

// chosen reports whether chance lets the rule act on its nth matching call.
func (r *activeRule) chosen(ordinal int64) bool {
	return r.rule.chance >= 1 || r.dice.share(ordinal, forChance) < r.rule.chance
}

// matches reports whether the rule is on the call's path, and its condition is true for the call. A
// condition that fails is false and leaves a note.
func (s *search) matches(r *activeRule) bool {
	if !r.rule.isOn(s.call) {
		return false
	}
	if r.rule.when == nil {
		return true
	}
	matched, err := r.rule.when.Match(s.ctx, s.call)
	if err != nil {
		s.decision.Notes = append(s.decision.Notes,
			fmt.Sprintf("scenario %s, rule %d: when: %v", r.scenario.Name, r.number, err))
	}
	return matched
}

// count counts the call once for an activation, however many rules match.
func (s *search) count(a *activation) {
	if s.matched != a && !s.claimed(a) {
		s.decision.next(&a.matched)
	}
	s.matched = a
}

func (s *search) claimed(a *activation) bool {
	return slices.ContainsFunc(s.decision.claims, func(c claim) bool { return c.activation == a })
}

// claim counts the call as affected by the rule's activation, once for all its
// rules. It reports false when the activation has no calls left.
func (s *search) claim(r *activeRule) bool {
	for i := range s.decision.claims {
		if s.decision.claims[i].activation == r.activation {
			s.decision.claims[i].byRule = true
			return true
		}
	}
	if !s.decision.take(&r.activation.affected, r.activation.times) {
		return false
	}
	s.decision.claims = append(s.decision.claims, claim{activation: r.activation, scenario: r.scenario, byRule: true})
	return true
}

// act applies the rule to the decision and reports whether the rule has an
// effect, which ends the search.
func (s *search) act(r *activeRule, ordinal int64) bool {
	if name := r.scenario.Name; !slices.Contains(s.decision.acted, name) {
		s.decision.acted = append(s.decision.acted, name)
	}
	if r.rule.delay != nil {
		s.delay(r, r.rule.delay.at(r.dice.share(ordinal, forDelay)))
	}
	s.decision.Effect = r.rule.effect
	if r.rule.limit != nil {
		s.decision.Effect = Effect{Answer: s.rejection}
	}
	return !s.decision.Effect.Empty()
}

// delay adds a delay, up to the longest that a call may have in all.
func (s *search) delay(r *activeRule, d time.Duration) {
	s.decision.Delay += d
	if s.decision.Delay > maxDelay {
		s.decision.Delay = maxDelay
		s.decision.Notes = append(s.decision.Notes,
			fmt.Sprintf("scenario %s, rule %d: delay: the delays of a call are at most %s together", r.scenario.Name, r.number, maxDelay))
	}
}
