package journal

import (
	"bytes"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

const (
	// maxText is the longest text kept in a check, note, change or line.
	maxText = 2 << 10
	// maxTexts is the room for all such texts of an entry.
	maxTexts = 64 << 10
	// recordsPerBody times the body limit is the room for changed records.
	recordsPerBody = 4
)

// Recorder makes the entry of a call in progress. Its users set the plain
// fields of Entry themselves (Protocol, Operation, AccountTime, Scenarios,
// Questions) and use the methods for the rest. A recorder belongs to one
// goroutine and must not be used after Close.
type Recorder struct {
	Entry
	journal   *Journal
	ring      *Ring
	texts     int                  // bytes of texts added
	recorded  int                  // bytes of records kept
	listed    bool                 // among the calls under way
	forgotten bool                 // it leaves no entry
	known     []string             // the secrets when it was listed
	waits     *client.CallUnderWay // what it waits for, nil for nothing so far; guarded by the journal's lock
}

// usualChecks is how many checks most calls have.
const usualChecks = 6

// Begin starts the entry of a call that arrived at a wall time. It records the
// request line and the headers; RequestBody adds the body as it is read.
func (j *Journal) Begin(r *http.Request, wall time.Time) *Recorder {
	rec := &Recorder{journal: j}
	rec.WallTime, rec.Mask = wall, j.Mask
	in := &rec.Request
	in.Method, in.URI, in.Proto, in.Remote = r.Method, r.RequestURI, r.Proto, r.RemoteAddr
	in.Header = fields(r.Header, r.Host)
	return rec
}

// RequestBody adds the next piece of the request's body. Bytes beyond the limit are only
// counted, so discarded pieces belong here too.
func (rec *Recorder) RequestBody(piece []byte) {
	in := &rec.Request
	in.Body = rec.keep(in.Body, piece)
	in.BodySize += int64(len(piece))
	in.Truncated = in.BodySize > int64(len(in.Body))
}

// ResponseHead records the status, the error or fault code ("" for a success)
// and the headers of the answer.
func (rec *Recorder) ResponseHead(status int, code string, header http.Header) {
	out := &rec.Response
	out.Status, out.Code = status, code
	out.Header = fields(header, "")
}

// ResponseBody records the body of the answer. It copies as much as the limit allows, unless
// the newest entry of the ring has the same, because a client that waits for a change gets
// one answer again and again.
func (rec *Recorder) ResponseBody(body []byte) {
	out := &rec.Response
	out.Body = nil
	if rec.ring != nil {
		if newest, ok := rec.ring.Latest(); ok && bytes.Equal(newest.Response.Body, body) {
			out.Body = newest.Response.Body
		}
	}
	if out.Body == nil {
		out.Body = rec.keep(nil, body)
	}
	out.BodySize = int64(len(body))
	out.Truncated = out.BodySize > int64(len(out.Body))
}

// OriginalAnswer records the operation's own answer, when a scenario changes or withholds
// it. It copies as much of the body as the limit allows.
func (rec *Recorder) OriginalAnswer(status int, code string, body []byte) {
	original := &client.Response{Status: status, Code: code, Body: rec.keep(nil, body), BodySize: int64(len(body))}
	original.Truncated = original.BodySize > int64(len(original.Body))
	original.Body = whole(original.Body, original.Truncated)
	rec.Entry.Original = original
}

// keep appends as much of a piece to a body as the limit allows.
func (rec *Recorder) keep(body client.Bytes, piece []byte) client.Bytes {
	return append(body, piece[:max(0, min(len(piece), rec.journal.limits.Body-len(body)))]...)
}

// Check records one check. It cuts long texts.
func (rec *Recorder) Check(c Check) {
	c.Given, c.Expected, c.Message = shorten(c.Given), shorten(c.Expected), shorten(c.Message)
	c.Field = shorten(c.Field)
	if rec.fits(len(c.Name) + len(c.Field) + len(c.Given) + len(c.Expected) + len(c.Message)) {
		if rec.Checks == nil {
			rec.Checks = make([]Check, 0, usualChecks)
		}
		rec.Checks = append(rec.Checks, c)
	}
}

// Note records a remark, such as an ignored query name.
func (rec *Recorder) Note(text string) {
	if text = shorten(text); rec.fits(len(text)) {
		rec.Notes = append(rec.Notes, text)
	}
}

// Line records a line of explanation.
func (rec *Recorder) Line(key, value string) {
	if value = shorten(value); rec.fits(len(key) + len(value)) {
		rec.Explain = append(rec.Explain, client.Line{Key: key, Value: value})
	}
}

// Secret records a credential of the call, so that Mask hides it wherever it occurs. It
// has room even in a full entry, because otherwise the credential would be shown. Only a
// secret too long for an empty entry is omitted.
func (rec *Recorder) Secret(value string) {
	if len(value) > maxTexts {
		rec.Omitted++
		return
	}
	rec.texts += len(value) + rowOverhead
	rec.Mask.Secrets = append(rec.Mask.Secrets, value)
}

// Change records a record created (before is nil), changed or deleted (after is nil) by
// the call. The entry keeps the bytes themselves.
func (rec *Recorder) Change(kind, id string, before, after []byte) {
	if id = shorten(id); !rec.fits(len(kind) + len(id)) {
		return
	}
	c := client.Change{Kind: kind, ID: id}
	size, limit := len(before)+len(after), rec.journal.limits.Body
	if max(len(before), len(after)) > limit || size > recordsPerBody*limit-rec.recorded {
		c.Truncated = true
	} else {
		rec.recorded += size
		c.Before, c.After = before, after
	}
	rec.Changes = append(rec.Changes, c)
}

// fits reports whether a row with n bytes of text still has room. Otherwise it
// counts the row as omitted.
func (rec *Recorder) fits(n int) bool {
	if rec.texts+n+rowOverhead > maxTexts {
		rec.Omitted++
		return false
	}
	rec.texts += n + rowOverhead
	return true
}

// shorten cuts a text to maxText bytes.
func shorten(text string) string { return phrase.Shorten(text, maxText) }

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
