package journal

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/client"

// Restore stores an entry of another journal. The ring then gives numbers above it.
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
	r.skip(e.Number)
	r.journal.store(rec)
}

// skip makes the ring give numbers above number.
func (r *Ring) skip(number int64) {
	for {
		used := r.number.Load()
		if used >= number || r.number.CompareAndSwap(used, number) {
			return
		}
	}
}
