package journal

import (
	"time"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

const (
	// overhead is counted for every entry beside its texts and buffers; it
	// covers the draft itself.
	overhead = 1 << 10
	// rowOverhead is counted for every header field, check, note, change and line.
	rowOverhead = 96
	// maxReusedRows keeps one call with very many rows from living on in the
	// drafts that are reused.
	maxReusedRows = 64
)

// Close stores the entry of a call that ended at the given wall time, and wakes
// those who follow. A draft that no ring numbered goes to None. Close before the
// last byte of the answer is written: then a caller who has the answer finds
// its entry.
func (d *Recorder) Close(wall time.Time) {
	if d.ring == nil {
		d.journal.Ring(None).NextID(d)
	}
	d.Duration = wall.Sub(d.WallTime)
	d.Request.Body = whole(d.Request.Body, d.Request.Truncated)
	d.Response.Body = whole(d.Response.Body, d.Response.Truncated)
	d.size = d.weigh()
	d.journal.store(d)
}

// whole takes half a character off the end of a body that was cut: it would make
// a text look like binary.
func whole(body client.Bytes, truncated bool) client.Bytes {
	for n := 1; truncated && n < utf8.UTFMax && n <= len(body); n++ {
		if at := len(body) - n; utf8.RuneStart(body[at]) {
			if !utf8.FullRune(body[at:]) {
				return body[:at]
			}
			break
		}
	}
	return body
}

// weigh adds up what the entry holds in memory.
func (d *Recorder) weigh() int64 {
	n := overhead + len(d.ID) + len(d.Scenarios) + len(d.Request.URI) + d.texts
	for _, h := range [...]client.Header{d.Request.Header, d.Response.Header} {
		for _, f := range h {
			n += rowOverhead + len(f.Name) + len(f.Value)
		}
	}
	for _, b := range [...]*block{d.request, d.response} {
		if b != nil {
			n += cap(b.data)
		}
	}
	for _, b := range d.records {
		n += cap(b.data)
	}
	return int64(n)
}

// share hands the entry to a reader, for good.
func (d *Recorder) share() *Entry {
	d.shared = true
	return &d.Entry
}

// recycle makes a draft that is stored no longer, and that nobody reads, ready
// for the next call.
func (j *Journal) recycle(d *Recorder) {
	if d.shared {
		return
	}
	for _, b := range [...]*block{d.request, d.response} {
		if b != nil {
			j.blocks.give(b)
		}
	}
	for _, b := range d.records {
		j.blocks.give(b)
	}
	fresh := Recorder{records: emptied(d.records)}
	fresh.Request.Header = emptied(d.Request.Header)
	fresh.Response.Header = emptied(d.Response.Header)
	fresh.Checks = emptied(d.Checks)
	fresh.Notes = emptied(d.Notes)
	fresh.Changes = emptied(d.Changes)
	fresh.Explain = emptied(d.Explain)
	fresh.Secrets = emptied(d.Secrets)
	*d = fresh
	j.drafts.Put(d)
}

// emptied returns rows without its elements, ready to be filled again.
func emptied[S ~[]E, E any](rows S) S {
	if cap(rows) > maxReusedRows {
		return nil
	}
	clear(rows)
	return rows[:0]
}
