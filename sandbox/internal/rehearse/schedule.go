package rehearse

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// step is a fault at a place, or a variant, which has a fault with its name and no place.
type step struct {
	place   place
	fault   fault
	variant *variant
}

// schedule is the faults of a trial, in their order, or its variant.
type schedule []step

// name spells the schedule.
func (s schedule) name() string {
	var steps []string
	for _, one := range s {
		if one.variant != nil {
			return one.fault.name
		}
		steps = append(steps, one.place.String()+"="+one.fault.name)
	}
	return strings.Join(steps, "+")
}

// scenario returns the scenario of the schedule. JSON is YAML.
func (s schedule) scenario() (string, error) {
	var rules []map[string]any
	for _, one := range s {
		rules = append(rules, s.ruleOf(one))
	}
	text, err := json.Marshal(map[string]any{"summary": "Rehearsed: " + phrase.Shorten(s.name(), 200), "rules": rules})
	return string(text), err
}

// ruleOf returns the rule of a step.
func (s schedule) ruleOf(one step) map[string]any {
	rule := map[string]any{"on": string(one.place.operation)}
	for key, value := range one.fault.rule {
		rule[key] = value
	}
	switch p := one.place; {
	case isNeighbour(p.operation):
		rule["skip"], rule["times"] = p.call-1-s.before(p), 1
		if when := conditionOf(p.operation, rule["when"]); when != "" {
			rule["when"] = when
		}
	case p.key == "":
		rule["nth"] = map[string]any{"operation": string(p.operation), "call": p.call}
	default:
		rule["when"], rule["skip"], rule["times"] = p.condition(), p.call-1-s.before(p), 1
	}
	return rule
}

// before returns the number of faults at earlier calls of the same key. They overrule a
// later rule, so these calls do not count for its skip.
func (s schedule) before(p place) (n int) {
	for _, one := range s {
		if one.place.operation == p.operation && one.place.key == p.key && one.place.call < p.call {
			n++
		}
	}
	return n
}

// writes reports whether an operation or a neighbour changes records.
func writes(id catalog.OperationID) bool {
	op, known := catalog.Find(id)
	return !known && !strings.HasPrefix(string(id), "GET ") || known && op.Method != "GET" && id != catalog.Login
}

// faultsAt returns the possible faults of a call.
func (r *rehearsal) faultsAt(s spot) []fault {
	return slices.DeleteFunc(r.faults(s.operation), func(f fault) bool { return slices.Contains(s.unfit, f.name) })
}

// singles returns the schedules of one fault: writes first, and at each place lost answers
// first. With a schedule to repeat it returns only this.
func (r *rehearsal) singles(ctx context.Context) ([]schedule, error) {
	shipped, err := readShipped(ctx, r.Client)
	if err != nil {
		return nil, err
	}
	r.faults = func(id catalog.OperationID) []fault { return faultsOf(id, shipped, r.Patience) }
	if r.Schedule != "" {
		one, err := r.parse(r.Schedule)
		return []schedule{one}, err
	}
	if !r.Faults && (r.Answers || r.Days) {
		return nil, nil
	}
	calls := r.good.calls
	if !r.Every {
		calls = firstAndLast(calls)
	}
	for _, s := range r.good.calls {
		if !has(calls, s.place) {
			r.report.Good.Spared = append(r.report.Good.Spared, s.String())
		}
	}
	return r.eachFaultAt(calls), nil
}

// eachFaultAt returns a schedule for each fault at each of the calls, writes first. A quick
// rehearsal has lost answers alone of the other calls.
func (r *rehearsal) eachFaultAt(calls []spot) (all []schedule) {
	for _, writing := range []bool{true, false} {
		for _, s := range calls {
			if writes(s.operation) != writing {
				continue
			}
			for _, f := range r.faultsAt(s) {
				if writing || !r.Quick || f.losesAnswer() {
					all = append(all, schedule{{place: s.place, fault: f}})
				}
			}
		}
	}
	return all
}

// pairs returns the schedules of two faults: the second one at calls made only because
// of the first. tried are those of one. If it is a finding, it needs no second.
func (r *rehearsal) pairs(tried []trial) []schedule {
	var all []schedule
	seen := map[string]bool{}
	for _, t := range tried {
		if t.shown.Result.IsFinding() || slices.Contains([]client.Result{client.NotReached, client.NotRepeatable}, t.shown.Result) || t.schedule[0].fault.lie {
			continue
		}
		// Reactions are equal when the faults at one place make the client call the same.
		reaction := t.schedule[0].place.String() + " " + t.reaction
		if seen[reaction] {
			continue
		}
		seen[reaction] = true
		for _, s := range t.fresh {
			for _, f := range r.faultsAt(s) {
				if !f.lie {
					all = append(all, schedule{t.schedule[0], {place: s.place, fault: f}})
				}
			}
		}
	}
	return all
}

// parse reads the name of a schedule.
func (r *rehearsal) parse(name string) (schedule, error) {
	if strings.HasPrefix(name, answerPrefix) || strings.HasPrefix(name, dayPrefix) {
		v, err := r.parseVariant(name)
		if err != nil {
			return nil, fmt.Errorf("schedule %s: %w", phrase.Shorten(name, 100), err)
		}
		return v.schedule(), nil
	}
	var s schedule
	for one := range strings.SplitSeq(name, "+") {
		at, of, ok := strings.Cut(one, "=")
		p, named := readPlace(at)
		if !ok || !named {
			return nil, fmt.Errorf("a schedule is such as create-upsell#1=lost-answer+search-upsell#1=503, got %q", phrase.Shorten(name, 100))
		}
		f, err := r.findFault(p, of)
		if err != nil {
			return nil, fmt.Errorf("schedule %s: %w", phrase.Shorten(name, 100), err)
		}
		s = append(s, step{place: p, fault: f})
	}
	return s, nil
}

// findFault returns the fault with a name that calls at a place can meet.
func (r *rehearsal) findFault(p place, name string) (fault, error) {
	op, known := catalog.Find(p.operation)
	if (!known || !op.IsOperation()) && !isNeighbour(p.operation) {
		return fault{}, fmt.Errorf("unknown operation %q", p.operation)
	}
	if p.key != "" && !mayHaveKey(op) {
		return fault{}, fmt.Errorf("calls of %s name no record", p.operation)
	}
	if f, found := r.faultNamed(p, name); found {
		return f, nil
	}
	var all []string
	for _, f := range r.faults(p.operation) {
		all = append(all, f.name)
	}
	return fault{}, fmt.Errorf("%s has no fault %q; %s", p.operation, name, phrase.Suggest(name, all))
}
