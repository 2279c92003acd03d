package rehearse

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// variant is what differs for a whole trial, in place of a fault at a call: the answer to an
// open question, or the moment of the account's clock. Every trial meets it.
type variant struct {
	name string // such as answer:search-status=200, or day:2028-02-29T12:00:00Z
	says string // in words, such as: with search-status 200
	of   string // what findings have in common: the question, or why the moment is special

	question catalog.QuestionID // "" for a moment
	answer   string

	moment   time.Time
	moved    bool     // the clock moves there after the records were seeded
	ordinary *variant // the ordinary day nearby, nil for one itself
}

// The beginnings of the names of variants.
const (
	answerPrefix = "answer:"
	dayPrefix    = "day:"
)

// schedule returns the schedule of the variant alone.
func (v *variant) schedule() schedule {
	return schedule{{fault: fault{name: v.name, says: v.says, lie: true}, variant: v}}
}

// variant returns that of a schedule, nil for one of faults.
func (s schedule) variant() *variant {
	if len(s) != 1 {
		return nil
	}
	return s[0].variant
}

// openAs opens an account for the variant.
func (r *rehearsal) openAs(ctx context.Context, v *variant, asked client.NewAccount) (client.AccountState, error) {
	switch {
	case v.question != "":
		asked.Answers = map[string]string{string(v.question): v.answer}
	case !v.moved:
		asked.Clock = v.moment
	}
	opened, err := r.Client.Open(ctx, asked)
	if err == nil && v.moved {
		opened.Clock, err = r.Client.Account(opened.VendorCode).SetClock(ctx, v.moment)
	}
	if err != nil {
		return client.AccountState{}, fmt.Errorf("schedule %s: %w", v.name, err)
	}
	return opened, nil
}

// judgeVariant decides the result of a trial of a variant, whose records are those that
// differ.
func (r *rehearsal) judgeVariant(t *trial, v *variant, o client.SuiteOutcome) {
	t.shown.Result = client.Recovered
	if v.question != "" {
		if why := r.failure(o, inWords(t.shown.Records)); why != "" {
			t.shown.Result, t.shown.Why = client.RestsOnAGuess, v.says+": "+why
			t.shown.Cause = string(client.RestsOnAGuess) + " " + v.of
			q, _ := catalog.FindQuestion(v.question)
			t.shown.Question, t.shown.Advice = fmt.Sprintf("%s, section %s: %s (/ui/questions#%s)", q.ID, q.Section, q.Question, q.ID), q.Advice
		}
		return
	}
	t.did = r.failure(o, passes(t.shown.Records))
	usual, usually := r.good.did, "on "+r.moment.Format(time.DateOnly)
	if v.ordinary != nil {
		usual, usually = r.ordinary[v.ordinary.name], "on "+v.ordinary.moment.Format(time.DateOnly)
	}
	switch {
	case t.did == r.good.did:
	case v.ordinary == nil || t.did == usual:
		t.shown.Result, t.shown.Cause = client.NeedsTheDate, string(client.NeedsTheDate)
		t.shown.Why = fmt.Sprintf("%s: %s; it needs the date of the machine", v.says, t.did)
	default:
		t.shown.Result, t.shown.Cause = client.FailsOnADay, string(client.FailsOnADay)+" "+v.of
		t.shown.Why = fmt.Sprintf("%s: %s; %s: %s", v.says, t.did, usually, usual)
	}
}

// failure says how a suite failed or, if it passed, how its records differ.
func (r *rehearsal) failure(o client.SuiteOutcome, records string) string {
	switch {
	case o.Hung:
		return fmt.Sprintf("the command did not end within %s", r.good.limit.Round(time.Second))
	case o.Exit != 0:
		return fmt.Sprintf("exit code %d", o.Exit)
	}
	return records
}

// passes says that a suite passed and what it did to records: how many of a kind it made or
// deleted, and which fields it changed. Names and values may have a date in them, so they are
// left out.
func passes(records []client.RecordDifference) string {
	counts := map[string]int{}
	for _, d := range records {
		change := map[client.RecordChange]string{client.RecordMissing: "deleted", client.RecordOther: "changed"}[d.Change]
		text := d.Kind + " " + cmp.Or(change, "created")
		for _, f := range d.Fields {
			text += " " + f.Path
		}
		counts[text] += max(1, d.Count.B-d.Count.A, d.Count.A-d.Count.B)
	}
	text, join := "it passes", ", with "
	for _, change := range slices.Sorted(maps.Keys(counts)) {
		text += fmt.Sprintf("%s%d %s", join, counts[change], change)
		join = ", "
	}
	return text
}

// variants returns the schedules of other answers and of moments, as they are asked for.
func (r *rehearsal) variants(ctx context.Context) (all []schedule, err error) {
	var moments []*variant
	one, _ := r.parse(r.Schedule)
	if r.Days || one.variant() != nil && one.variant().question == "" {
		if r.good.did, err = r.goodChanges(ctx); err != nil {
			return nil, err
		}
	}
	switch {
	case r.Schedule != "":
		if v := one.variant(); v != nil && v.ordinary != nil {
			all = append(all, v.ordinary.schedule())
		}
		return all, nil
	case r.Answers:
		all = r.answers()
	}
	if r.Days {
		moments = append(calendar(r.moment), r.own...)
	}
	for _, v := range moments {
		for _, s := range []schedule{v.ordinary.schedule(), v.schedule()} {
			if !slices.ContainsFunc(all, func(of schedule) bool { return of.name() == s.name() }) {
				all = append(all, s)
			}
		}
	}
	return all, nil
}

// goodChanges returns how the good run changed records.
func (r *rehearsal) goodChanges(ctx context.Context) (string, error) {
	untouched, err := r.open(ctx, nil)
	if err != nil {
		return "", err
	}
	closed, err := r.Client.Account(r.good.code).Close(ctx, client.Close{Keep: true, Compare: untouched.VendorCode})
	if err != nil {
		return "", err
	}
	return passes(closed.Records), r.Client.Account(untouched.VendorCode).Delete(ctx)
}

// parseVariant reads the name of a variant.
func (r *rehearsal) parseVariant(name string) (*variant, error) {
	if at, isDay := strings.CutPrefix(name, dayPrefix); isDay {
		if t, err := time.Parse(time.RFC3339, at); err == nil {
			return on("the moment of the schedule", t.UTC()), nil
		}
		var names []string
		for _, v := range r.own {
			if names = append(names, v.name); v.name == name {
				return v, nil
			}
		}
		return nil, fmt.Errorf("a moment is such as 2028-02-29T12:00:00Z, or one of the timeline; %s", phrase.Suggest(name, names))
	}
	id, answer, _ := strings.Cut(strings.TrimPrefix(name, answerPrefix), "=")
	q, known := catalog.FindQuestion(catalog.QuestionID(id))
	if !known {
		var ids []catalog.QuestionID
		for _, q := range catalog.Questions() {
			ids = append(ids, q.ID)
		}
		return nil, fmt.Errorf("unknown open question %q; %s", id, phrase.Suggest(catalog.QuestionID(id), ids))
	}
	return answerVariant(q, answer), q.Accepts(answer)
}
