package scenario

import (
	"cmp"
	"fmt"

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

// CutWords are the words for cuts with a name: in lists, and in explanations.
var CutWords = map[Cut]struct{ InList, Does string }{
	Reset:    {"connection reset", "resets the connection"},
	Empty:    {"no answer", "closes the connection without an answer"},
	Truncate: {"answer cut short", "closes the connection in the middle of the answer"},
	Garbage:  {"garbage", "makes the answer unreadable"},
	Drip:     {InList: "answer in drips"}, // it changes no answer
}

// maxAt is the last byte for a cut, because no answer is longer.
const maxAt = 64 << 20

// aCut is the name of a cut.
var aCut = oneOf(cuts...)

// cutForm is a cut with a name, or at a place in the answer.
var cutForm = form{must: fmt.Sprintf("cut must be %s, or {after: 100, in: body}", phrase.Or(cuts...)),
	single: aCut.single, words: aCut.words, needs: "cut must have after and in, such as {after: 100, in: body}", keys: []key{
		{"after", number(0, maxAt).require(), "How many bytes of the part the client gets."},
		{"in", oneOf(answerParts...).require(), "The part of the answer."},
	}}

// cutOf returns how a rule cuts the connection, and behind how many bytes.
func cutOf(shape value) (cut Cut, at int64) {
	return Cut(cmp.Or(shape.text, shape.of["in"].text)), shape.of["after"].number
}
