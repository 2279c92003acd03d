package rehearse

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// judge returns the result of the suite under a schedule.
func (r *rehearsal) judge(s schedule, o client.SuiteOutcome, closed client.Closed) trial {
	t := trial{schedule: s}
	t.shown = client.RehearsalTrial{Schedule: s.name(), Exit: o.Exit, Took: o.Took, Remarks: map[client.Remark]string{}}
	met := faultedCalls(closed.Calls)
	t.shown.Records = withoutIgnored(closed.Records, r.report.Good.Ignored)
	if v := s.variant(); v != nil {
		r.judgeVariant(&t, v, o)
	} else {
		r.decideResult(&t, o, closed, met)
	}
	spots := r.good.spots(closed.Calls)
	t.fresh = slices.DeleteFunc(slices.Clone(spots), func(s spot) bool { return has(r.good.calls, s.place) })
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Compare(a.String(), b.String()) }) // calls side by side come in any order
	t.reaction = fmt.Sprint(t.shown.Result, " ", names(spots), " ", len(met) > 0 && len(met[0].Changes) > 0)
	if t.shown.Result != client.Recovered {
		t.shown.Output = lastLines(o.Output, 20)
	}
	if t.shown.Result.IsFinding() && s.variant() == nil {
		t.shown.Cause = kindOf(t.shown)
		t.shown.Why = r.good.describeCalls(s, closed.Calls) + ": " + t.shown.Why
		t.shown.Calls = r.good.shownCalls(closed.Calls)
	}
	if t.shown.Result.IsFinding() && r.Entries {
		first := max(0, slices.IndexFunc(closed.Calls, isFaulted))
		t.shown.Entries = closed.Calls[first:min(len(closed.Calls), first+maxShownCalls)]
	}
	t.shown.Accepted = r.reason(t.shown)
	return t
}

// decideResult sets the result of a trial, its reason and its remarks: first by the records
// of a suite that passed, whatever else it did. met are the calls with a fault.
func (r *rehearsal) decideResult(t *trial, o client.SuiteOutcome, closed client.Closed, met []client.Entry) {
	storm := r.repetitions(t, closed)
	r.remarkPatience(t, met)
	left := ""
	if written := writtenSince(closed.Calls); written != "" && (o.Hung || o.Exit != 0) {
		left = ", and left " + written
	}
	switch {
	case o.Hung: // a silent call has not ended, so it is in no journal
		t.shown.Result, t.shown.Why = client.Hung, fmt.Sprintf("the command did not end within %s%s", r.good.limit.Round(time.Second), left)
	case len(met) < len(t.schedule) && closed.Dropped == 0: // those dropped are perhaps those with a fault
		t.shown.Result, t.shown.Why = client.NotReached, "no call met all faults"
	case o.Exit == 0 && len(t.shown.Records) > 0:
		t.shown.Result, t.shown.Why = client.WrongInSilence, strings.TrimSuffix(inWords(t.shown.Records)+"; "+storm, "; ")
	case storm != "":
		t.shown.Result, t.shown.Why = client.Stormed, storm+left
	case o.Exit != 0:
		t.shown.Result, t.shown.Why = client.FailedInTheOpen, fmt.Sprintf("exit code %d%s", o.Exit, left)
		if left != "" {
			t.shown.Result, t.shown.Remarks[client.LeftRecords] = client.FailedAndLeft, "it failed in the open and left records under "+t.shown.Schedule+": "+t.shown.Why
		}
	default:
		t.shown.Result = client.Recovered
	}
}

// remarkPatience remarks a client that still waits for a silent call at its end.
func (r *rehearsal) remarkPatience(t *trial, met []client.Entry) {
	for i, e := range met[:min(len(met), len(t.schedule))] {
		if t.schedule[i].fault.name == silent && e.Duration >= r.Patience {
			t.shown.Remarks[client.NoTimeout] = fmt.Sprintf("%s waited %s without giving up: no timeout?", t.schedule[i].place, r.Patience)
		}
	}
}

// writtenSince says which records the calls from the first fault on have written, such as: 1
// campaign, "" for none.
func writtenSince(calls []client.Entry) string {
	ids := map[string]map[string]bool{} // by kind
	first := slices.IndexFunc(calls, isFaulted)
	for _, e := range calls[max(0, first):] {
		for _, c := range e.Changes {
			if ids[c.Kind] == nil {
				ids[c.Kind] = map[string]bool{}
			}
			if ids[c.Kind][c.ID] = true; c.After == nil && !c.Truncated {
				delete(ids[c.Kind], c.ID)
			}
		}
	}
	var texts []string
	for _, kind := range slices.Sorted(maps.Keys(ids)) {
		if n := len(ids[kind]); n > 0 {
			texts = append(texts, countInWords(n, kind))
		}
	}
	return phrase.And(texts...)
}

// isFaulted reports whether a call met a fault of the trial.
func isFaulted(e client.Entry) bool { return slices.Contains(e.Scenarios.List(), ownName) }

// faultedCalls returns the calls with a fault of the trial.
func faultedCalls(calls []client.Entry) []client.Entry {
	return slices.DeleteFunc(slices.Clone(calls), func(e client.Entry) bool { return !isFaulted(e) })
}

// atOnce is the shortest decent wait before repeating a call after an error of the server.
// A call without an answer is another thing: libraries repeat it on a new connection.
const atOnce = 50 * time.Millisecond

// repetitions says in words how the suite repeated calls too often or before Retry-After, ""
// if it did not. It remarks a repetition at once.
func (r *rehearsal) repetitions(t *trial, closed client.Closed) string {
	if closed.Dropped > 0 {
		made, good := len(closed.Calls)+int(closed.Dropped), len(r.report.Good.Calls)
		if made-good < r.Storm {
			return ""
		}
		return fmt.Sprintf("the command made %d calls, in the good run %d", made, good)
	}
	equal, sofar := countEqual(closed.Calls), map[string]int{}
	faulted := map[string]client.Entry{} // the latest of equal calls, if it met a fault
	for _, c := range closed.Calls {
		key := c.Sameness()
		usual, known := r.good.usual[key]
		if !known { // perhaps its name is made up by each run
			usual = r.good.most[c.Operation]
		}
		before, again := faulted[key]
		delete(faulted, key)
		// After an earlier one, the next equal call may be one of the good run.
		if sofar[key]++; sofar[key] >= usual && !r.good.loose[key] && isFaulted(c) {
			faulted[key] = c
		}
		if again {
			if why := tooEarly(t, before, c); why != "" {
				return why
			}
		}
		if n := equal[key]; n-max(0, usual-1) >= r.Storm {
			return fmt.Sprintf("%s was called %d times in the same way", nameOf(c), n)
		}
	}
	return ""
}

// countEqual counts the calls made in the same way.
func countEqual(calls []client.Entry) map[string]int {
	counts := map[string]int{}
	for _, c := range calls {
		counts[c.Sameness()]++
	}
	return counts
}

// nameOf returns the name of a call's operation, or of a neighbour.
func nameOf(c client.Entry) string { return cmp.Or(string(operationOf(c)), c.Operation) }

// tooEarly says in words if a call repeats a faulted one before Retry-After is over, otherwise
// "". It remarks one at once after an error of the server without Retry-After. A call begun
// before the answer is no repetition.
func tooEarly(t *trial, before, c client.Entry) string {
	gap := c.WallTime.Sub(before.WallTime.Add(before.Duration))
	wait, asked := before.RetryAfter()
	switch {
	case gap < 0:
	case asked && gap < wait:
		return fmt.Sprintf("%s was repeated after %s, although Retry-After said %s", nameOf(c), gap.Round(time.Millisecond), wait.Round(time.Millisecond))
	case !asked && before.Response.Status >= 500 && gap < atOnce:
		t.shown.Remarks[client.Hasty] = fmt.Sprintf("%s was repeated at once after %d: %s later", nameOf(c), before.Response.Status, gap.Round(time.Millisecond))
	}
	return ""
}

// inWords says how records differ.
func inWords(records []client.RecordDifference) string {
	var texts []string
	for _, d := range records {
		texts = append(texts, differenceInWords(d))
	}
	texts = slices.Compact(texts) // a record may be there three times
	if more := len(texts) - 3; more > 0 {
		texts = append(texts[:3], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
}

func differenceInWords(d client.RecordDifference) string {
	switch {
	case d.Name == "" && d.Change != client.RecordOther && d.Count.A == d.Count.B:
		return fmt.Sprintf("%s, in the good run as many others", countInWords(d.Count.B, d.Kind))
	case d.Name == "" && d.Change != client.RecordOther:
		return fmt.Sprintf("%s, in the good run %d", countInWords(d.Count.B, d.Kind), d.Count.A)
	case d.Change == client.RecordDoubled:
		return fmt.Sprintf("%d %ss %q, in the good run %d", d.Count.B, d.Kind, d.Name, d.Count.A)
	case d.Change == client.RecordMissing:
		return fmt.Sprintf("the %s %q of the good run is missing", d.Kind, d.Name)
	case d.Change == client.RecordExtra:
		return fmt.Sprintf("the %s %q is there, and not in the good run", d.Kind, d.Name)
	}
	return fmt.Sprintf("the %s %q is another than in the good run: %s", d.Kind, d.Name, fieldsInWords(d.Fields))
}

// countInWords returns a number of records in words, such as: 2 campaigns.
func countInWords(n int, kind string) string {
	if n == 1 {
		return "1 " + kind
	}
	return fmt.Sprintf("%d %ss", n, strings.TrimSuffix(kind, "s"))
}

func fieldsInWords(fields []client.BodyDifference) string {
	shown := func(value *string) string {
		if value == nil {
			return "nothing"
		}
		return phrase.Shorten(*value, 40)
	}
	var texts []string
	for _, f := range fields[:min(3, len(fields))] {
		texts = append(texts, fmt.Sprintf("%s %s in place of %s", f.Path, shown(f.B), shown(f.A)))
	}
	return strings.Join(texts, ", ")
}

// describeCalls describes the calls with faults of the schedule, and the first call that wrote
// to the same record again.
func (g *good) describeCalls(s schedule, calls []client.Entry) string {
	var texts, again []string
	written, places := map[place]bool{}, g.places(calls)
	for i, e := range calls {
		of, wrote := recordOf(e), len(e.Changes) > 0
		switch met := isFaulted(e); {
		case met && len(texts) < len(s):
			texts = append(texts, s[len(texts)].inWords(wrote))
			written[of] = written[of] || wrote
		case wrote && written[of] && again == nil:
			again = []string{fmt.Sprintf("%s was carried out again", places[i])}
		}
	}
	for _, one := range s[len(texts):] { // a silent call may have no entry yet
		texts = append(texts, one.inWords(false))
	}
	return strings.Join(append(texts, again...), ", ")
}

// recordOf returns the operation and the record of a call.
func recordOf(e client.Entry) place {
	of := place{operation: operationOf(e)}
	if op, known := catalog.Find(of.operation); known {
		of.key = keyOf(op, e)
	}
	return of
}

func (one step) inWords(carriedOut bool) string {
	if carriedOut {
		return fmt.Sprintf("%s was carried out and %s", one.place, one.fault.says)
	}
	return fmt.Sprintf("%s %s", one.place, one.fault.says)
}

// maxShownCalls bounds the calls of a finding.
const maxShownCalls = 100

// shownCalls returns the calls from the first fault on.
func (g *good) shownCalls(calls []client.Entry) (shown []client.TrialCall) {
	places := g.places(calls)
	for i, e := range calls {
		met := isFaulted(e)
		if shown == nil && !met || len(shown) == maxShownCalls {
			continue
		}
		c := client.TrialCall{Name: cmp.Or(places[i].String(), e.Operation), At: e.WallTime.Sub(calls[0].WallTime), Status: e.Response.Status, Code: e.Response.Code}
		if met {
			c.Fault = e.Why
		}
		for _, change := range e.Changes {
			c.Wrote = append(c.Wrote, wrote(change))
		}
		shown = append(shown, c)
	}
	return shown
}

// wrote describes a call's change of a record.
func wrote(c client.Change) string {
	verb := "changed"
	switch {
	case c.Before == nil && !c.Truncated:
		verb = "created"
	case c.After == nil && !c.Truncated:
		verb = "deleted"
	}
	return verb + " " + c.Kind + " " + phrase.Shorten(c.ID, 40)
}

// lastLines returns the last lines of a text.
func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
