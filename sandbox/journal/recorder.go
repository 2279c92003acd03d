package journal

import (
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

const (
	// maxText is the longest text kept in a check, note, change or line.
	maxText = 2 << 10
	// maxTexts is the room for all such texts of one entry.
	maxTexts = 64 << 10
	// recordsPerBody times the body limit is the room for changed records.
	recordsPerBody = 4
)

// Recorder is the entry of a call in progress. The wire sets the plain fields of
// Entry itself (Wire, Operation, AccountTime, Scenario, Assumptions) and uses
// the methods for the rest. A draft belongs to one goroutine and must not be
// touched after Close.
type Recorder struct {
	Entry
	journal  *Journal
	ring     *Ring
	request  *block
	response *block
	records  []*block
	texts    int   // bytes of texts added
	recorded int   // bytes of records kept
	size     int64 // bytes the stored entry counts for
	sequence int64 // place in the ring's order of closing
	shared   bool  // a reader holds the entry: never reuse its memory
	links    [lanes]links
}

// Begin opens the entry of a call that arrived at the given wall time. It notes
// the request line and headers; the body is added as it is read.
func (j *Journal) Begin(r *http.Request, wall time.Time) *Recorder {
	d, ok := j.drafts.Get().(*Recorder)
	if !ok {
		d = &Recorder{}
	}
	d.journal = j
	d.WallTime = wall
	in := &d.Request
	in.Method, in.URI, in.Proto, in.Remote = r.Method, r.RequestURI, r.Proto, r.RemoteAddr
	if r.Host != "" {
		in.Header = append(in.Header, client.Field{Name: "Host", Value: r.Host})
	}
	in.Header = appendFields(in.Header, r.Header)
	return d
}

// RequestBody adds the next piece of the request's body. Pieces beyond the cap
// are counted only, so bytes that are read and thrown away belong here too.
func (d *Recorder) RequestBody(piece []byte) {
	if len(piece) == 0 {
		return
	}
	in := &d.Request
	d.request = d.keep(d.request, piece)
	in.Body = d.request.data
	in.BodySize += int64(len(piece))
	in.Truncated = in.BodySize > int64(len(in.Body))
}

// ResponseHead notes the status, the error or fault code ("" for a success) and
// the headers of the answer.
func (d *Recorder) ResponseHead(status int, code string, header http.Header) {
	out := &d.Response
	out.Status, out.Code = status, code
	out.Header = appendFields(out.Header[:0], header)
}

// ResponseBody adds the next piece of the answer's body.
func (d *Recorder) ResponseBody(piece []byte) {
	if len(piece) == 0 {
		return
	}
	out := &d.Response
	d.response = d.keep(d.response, piece)
	out.Body = d.response.data
	out.BodySize += int64(len(piece))
	out.Truncated = out.BodySize > int64(len(out.Body))
}

// keep appends as much of piece to b as the body limit allows, moving to a
// larger block where needed.
func (d *Recorder) keep(b *block, piece []byte) *block {
	if b == nil {
		b = d.journal.blocks.take(min(len(piece), d.journal.limits.Body))
	}
	piece = piece[:max(0, min(len(piece), d.journal.limits.Body-len(b.data)))]
	if need := len(b.data) + len(piece); need > cap(b.data) {
		larger := d.journal.blocks.take(need)
		larger.data = append(larger.data, b.data...)
		d.journal.blocks.give(b)
		b = larger
	}
	b.data = append(b.data, piece...)
	return b
}

// Check notes one check. Long texts are cut.
func (d *Recorder) Check(c Check) {
	c.Given, c.Expected, c.Message = cut(c.Given), cut(c.Expected), cut(c.Message)
	c.Field = cut(c.Field)
	if d.fits(len(c.Name) + len(c.Field) + len(c.Given) + len(c.Expected) + len(c.Message)) {
		d.Checks = append(d.Checks, c)
	}
}

// Note adds a remark, such as an ignored query name.
func (d *Recorder) Note(text string) {
	if text = cut(text); d.fits(len(text)) {
		d.Notes = append(d.Notes, text)
	}
}

// Line adds a line of explanation.
func (d *Recorder) Line(key, value string) {
	if value = cut(value); d.fits(len(key) + len(value)) {
		d.Explain = append(d.Explain, client.Line{Key: key, Value: value})
	}
}

// Secret names a credential that the call carried, so that Masked hides it in
// whatever encoding or place it was sent. It has room however full the entry
// is, because one that was not kept would be shown; only one that no entry has
// room for is left out.
func (d *Recorder) Secret(value string) {
	if len(value) > maxTexts {
		d.Omitted++
		return
	}
	d.texts += len(value) + rowOverhead
	d.Secrets = append(d.Secrets, value)
}

// Change notes a record that the call created (before is nil), changed or
// deleted (after is nil). The bytes are copied.
func (d *Recorder) Change(kind, id string, before, after []byte) {
	if id = cut(id); !d.fits(len(kind) + len(id)) {
		return
	}
	c := client.Change{Kind: kind, ID: id}
	size, limit := len(before)+len(after), d.journal.limits.Body
	if max(len(before), len(after)) > limit || size > recordsPerBody*limit-d.recorded {
		c.Truncated = true
	} else {
		d.recorded += size
		c.Before, c.After = d.record(before), d.record(after)
	}
	d.Changes = append(d.Changes, c)
}

// record copies one record into a block of its own.
func (d *Recorder) record(data []byte) client.Record {
	if data == nil {
		return nil
	}
	b := d.journal.blocks.take(len(data))
	b.data = append(b.data, data...)
	d.records = append(d.records, b)
	return b.data
}

// fits reports whether a row with so many bytes of text still has room, and
// counts it as omitted when not.
func (d *Recorder) fits(n int) bool {
	if d.texts+n+rowOverhead > maxTexts {
		d.Omitted++
		return false
	}
	d.texts += n + rowOverhead
	return true
}

// cut shortens a text to maxText bytes, between characters, and lets go of the
// rest.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	const ellipsis = "…"
	end := maxText - len(ellipsis)
	for end > maxText-len(ellipsis)-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.Clone(text[:end]) + ellipsis
}
