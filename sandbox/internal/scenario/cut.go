package scenario

import (
	"cmp"
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

// cutMust says what a cut is.
var cutMust = fmt.Sprintf("cut must be %s, or {after: 100, in: body}", phrase.Or(cuts...))

// cutForm is a cut with a name, or at a place in the answer.
var cutForm = form{must: cutMust, single: enum(cuts), such: "{after: 100, in: body}", keys: []key{
	{"after", wordWith(`{"type": "integer", "minimum": 0}`, (*reader).bytes).require(), "How many bytes of the part the client gets."},
	{"in", oneOf(answerParts).require(), "The part of the answer."},
}, check: func(r *reader, _ string, v *value) {
	if cut := Cut(v.text); !slices.Contains(cuts, cut) {
		r.add(faultNear(v.at, nearest(cut, cuts), "%s, got %q", cutMust, cut))
	}
}}

// bytes reads the place of a cut.
func (r *reader) bytes(key string, v *value) {
	at, err := strconv.ParseInt(v.text, 10, 64)
	if err != nil || at < 0 || at > maxAt {
		r.add(fault(v.at, "%s must be a number of bytes from 0 to %d, got %q", key, maxAt, v.text))
	}
	v.number = at
}

// cutOf returns how a rule cuts the connection, and behind how many bytes.
func cutOf(shape value) (cut Cut, at int64) {
	return Cut(cmp.Or(shape.text, shape.of["in"].text)), shape.of["after"].number
}
