package scenario

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Cut is a failure of a connection.
type Cut string

// The cuts.
const (
	Reset    Cut = "reset"    // the connection is reset before the answer
	Empty    Cut = "empty"    // the connection is closed before the answer
	Truncate Cut = "truncate" // the connection is closed in the middle of the body
	Garbage  Cut = "garbage"  // the body is neither JSON nor XML
	Drip     Cut = "drip"     // the ordinary answer arrives in small pieces, slowly
	InHead   Cut = "head"     // the connection is closed behind Effect.At bytes of the head
	InBody   Cut = "body"     // the connection is closed behind Effect.At bytes of the body
)

// HasAnswer reports whether the client gets an answer. A reset or empty connection has
// none, and the operation is not carried out. A cut in the head leaves none although
// the operation was carried out.
func HasAnswer(cut Cut) bool { return cut != Reset && cut != Empty && cut != InHead }

// cuts have a name; answerParts cut behind a number of bytes.
var (
	cuts        = []Cut{Reset, Empty, Truncate, Garbage, Drip}
	answerParts = []Cut{InHead, InBody}
)

// maxAt is the last byte for a cut, because no answer is longer.
const maxAt = 64 << 20

// cutParts are a cut at a place in the answer.
type cutParts struct {
	After count     `yaml:"after" jsonschema:"required" jsonschema_description:"How many bytes of the part the client gets."`
	In    partShape `yaml:"in" jsonschema:"required" jsonschema_description:"The part of the answer."`
}

// partShape is head or body.
type partShape struct{ word }

func (cutParts) forms() string {
	return fmt.Sprintf("cut must be %s, or {after: 100, in: body}", phrase.Or(cuts...))
}

// cut reads how a rule cuts the connection, and behind how many bytes.
func (r *reader) cut(shape either[cutParts]) (cut Cut, at int64) {
	if shape.one.isPresent() {
		cut = Cut(shape.one.text)
		if !slices.Contains(cuts, cut) {
			r.add(faultNear(shape.at, nearest(cut, cuts), "%s, got %q", shape.parts.forms(), cut))
		}
		return cut, 0
	}
	if shape.at == nil {
		return "", 0
	}
	p := shape.parts
	if !p.After.isPresent() || !p.In.isPresent() {
		r.absent(fault(shape.at, "cut at a place needs both: {after: 100, in: body}"))
		return InBody, 0
	}
	cut = oneOf(r, "in", p.In.word, answerParts)
	at, err := strconv.ParseInt(p.After.text, 10, 64)
	if err != nil || at < 0 || at > maxAt {
		r.add(fault(p.After.at, "after must be a number of bytes from 0 to %d, got %q", maxAt, p.After.text))
	}
	return cut, at
}
