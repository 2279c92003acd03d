package verdict

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strconv"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// MaxRehearsals is how many reports of rehearsals are kept.
const MaxRehearsals = 20

// Rehearsals are the reports of rehearsals that a sandbox keeps, the newest ones, also over a
// restart. They are safe for concurrent use.
type Rehearsals struct {
	store Store

	mu   sync.Mutex
	made int             // the number of the latest one
	kept []keptRehearsal // the oldest first
}

// keptRehearsal is a report with its line in a list.
type keptRehearsal struct {
	client.RehearsalLine
	report client.Rehearsal
}

// ResumeRehearsals returns the stored reports. It logs which ones cannot be read.
func ResumeRehearsals(store Store, log *slog.Logger) *Rehearsals {
	texts, err := store.All()
	logFault(log, "the reports of rehearsals cannot be read", err)
	r := &Rehearsals{store: store}
	for id, text := range texts {
		var report client.Rehearsal
		if err := json.Unmarshal(text, &report); err != nil {
			logFault(log, "the report of a rehearsal cannot be read", err)
			continue
		}
		r.kept = append(r.kept, keep(id, report))
	}
	slices.SortFunc(r.kept, func(a, b keptRehearsal) int { return cmp.Compare(a.number(), b.number()) })
	if len(r.kept) > 0 {
		r.made = r.kept[len(r.kept)-1].number()
	}
	return r
}

// number returns the id as a number, 0 for a name that no report has.
func (k keptRehearsal) number() int {
	n, _ := strconv.Atoi(k.ID)
	return n
}

func keep(id string, report client.Rehearsal) keptRehearsal {
	return keptRehearsal{client.RehearsalLine{
		ID: id, Begun: report.Begun, Command: report.Command, Headline: report.Headline,
		Answers: report.Answers, Days: report.Days, Findings: len(report.Findings), Failed: len(report.Failed()),
	}, report}
}

// Keep keeps a report, in place of the oldest one when there are too many.
func (r *Rehearsals) Keep(ctx context.Context, report client.Rehearsal) (client.RehearsalLine, error) {
	text, err := json.Marshal(report)
	if err != nil {
		return client.RehearsalLine{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	kept := keep(strconv.Itoa(r.made+1), report)
	if err := r.store.Put(ctx, kept.ID, text); err != nil {
		return client.RehearsalLine{}, err
	}
	r.made++
	r.kept = append(r.kept, kept)
	if len(r.kept) > MaxRehearsals {
		oldest := r.kept[0]
		r.kept = slices.Delete(r.kept, 0, 1)
		err = r.store.Delete(ctx, oldest.ID)
	}
	return kept.RehearsalLine, err
}

// List returns the reports in short, the newest first.
func (r *Rehearsals) List() client.RehearsalList {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := client.RehearsalList{Rehearsals: []client.RehearsalLine{}, Total: len(r.kept)}
	for _, kept := range slices.Backward(r.kept) {
		list.Rehearsals = append(list.Rehearsals, kept.RehearsalLine)
	}
	return list
}

// Find returns a report by its id.
func (r *Rehearsals) Find(id string) (client.Rehearsal, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.index(id)
	if at < 0 {
		return client.Rehearsal{}, false
	}
	return r.kept[at].report, true
}

// Delete deletes a report, and reports whether there was one.
func (r *Rehearsals) Delete(ctx context.Context, id string) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.index(id)
	if at < 0 {
		return false, nil
	}
	if err := r.store.Delete(ctx, id); err != nil {
		return true, err
	}
	r.kept = slices.Delete(r.kept, at, at+1)
	return true, nil
}

func (r *Rehearsals) index(id string) int {
	return slices.IndexFunc(r.kept, func(k keptRehearsal) bool { return k.ID == id })
}
