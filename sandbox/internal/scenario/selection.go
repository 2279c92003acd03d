package scenario

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// selection applies rules to one call. It tries rules that end the call first, because
// one of them wins, and then the others.
type selection struct {
	ctx       context.Context //nolint:containedctx // it lives as long as the selection
	call      Call
	decision  Decision
	rules     []activeRule // on the operation, of scenarios named for this call alone and then of active ones
	limits    *limits
	limited   []limitedRule // rules with a limit already tried
	rejection *Answer       // of a call beyond the last limit
	late      bool          // the call has ended: only late rules are tried
}

// act applies the rule to the decision, if its counters let it act.
func (s *selection) act(r *activeRule) {
	ordinal, acts := s.countMatch(r)
	if !acts && r.rule.limit == nil {
		s.leaveOut(r, "its skip, every, chance or times leave this call out")
	}
	if !acts {
		return
	}
	d := &s.decision
	d.acted = append(d.acted, r)
	if r.rule.delay != nil {
		wait, left := r.rule.delay.at(r.share(ordinal, forDelay)), maxDelay-d.Delay
		if wait > left {
			wait = left
			s.note(r, "delay: the delays of a call are at most %s together", phrase.Duration(maxDelay))
		}
		d.Delay += wait
		d.Holds = append(d.Holds, Hold{r.scenario.Name, wait, r.untilRelease()})
	}
	if len(r.rule.edits) > 0 {
		d.Edits = append(d.Edits, RuleEdits{r.scenario.Name, r.rule.edits, r.rank})
	}
	if len(r.rule.moves) > 0 {
		d.Moves = append(d.Moves, RuleMoves{r.scenario.Name, r.number, r.rule.moves})
	}
	if e := r.rule.earlier; !e.IsNow() {
		longest := Earlier{Lag: max(e.Lag, d.Earlier.Lag), Reads: max(e.Reads, d.Earlier.Reads)}
		d.Earlier = RuleEarlier{longest, r.scenario.Name, r.number}
	}
	if !r.rule.ends() {
		return
	}
	d.winner, d.Effect = r, r.rule.effect
	switch {
	case r.rule.limit != nil:
		d.Effect = Effect{Answer: s.rejection}
	case d.Effect.Answer != nil:
		d.Effect.Answer = s.renderAnswer(r, d.Effect.Answer)
	}
}

// countMatch counts the call for a matching rule, and reports whether the rule acts. For its
// activation the call counts once, however many rules match. For a call that names the
// scenario, skip, chance and times do not matter.
func (s *selection) countMatch(r *activeRule) (ordinal int64, acts bool) {
	a, d := r.activation, &s.decision
	if a == nil {
		return d.ordinal, !s.passes(r)
	}
	claimed := s.hasClaimed(a)
	if !claimed && !slices.Contains(d.counted, a) {
		d.next(&a.matched)
		d.counted = append(d.counted, a)
	}
	ordinal = d.next(&r.counter.matched)
	if ordinal <= r.rule.skip || !r.isDue(ordinal) || s.passes(r) || !d.countTo(&r.counter.acted, r.rule.times) {
		return ordinal, false
	}
	if !claimed {
		if !d.countTo(&a.affected, a.times) {
			return ordinal, false
		}
		d.claims = append(d.claims, claim{activation: a, scenario: r.scenario})
	}
	return ordinal, true
}

// passes reports whether the rule has a limit and the call does not exceed it.
func (s *selection) passes(r *activeRule) bool { return r.rule.limit != nil && !s.exceeds(r) }

// isDue reports whether every and chance let the rule act on its nth matching call.
func (r *activeRule) isDue(ordinal int64) bool {
	if every := r.rule.every; every > 0 && (ordinal-r.rule.skip)%every != 0 {
		return false
	}
	return r.rule.chance >= 1 || r.share(ordinal, forChance) < r.rule.chance
}

// share returns the share of the rule's dice for its nth matching call.
func (r *activeRule) share(n int64, p purpose) float64 {
	return diceFor(r.seed, r.scenario.Name, r.number-1).share(n, p)
}

// matches reports whether the rule is on the call's path, and its condition is true for the call. A
// failing condition is false and leaves a note.
func (s *selection) matches(r *activeRule) bool {
	if !r.rule.isOn(s.call) || !s.isDue(r) {
		return false
	}
	if r.rule.when == nil {
		return true
	}
	matched, err := r.rule.when.Match(s.ctx, s.call)
	var absent *absentError
	if err != nil && (!errors.As(err, &absent) || namesKind(absent.kind, s.call.Operation())) {
		s.note(r, "when: %v", err)
	}
	if !matched && err == nil {
		s.explain(r)
	}
	return matched
}

// leaveOut says why a rule did not act on a call of its operations.
func (s *selection) leaveOut(r *activeRule, why string) {
	s.decision.LeftOut = append(s.decision.LeftOut, "scenario "+r.scenario.Name+", rule "+strconv.Itoa(r.number)+": did not act, because "+why)
}

// explain names the first part of a condition that is false for the call, with the values
// that it read.
func (s *selection) explain(r *activeRule) {
	for _, part := range r.rule.when.parts {
		if seen, matched := part.Seen(s.ctx, s.call); !matched {
			values := make([]string, 0, len(seen))
			for name, value := range seen {
				values = append(values, name+" is "+strconv.Quote(value))
			}
			slices.Sort(values)
			s.leaveOut(r, part.String()+" is false: "+phrase.And(values...))
			return
		}
	}
}

// note leaves a remark about a rule in the explanation of the call.
func (s *selection) note(r *activeRule, format string, args ...any) {
	s.decision.Notes = append(s.decision.Notes, fmt.Sprintf("scenario %s, rule %d: ", r.scenario.Name, r.number)+fmt.Sprintf(format, args...))
}

// hasClaimed reports whether an activation counts the call as affected.
func (s *selection) hasClaimed(a *activation) bool {
	return slices.ContainsFunc(s.decision.claims, func(c claim) bool { return c.activation == a })
}

// untilRelease returns a context that is done when the rule's scenario is deactivated by hand.
func (r *activeRule) untilRelease() context.Context {
	if r.activation == nil {
		return context.Background()
	}
	return r.activation.holding.released
}
