package journal

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/client"

// Restore stores an entry of another journal. The ring then gives numbers above it.
func (r *Ring) Restore(e client.Entry) {
	rec := &Recorder{Entry: Entry{Entry: e, Mask: r.journal.Mask}, journal: r.journal, ring: r}
	r.skip(e.Number)
	r.journal.store(rec, rec.weigh())
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
