// Package difference says how two answers differ: status, code and headers, and the
// bodies field by field. It reads JSON and XML into one form, so details that no
// program sees make no difference: white space, the order of fields, the escapes of
// a text, the prefixes of XML. It pairs the elements of a list by an identifying
// field, so one element more is one row.
//
// The package leaves the choice of calls to its callers.
package difference

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Body is a body of an answer, as far as it is kept.
type Body struct {
	Content []byte
	Cut     bool // whether the end is not kept
}

// Result is how two bodies differ.
type Result struct {
	Rows  []client.BodyDifference // at most maxRows
	More  int                     // further rows, without room
	Notes []string                // besides the rows
}

const (
	maxRows  = 200
	maxShown = 300 // bytes of a value
)

// Bodies returns how b differs from a.
func Bodies(a, b Body) Result {
	x, y := parse(a), parse(b)
	c := comparison{format: x.format}
	switch {
	case x.format == noFormat && y.format == noFormat:
	case x.format == noFormat || y.format == noFormat:
		c.whole(a, b, x.format, y.format)
	case x.format != y.format:
		c.note("one body is %s and the other is %s, so their fields are not compared", x.format, y.format)
		c.whole(a, b, x.format, y.format)
	case x.format == textFormat:
		c.texts(a, b)
	default:
		c.values("", x.root, y.root)
	}
	if c.reordered > 0 {
		c.note("the fields of %s come in another order, which is no difference in JSON", objects(c.reordered))
	}
	return c.Result
}

func objects(n int) string {
	if n == 1 {
		return "1 object"
	}
	return strconv.Itoa(n) + " objects"
}

// comparison collects the rows.
type comparison struct {
	Result
	format    format      // of both bodies
	reordered int         // JSON objects with fields in another order
	spaces    [][2]string // pairs of XML namespaces with a row
}

func (c *comparison) note(format string, args ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

// row adds a difference. A nil text stands for an absent value.
func (c *comparison) row(path string, change client.DifferenceKind, a, b *string) {
	if len(c.Rows) == maxRows {
		c.More++
		return
	}
	c.Rows = append(c.Rows, client.BodyDifference{Path: path, Change: change, A: a, B: b})
}

// whole adds one row for bodies without common fields.
func (c *comparison) whole(a, b Body, x, y format) {
	switch {
	case x == noFormat:
		c.row("", client.Added, nil, excerpt(string(b.Content)))
	case y == noFormat:
		c.row("", client.Removed, excerpt(string(a.Content)), nil)
	default:
		c.row("", client.Changed, excerpt(string(a.Content)), excerpt(string(b.Content)))
	}
}

// texts compares bodies other than JSON and XML, as far as both are kept.
func (c *comparison) texts(a, b Body) {
	kept := min(len(a.Content), len(b.Content))
	same := bytes.Equal(a.Content, b.Content)
	if a.Cut && len(a.Content) == kept || b.Cut && len(b.Content) == kept {
		same = bytes.Equal(a.Content[:kept], b.Content[:kept])
	}
	if !same {
		c.whole(a, b, textFormat, textFormat)
	}
}

// excerpt returns a text as a row shows it, cut when it is long.
func excerpt(text string) *string {
	if len(text) > maxShown {
		end := maxShown
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end] + "…"
	}
	return &text
}
