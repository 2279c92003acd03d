package rehearse

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// shrink makes the schedules of findings smaller: it tries fewer faults, weaker ones and
// earlier calls until none of them gives the same finding. It returns its own trials.
func (r *rehearsal) shrink(ctx context.Context, tried []trial) (made []trial) {
	known := map[string]bool{}
	best := map[string]trial{}
	for _, t := range tried {
		known[t.schedule.name()] = true
		keepSmallest(best, t)
	}
	for _, kind := range slices.Sorted(maps.Keys(best)) {
		for shrunk := true; shrunk; {
			shrunk = false
			for _, s := range r.smaller(best[kind].schedule) {
				if known[s.name()] {
					continue
				}
				known[s.name()] = true
				t := r.tryAll(ctx, []schedule{s})
				made = append(made, t...)
				if len(t) == 1 && t[0].shown.Cause == kind {
					best[kind], shrunk = t[0], true
					break
				}
			}
		}
	}
	return made
}

// keepSmallest keeps the smallest schedule of each kind of finding, of those not accepted if
// there are some.
func keepSmallest(best map[string]trial, t trial) {
	if !t.shown.Result.IsFinding() {
		return
	}
	kind := t.shown.Cause
	b, known := best[kind]
	if open, wasOpen := t.shown.Accepted == "", b.shown.Accepted == ""; !known || open && !wasOpen || open == wasOpen && t.schedule.compare(b.schedule) < 0 {
		best[kind] = t
	}
}

// smaller returns the schedules one step smaller: without one of the faults, with a weaker
// one, or at an earlier call.
func (r *rehearsal) smaller(s schedule) (all []schedule) {
	if s.variant() != nil {
		return nil
	}
	with := func(i int, steps ...step) { all = append(all, slices.Concat(s[:i], steps, s[i+1:])) }
	for i, one := range s {
		if len(s) > 1 {
			with(i)
		}
		for _, name := range weakest[:one.fault.strength()] {
			if f, found := r.faultNamed(one.place, name); found {
				with(i, step{place: one.place, fault: f})
			}
		}
		for call := 1; call < one.place.call; call++ {
			with(i, step{place: place{one.place.operation, one.place.key, call}, fault: one.fault})
		}
	}
	slices.SortStableFunc(all, schedule.compare)
	return all
}

func (r *rehearsal) faultNamed(p place, name string) (fault, bool) {
	all := r.faultsAt(spot{place: p})
	i := slices.IndexFunc(all, func(f fault) bool { return f.name == name })
	if i < 0 {
		return fault{}, false
	}
	return all[i], true
}

// weakest are faults from the weakest on: first faults that carry nothing out, then lost
// answers of operations carried out.
var weakest = []string{"503", "429", "reset", "closed", "gateway-page", "lost-answer", "late-504", "cut-in-head", "cut-in-body"}

// strength is the place of the fault among the weakest. Documented failures are stronger,
// because they are not as common.
func (f fault) strength() int {
	if at := slices.Index(weakest, f.name); at >= 0 {
		return at
	}
	return len(weakest)
}

// compare orders schedules: fewer faults come first, then weaker faults, then earlier
// calls.
func (s schedule) compare(other schedule) int {
	size := func(s schedule) (strength, calls int) {
		for _, one := range s {
			strength, calls = strength+one.fault.strength(), calls+one.place.call
		}
		return strength, calls
	}
	strength, calls := size(s)
	otherStrength, otherCalls := size(other)
	return cmp.Or(cmp.Compare(len(s), len(other)), cmp.Compare(strength, otherStrength), cmp.Compare(calls, otherCalls), cmp.Compare(s.name(), other.name()))
}

// finish counts, and picks the smallest schedule of each finding: one for all findings of
// one kind.
func (r *rehearsal) finish(tried []trial) {
	best := map[string]trial{}
	for _, t := range tried {
		r.report.Trials = append(r.report.Trials, t.shown)
		r.report.Trials[len(r.report.Trials)-1].Entries = nil // the findings have them
		keepSmallest(best, t)
	}
	r.report.Findings = sortFindings(best)
	r.report.NotReached = r.report.Count(client.NotReached)
	for _, a := range r.Accepted {
		if r.isGone(a, tried) {
			r.report.Accepted = append(r.report.Accepted, a)
		}
	}
	r.report.Remarks = append(r.said, r.remarks()...)
	if len(r.report.Good.Questions)+len(r.report.Good.Untouched) > 0 {
		r.report.Answers = r.answersInWords()
	}
	if r.Days {
		r.report.Days = r.daysInWords()
	}
	r.report.Headline = r.report.Summary()
	if other := cmp.Or(r.report.Answers, r.report.Days); other != "" && !slices.ContainsFunc(r.report.Trials, client.RehearsalTrial.HasFault) {
		if r.report.Headline = other; r.report.Unfinished > 0 {
			r.report.Headline += fmt.Sprintf("; without time for %s", phrase.Count(r.report.Unfinished, "schedule"))
		}
	}
}

// compareResults sorts findings, the worst result first.
func compareResults(a, b client.RehearsalTrial) int {
	order := []client.Result{client.WrongInSilence, client.Hung, client.Stormed, client.RestsOnAGuess, client.FailsOnADay, client.NeedsTheDate}
	return cmp.Compare(slices.Index(order, a.Result), slices.Index(order, b.Result))
}

// sortFindings returns the findings, the worst result first.
func sortFindings(best map[string]trial) []client.RehearsalTrial {
	findings := []client.RehearsalTrial{}
	for _, t := range best {
		findings = append(findings, t.shown)
	}
	slices.SortFunc(findings, func(a, b client.RehearsalTrial) int {
		return cmp.Or(compareResults(a, b), cmp.Compare(a.Schedule, b.Schedule))
	})
	return findings
}

// remarks returns what there is to say about the command beside its findings: each kind once,
// by its first trial.
func (r *rehearsal) remarks() (all []string) {
	if _, uneven := countMadeUp(r.report.Good.Ignored); slices.ContainsFunc(slices.Collect(maps.Values(uneven)), func(n int) bool { return n != 0 }) {
		all = append(all, "the command is flaky: two runs without a fault left different numbers of records, about which nothing is said: "+inWords(r.report.Good.Ignored))
	}
	said := map[client.Remark][]string{}
	for _, t := range r.report.Trials {
		for kind, text := range t.Remarks {
			said[kind] = append(said[kind], text)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(said)) {
		text := said[kind][0]
		if more := len(said[kind]) - 1; more > 0 {
			text += fmt.Sprintf(" (and in %d more trials)", more)
		}
		all = append(all, text)
	}
	return all
}

// isGone reports whether the suite no longer makes a call of an accepted schedule. A later
// call may follow from an untried fault.
func (r *rehearsal) isGone(a client.Accepted, tried []trial) bool {
	s, err := r.parse(a.Schedule)
	if err != nil {
		return true
	}
	if v := s.variant(); v != nil {
		return v.question != "" && r.Answers && r.good.touched[v.question] == ""
	}
	if r.report.Unfinished > 0 || r.Schedule != "" {
		s = s[:1]
	}
	made := slices.Clone(r.good.calls)
	for _, t := range tried {
		made = append(made, t.fresh...)
	}
	return slices.ContainsFunc(s, func(one step) bool { return !has(made, one.place) })
}

// kindOf returns the kind of a finding, equal for findings with one reason: the result,
// the operation of the last fault, because without it there was no finding, and, if they are
// wrong in silence, how kinds of records differ.
func kindOf(t client.RehearsalTrial) string {
	at, _, _ := strings.Cut(t.Schedule[strings.LastIndex(t.Schedule, "+")+1:], "=")
	p, _ := readPlace(at)
	if t.Result != client.WrongInSilence {
		return fmt.Sprint(t.Result, " ", p.operation)
	}
	return fmt.Sprintf("%s %s: %s", t.Result, p.operation, strings.Join(changesOf(t.Records), ", "))
}

// changesOf returns how kinds of records differ, such as: doubled campaign. A missing record
// and an extra one count as one other record, because only their names or ids keep them apart.
func changesOf(records []client.RecordDifference) []string {
	seen := map[string]bool{}
	name := func(change client.RecordChange, kind string) string { return string(change) + " " + kind }
	for _, d := range records {
		seen[name(d.Change, d.Kind)] = true
	}
	for _, d := range records {
		missing, extra := name(client.RecordMissing, d.Kind), name(client.RecordExtra, d.Kind)
		if seen[missing] && seen[extra] {
			delete(seen, missing)
			delete(seen, extra)
			seen[name(client.RecordOther, d.Kind)] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// reason returns why a result is accepted, "" if it is not.
func (r *rehearsal) reason(t client.RehearsalTrial) string {
	for _, a := range r.Accepted {
		if a.Schedule == t.Schedule && a.Result == t.Result {
			return cmp.Or(a.Reason, "accepted")
		}
	}
	return ""
}
