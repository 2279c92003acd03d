package scenario

import "slices"

// Which rule wins: of the rules that end a call the first one that acts. Scenarios that the call
// names come first, then active ones, the latest activated first, and in a scenario the first
// rule of its file. A rule whose counters leave the call out wins nothing. Rules that read how
// the call ended come last: one of them wins over the winner only if its scenario comes earlier.

// run tries all rules in this order, those that end calls first.
func (s *selection) run() {
	for _, ends := range []bool{true, false} {
		for i := range s.rules {
			r := &s.rules[i]
			hasCalls := r.activation == nil || !r.activation.usedUp() || s.hasClaimed(r.activation)
			if r.rule.ends() == ends && s.isTime(r) && hasCalls && s.matches(r) && !s.isOverruled(r) {
				s.act(r)
			}
		}
	}
}

// isTime reports whether the rule is tried now. The scenarios named in a credential
// act even if it is wrong.
func (s *selection) isTime(r *activeRule) bool {
	d := &s.decision
	if d.early && !r.rule.early && (r.activation != nil || !slices.Contains(d.inCredential, r.scenario.Name)) {
		return false
	}
	d.waits = d.waits || r.rule.effect.late
	return r.rule.effect.late == s.late
}

// isOverruled reports whether the rule that ends the call overrules this one. An
// overruled rule spends nothing.
func (s *selection) isOverruled(r *activeRule) bool {
	w := s.decision.winner
	if w == nil || !w.rule.overrules(r.rule, r.rank-w.rank) || r.rule.ends() && r.rank < w.rank {
		return false
	}
	acts := r.activation == nil
	if !acts { // it would on the next matching call
		next := r.counter.matched.Load() + 1
		acts = next > r.rule.skip && r.isDue(next) && (r.rule.times == 0 || r.counter.acted.Load() < r.rule.times)
	}
	if acts {
		s.note(r, "overruled by scenario %s, rule %d", w.scenario.Name, w.number)
	}
	return true
}

// overrules reports whether a rule that ends a call overrules a candidate. It
// overrules every other rule that ends the call. Without an answer it also overrules
// edits and deliveries; with an answer of its own, edits except of later scenarios.
// rank is that of the candidate's scenario, from the rule's own: below 0 it is later.
func (r *rule) overrules(candidate *rule, rank int) bool {
	switch e := r.effect; {
	case !r.ends():
		return false
	case candidate.ends():
		return true
	case len(candidate.edits) == 0 && candidate.delivery == (Delivery{}) || e.spoils():
		return false
	case !HasAnswer(e.Cut):
		return true
	}
	return len(candidate.edits) > 0 && rank >= 0
}
