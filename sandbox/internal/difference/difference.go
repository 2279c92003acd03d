// Package difference says how two answers differ: status, code and headers, and the
// bodies field by field. It compares JSON and XML as package content reads them, so details
// that no program sees make no difference: white space, the order of fields, the escapes of
// a text, the prefixes of XML. It pairs the elements of a list by an identifying
// field, so one element more is one row.
//
// The package leaves the choice of calls to its callers.
package difference

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
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

// format is how a body is written.
type format string

const (
	noFormat   format = ""
	jsonFormat format = "JSON"
	xmlFormat  format = "XML"
	textFormat format = "text"
)

// Bodies returns how b differs from a. When one of them is cut, only values in both can
// differ.
func Bodies(a, b Body) Result {
	x, formatX := parse(a)
	y, formatY := parse(b)
	c := comparison{format: formatX, isCut: a.Cut || b.Cut}
	textA, textB := string(a.Content), string(b.Content)
	switch {
	case formatX == noFormat && formatY == noFormat:
	case formatX == noFormat:
		c.row("", client.Added, nil, &textB)
	case formatY == noFormat:
		c.row("", client.Removed, &textA, nil)
	case formatX != formatY:
		c.Notes = append(c.Notes, fmt.Sprintf("one body is %s and the other is %s, so their fields are not compared", formatX, formatY))
		c.row("", client.Changed, &textA, &textB)
	case formatX != textFormat:
		c.values("", x, y)
	case textA != textB && !(c.isCut && sameBeginning(textA, textB)):
		c.row("", client.Changed, &textA, &textB)
	}
	return c.Result
}

func sameBeginning(a, b string) bool {
	kept := min(len(a), len(b))
	return a[:kept] == b[:kept]
}

// endOfNumber are the characters at the end of a cut body that may be half a number.
const endOfNumber = "+-.0123456789eE"

// parse reads a body, of a cut one the part that is kept. Anything but JSON and XML is a text.
func parse(b Body) (any, format) {
	text := bytes.TrimSpace(b.Content)
	if len(text) == 0 {
		return nil, noFormat
	}
	if text[0] == '<' {
		if root, err := content.XML(text); err == nil || b.Cut {
			return root, xmlFormat
		}
		return nil, textFormat
	}
	if b.Cut {
		text = bytes.TrimRight(text, endOfNumber)
	}
	value, err := content.Verbatim(text)
	if err == nil || b.Cut && value != nil && errors.Is(err, io.ErrUnexpectedEOF) {
		return value, jsonFormat
	}
	return nil, textFormat
}

// comparison collects the rows.
type comparison struct {
	Result
	format format // of both bodies
	isCut  bool   // whether a value may be absent because the body is cut
}

// row adds a difference. A nil text stands for an absent value.
func (c *comparison) row(path string, change client.DifferenceKind, a, b *string) {
	switch {
	case c.isCut && (a == nil || b == nil):
	case len(c.Rows) == maxRows:
		c.More++
	default:
		c.Rows = append(c.Rows, client.BodyDifference{Path: path, Change: change, A: excerpt(a), B: excerpt(b)})
	}
}

// excerpt returns a text as a row shows it, cut when it is long.
func excerpt(text *string) *string {
	if text == nil {
		return nil
	}
	return new(phrase.Shorten(*text, maxShown))
}
