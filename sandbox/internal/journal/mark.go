package journal

import (
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Mark is a moment of a ring.
type Mark struct {
	Place  int64 // the place given last
	closed int64 // entries stored so far
}

// Mark returns the present moment.
func (r *Ring) Mark() Mark {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	return Mark{r.journal.last, r.closed}
}

// Since returns the entries stored after a mark, oldest first, and how many of those
// are not kept. It is not for marks before the last Clear.
func (r *Ring) Since(m Mark) (entries []Placed, dropped int64) {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	for rec := r.kept.newest; rec != nil && rec.sequence > m.closed; rec = r.kept.older(rec) {
		entries = append(entries, Placed{Place: rec.place, Ring: r.name, Entry: rec.share()})
	}
	slices.Reverse(entries)
	return entries, r.closed - m.closed - int64(len(entries))
}

// Restore stores an entry that another journal recorded. The ring then gives numbers
// above it.
func (r *Ring) Restore(e client.Entry) {
	rec := &Recorder{Entry: Entry{Entry: e}, journal: r.journal, ring: r, shared: true}
	for _, c := range e.Checks {
		rec.texts += rowOverhead + len(c.Name) + len(c.Field) + len(c.Given) + len(c.Expected) + len(c.Message)
	}
	for _, note := range e.Notes {
		rec.texts += rowOverhead + len(note)
	}
	rec.size = rec.weigh() + int64(len(e.Request.Body)+len(e.Response.Body))
	for _, c := range e.Changes {
		rec.size += int64(rowOverhead + len(c.Before) + len(c.After))
	}
	r.Skip(e.Number)
	r.journal.store(rec)
}

// Skip makes the ring give numbers above number.
func (r *Ring) Skip(number int64) {
	for {
		used := r.number.Load()
		if used >= number || r.number.CompareAndSwap(used, number) {
			return
		}
	}
}
