package journal

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/client"

// Restore stores an entry of another journal. The ring then gives numbers above it.
func (r *Ring) Restore(e client.Entry) {
	j := r.journal
	j.mu.Lock()
	r.number = max(r.number, e.Number)
	j.mu.Unlock()
	rec := &Recorder{Entry: Entry{Entry: e, Mask: j.Mask}, journal: j, ring: r}
	j.store(rec, rec.weigh())
}
