package journal

import (
	"time"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

const (
	// overhead is the cost of every entry beside its texts and buffers. It covers the
	// recorder itself.
	overhead = 1 << 10
	// rowOverhead is the cost of every header field, check, note, change and line.
	rowOverhead = 96
	// maxReusedRows is how many rows a reused recorder keeps memory for, because
	// otherwise one call with very many rows would hold its memory forever.
	maxReusedRows = 64
)

// Close stores the entry of a call that ended at a wall time, and wakes the tails
// of its ring. The ring of a call without an id is None. Close before the last
// byte of the answer is written, so that a client that has the answer finds the
// entry.
func (rec *Recorder) Close(wall time.Time) {
	if rec.ring == nil {
		rec.IDWithoutAccount()
	}
	rec.Duration = wall.Sub(rec.WallTime)
	rec.Request.Body = whole(rec.Request.Body, rec.Request.Truncated)
	rec.Response.Body = whole(rec.Response.Body, rec.Response.Truncated)
	rec.size, rec.lent = rec.weigh(), nil
	rec.journal.store(rec)
}

// whole removes an incomplete character from the end of a cut body, because it would make
// a text look like binary data.
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

// weigh returns how many bytes the entry holds in memory.
func (rec *Recorder) weigh() int64 {
	n := overhead + len(rec.ID) + len(rec.Scenarios) + len(rec.Why) + len(rec.NotReached) + len(rec.Request.URI) + rec.texts
	n += rowOverhead * len(rec.Triggers)
	if rec.Original != nil {
		n += rowOverhead
	}
	for _, h := range [...]client.Header{rec.Request.Header, rec.Response.Header} {
		for _, f := range h {
			n += rowOverhead + len(f.Name) + len(f.Value)
		}
	}
	for _, b := range [...]*block{rec.request, rec.response} {
		if b != nil {
			n += cap(b.data)
		}
	}
	for _, b := range rec.records {
		n += cap(b.data)
	}
	return int64(n)
}

// share returns the entry for a reader. Its memory is never reused.
func (rec *Recorder) share() *Entry {
	rec.shared = true
	return &rec.Entry
}

// recycle makes a recorder ready for the next call after its removal, unless its entry is
// shared.
func (j *Journal) recycle(rec *Recorder) {
	if rec.shared {
		return
	}
	rec.giveBlocks()
	fresh := Recorder{records: resetRows(rec.records)}
	fresh.Request.Header = resetRows(rec.Request.Header)
	fresh.Response.Header = resetRows(rec.Response.Header)
	fresh.Triggers = resetRows(rec.Triggers)
	fresh.Checks = resetRows(rec.Checks)
	fresh.Notes = resetRows(rec.Notes)
	fresh.Changes = resetRows(rec.Changes)
	fresh.Explain = resetRows(rec.Explain)
	fresh.Secrets = resetRows(rec.Secrets)
	*rec = fresh
	j.unused.Put(rec)
}

// resetRows returns rows without elements, for reuse.
func resetRows[S ~[]E, E any](rows S) S {
	if cap(rows) > maxReusedRows {
		return nil
	}
	clear(rows)
	return rows[:0]
}
