package journal

import (
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Row is the remainder of an entry dropped by a limit. Its entry has only the fields of
// rows: the id, the protocol, the operation, the method, the masked path without a query,
// the status, the code, the cause, the times, the scenarios, the questions, the
// departures, and whether the call was a preview or discarded.
type Row struct {
	Entry
	Altered bool // whether a text of the row is masked or shortened; the code never is
}

// The longest texts of a row, in bytes. The path is the client's, and a list may have
// many names. The others are words of the sandbox, and are whole.
const (
	maxRowPath = 128
	maxRowList = 256
)

// The flags of a row.
const (
	rowPreview = 1 << iota
	rowDiscarded
	rowAltered
	rowAccountTime
)

// appendRow appends the row of an entry.
func appendRow(b []byte, e *Entry) []byte {
	texts, altered := rowTexts(e)
	flags := flag(rowPreview, e.Preview) | flag(rowDiscarded, e.Discarded) | flag(rowAltered, altered) | flag(rowAccountTime, !e.AccountTime.IsZero())
	b = binary.BigEndian.AppendUint16(append(b, flags), uint16(e.Departures))
	b = binary.AppendUvarint(b, uint64(e.Number))
	b = appendMoment(b, e.WallTime)
	if flags&rowAccountTime != 0 {
		b = appendMoment(b, e.AccountTime)
	}
	b = binary.AppendVarint(b, int64(e.Duration))
	b = binary.AppendUvarint(b, uint64(e.Response.Status))
	for _, text := range texts {
		b = binary.AppendUvarint(b, uint64(len(text)))
		b = append(b, text...)
	}
	return b
}

func flag(f byte, isSet bool) byte {
	if isSet {
		return f
	}
	return 0
}

// rowTexts returns the texts of a row in their order, and whether one of them differs
// from the entry's. As everywhere, only the client's own texts are masked.
func rowTexts(e *Entry) (texts [8]string, altered bool) {
	shorten := func(text string, limit int) string {
		short := phrase.Shorten(text, limit)
		altered = altered || short != text
		return short
	}
	path, _, _ := strings.Cut(e.Request.URI, "?")
	shown := path
	if slices.ContainsFunc(e.Secrets, func(secret string) bool { return strings.Contains(path, secret) }) {
		shown = e.MaskedText(path)
	}
	texts = [...]string{
		e.Protocol, e.Operation, shorten(e.Request.Method, maxRowPath), e.Response.Code, string(e.Cause),
		shorten(string(e.Scenarios), maxRowList), shorten(string(e.Questions), maxRowList), shorten(shown, maxRowPath),
	}
	return texts, altered || shown != path
}

func appendMoment(b []byte, t time.Time) []byte {
	return binary.AppendUvarint(binary.AppendVarint(b, t.Unix()), uint64(t.Nanosecond()))
}

// rowReader reads the rows of a ring. Equal texts share their memory.
type rowReader struct {
	ring  *Ring
	texts map[string]string
	left  []byte
}

// next reads a row into r.
func (d *rowReader) next(r *Row) {
	flags := d.left[0]
	*r = Row{Altered: flags&rowAltered != 0}
	e := &r.Entry.Entry
	e.Departures = int(binary.BigEndian.Uint16(d.left[1:]))
	d.left = d.left[3:]
	e.Preview, e.Discarded = flags&rowPreview != 0, flags&rowDiscarded != 0
	e.Number = int64(d.uvarint())
	e.ID = d.ring.id(e.Number)
	if d.ring.name != None {
		e.Account = d.ring.name
	}
	e.WallTime = d.moment()
	if flags&rowAccountTime != 0 {
		e.AccountTime = d.moment()
	}
	e.Duration = time.Duration(d.varint())
	e.Response.Status = int(d.uvarint())
	e.Protocol, e.Operation, e.Request.Method, e.Response.Code = d.text(), d.text(), d.text(), d.text()
	e.Cause, e.Scenarios, e.Questions = client.Cause(d.text()), Names(d.text()), Names(d.text())
	e.Request.URI = d.text()
}

func (d *rowReader) uvarint() uint64 {
	value, n := binary.Uvarint(d.left)
	d.left = d.left[n:]
	return value
}

func (d *rowReader) varint() int64 {
	value, n := binary.Varint(d.left)
	d.left = d.left[n:]
	return value
}

func (d *rowReader) moment() time.Time {
	return time.Unix(d.varint(), int64(d.uvarint())).UTC()
}

func (d *rowReader) text() string {
	n := d.uvarint()
	bytes := d.left[:n]
	d.left = d.left[n:]
	text, known := d.texts[string(bytes)]
	if !known {
		text = string(bytes)
		if len(d.texts) < maxSharedTexts {
			d.texts[text] = text
		}
	}
	return text
}

// maxSharedTexts is how many texts a reader of rows keeps, because paths differ.
const maxSharedTexts = 1000
