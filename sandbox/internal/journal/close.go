package journal

import (
	"time"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

const (
	// overhead is the cost of every entry beside its texts and bodies. It covers the
	// recorder itself.
	overhead = 1 << 10
	// rowOverhead is the cost of every header field, check, note, change and line.
	rowOverhead = 96
)

// Close stores the entry of a call that ended at a wall time, and wakes the readers
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
	rec.journal.store(rec, rec.weigh())
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
func (e *Entry) weigh() int64 {
	n := overhead + len(e.ID) + len(e.Scenarios) + len(e.Why) + len(e.NotReached) + len(e.Request.URI) +
		cap(e.Request.Body) + cap(e.Response.Body) + rowOverhead*len(e.Triggers)
	for _, h := range [...]client.Header{e.Request.Header, e.Response.Header} {
		for _, f := range h {
			n += rowOverhead + len(f.Name) + len(f.Value)
		}
	}
	for _, c := range e.Checks {
		n += rowOverhead + len(c.Name) + len(c.Field) + len(c.Given) + len(c.Expected) + len(c.Message)
	}
	for _, texts := range [...][]string{e.Notes, e.Mask.Secrets} {
		for _, text := range texts {
			n += rowOverhead + len(text)
		}
	}
	for _, line := range e.Explain {
		n += rowOverhead + len(line.Key) + len(line.Value)
	}
	for _, c := range e.Changes {
		n += rowOverhead + len(c.Kind) + len(c.ID) + len(c.Before) + len(c.After)
	}
	if e.Original != nil {
		n += rowOverhead + len(e.Original.Body)
	}
	return int64(n)
}
