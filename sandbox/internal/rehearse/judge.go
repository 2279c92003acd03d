package rehearse

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// judge returns the result of the suite under a schedule.
func (r *rehearsal) judge(s schedule, o client.SuiteOutcome, closed client.Closed) trial {
	t := trial{schedule: s}
	t.shown = client.Trial{Schedule: s.name(), Exit: o.Exit, Took: o.Took}
	met := faultedCalls(closed.Calls)
	t.shown.Records = withoutIgnored(closed.Records, r.report.Good.Ignored)
	r.decideResult(&t, o, closed, len(met))
	spots := r.good.spots(closed.Calls)
	t.fresh = slices.DeleteFunc(slices.Clone(spots), func(s spot) bool { return has(r.good.calls, s.place) })
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Compare(a.String(), b.String()) }) // calls side by side come in any order
	t.reaction = fmt.Sprint(t.shown.Result, " ", names(spots), " ", len(met) > 0 && len(met[0].Changes) > 0)
	if t.shown.Result != client.Recovered {
		t.shown.Output = lastLines(o.Output, 20)
	}
	if t.shown.Result.IsFinding() {
		t.shown.Why = r.good.describeCalls(s, closed.Calls) + ": " + t.shown.Why
		t.shown.Calls = r.good.shownCalls(closed.Calls)
	}
	return t
}

// decideResult sets the result of a trial and its reason. met is the number of calls with a
// fault.
func (r *rehearsal) decideResult(t *trial, o client.SuiteOutcome, closed client.Closed, met int) {
	storm := r.storm(closed.Calls)
	switch {
	case o.Hung: // a silent call has not ended, so it is in no journal
		t.shown.Result, t.shown.Why = client.Hung, fmt.Sprintf("the command did not end within %s", r.good.limit.Round(time.Second))
	case closed.Dropped > 0: // perhaps those with a fault
		t.shown.Result, t.shown.Why = client.Stormed, fmt.Sprintf("the command made %d calls, in the good run %d", int64(len(closed.Calls))+closed.Dropped, len(r.report.Good.Calls))
	case met < len(t.schedule):
		t.shown.Result, t.shown.Why = client.NotReached, "no call met all faults"
	case storm != "":
		t.shown.Result, t.shown.Why = client.Stormed, storm
	case o.Exit != 0:
		t.shown.Result, t.shown.Why = client.FailedInTheOpen, fmt.Sprintf("exit code %d", o.Exit)
		t.shown.Records = nil
	case len(t.shown.Records) > 0:
		t.shown.Result, t.shown.Why = client.WrongInSilence, inWords(t.shown.Records)
	default:
		t.shown.Result = client.Recovered
	}
}

// faultedCalls returns the calls with a fault of the trial.
func faultedCalls(calls []client.Entry) []client.Entry {
	return slices.DeleteFunc(slices.Clone(calls), func(e client.Entry) bool { return !slices.Contains(e.Scenarios.List(), ownName) })
}

// atOnce is the shortest decent wait before repeating a call after an error of the server.
// A call without an answer is another thing: libraries repeat it on a new connection.
const atOnce = 50 * time.Millisecond

// storm says in words how the suite repeated calls too often or too early, "" if it did
// not.
func (r *rehearsal) storm(calls []client.Entry) string {
	equal, sofar := countEqual(calls), map[string]int{}
	faulted := map[string]client.Entry{} // the latest of equal calls, if it met a fault
	for _, c := range calls {
		key := sameness(c)
		usual := r.good.usual[key]
		before, again := faulted[key]
		delete(faulted, key)
		// After an earlier one, the next equal call may be one of the good run.
		if sofar[key]++; sofar[key] >= usual && !r.good.loose[key] && slices.Contains(c.Scenarios.List(), ownName) {
			faulted[key] = c
		}
		if why := tooEarly(before, c); again && why != "" {
			return why
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
		counts[sameness(c)]++
	}
	return counts
}

// nameOf returns the name of a call's operation, or of a neighbour.
func nameOf(c client.Entry) string { return cmp.Or(string(operationOf(c)), c.Operation) }

// tooEarly says in words if a call repeats a faulted one too early, otherwise "". A call
// begun before the answer is no repetition.
func tooEarly(before, c client.Entry) string {
	gap := c.WallTime.Sub(before.WallTime.Add(before.Duration))
	if gap < 0 {
		return ""
	}
	if before.Response.Status >= 500 && gap < atOnce {
		return fmt.Sprintf("%s was repeated at once, after %s", nameOf(c), gap.Round(time.Millisecond))
	}
	if seconds, err := strconv.Atoi(before.Response.Header.Get("Retry-After")); err == nil && gap < time.Duration(seconds)*time.Second {
		return fmt.Sprintf("%s was repeated after %s, although Retry-After said %d s", nameOf(c), gap.Round(time.Millisecond), seconds)
	}
	return ""
}

// passing are the elements of an envelope that change with each login.
var passing = regexp.MustCompile(`<((?:\w+:)?(?:sessionID|date|hash))\b[^>]*>[^<]*<`)

// sameness is equal for calls made in the same way, in whatever session.
func sameness(c client.Entry) string {
	body := c.Request.Body
	if op, known := catalog.Find(catalog.OperationID(c.Operation)); known && op.Protocol == catalog.SOAP {
		body = passing.ReplaceAll(body, nil)
	}
	return c.Operation + " " + c.Request.URI + " " + string(body)
}

// inWords says how records differ.
func inWords(records []client.RecordDifference) string {
	var texts []string
	for _, d := range records[:min(3, len(records))] {
		switch d.Change {
		case client.RecordDoubled:
			texts = append(texts, fmt.Sprintf("%d %ss %q, in the good run %d", d.Count.B, d.Kind, d.Name, d.Count.A))
		case client.RecordMissing:
			texts = append(texts, fmt.Sprintf("the %s %q of the good run is missing", d.Kind, d.Name))
		case client.RecordExtra:
			texts = append(texts, fmt.Sprintf("the %s %q is there, and not in the good run", d.Kind, d.Name))
		case client.RecordOther:
			texts = append(texts, fmt.Sprintf("the %s %q is another than in the good run: %s", d.Kind, d.Name, fieldsInWords(d.Fields)))
		}
	}
	if more := len(records) - len(texts); more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
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
		switch met := slices.Contains(e.Scenarios.List(), ownName); {
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
		met := slices.Contains(e.Scenarios.List(), ownName)
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
