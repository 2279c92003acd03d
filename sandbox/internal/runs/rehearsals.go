package runs

import (
	"slices"
	"strconv"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// MaxRehearsals is how many reports of rehearsals are kept.
const MaxRehearsals = 20

// Rehearsals are the reports of rehearsals that a sandbox keeps, the newest ones. The zero
// value keeps none yet. They are safe for concurrent use.
type Rehearsals struct {
	mu   sync.Mutex
	made int
	kept []keptRehearsal // the oldest first
}

// keptRehearsal is a report with its line in a list.
type keptRehearsal struct {
	client.RehearsalLine
	report client.Rehearsal
}

// Keep keeps a report, in place of the oldest one when there are too many.
func (r *Rehearsals) Keep(report client.Rehearsal) client.RehearsalLine {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made++
	kept := keptRehearsal{client.RehearsalLine{
		ID: strconv.Itoa(r.made), Begun: report.Begun, Command: report.Command, Headline: report.Headline,
		Answers: report.Answers, Days: report.Days, Findings: len(report.Findings), Failed: len(report.Failed()),
	}, report}
	r.kept = append(r.kept[max(0, len(r.kept)-MaxRehearsals+1):], kept)
	return kept.RehearsalLine
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
func (r *Rehearsals) Delete(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.index(id)
	if at >= 0 {
		r.kept = slices.Delete(r.kept, at, at+1)
	}
	return at >= 0
}

func (r *Rehearsals) index(id string) int {
	return slices.IndexFunc(r.kept, func(k keptRehearsal) bool { return k.ID == id })
}
