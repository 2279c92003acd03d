package edit

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// Answer is an answer to edit.
type Answer struct {
	Status  int
	Headers map[string]*string // by canonical name; nil removes a header
	Body    []byte
	Text    bool // the body is a text, such as a lookup answered as text, and stays one
}

// List is the edits of one rule. Each works on the result of the one before.
type List []*Edit

// JSON changes an answer with a JSON body. It returns what it could not change,
// and why.
func (l List) JSON(a *Answer) (notes []string) {
	if a.Text {
		a.Body, _ = json.Marshal(string(a.Body)) // a string always encodes
		defer func() {                           // a text again, unless an edit made it another value
			var text string
			if json.Unmarshal(a.Body, &text) == nil {
				a.Body = []byte(text)
			}
		}()
	}
	return l.apply(a, "an XPath changes SOAP answers only",
		func(e *Edit) bool { return e.json != nil },
		func(e *Edit) ([]byte, int, error) { return e.json.edit(a.Body, e.action) })
}

// XML changes an answer with an XML body as JSON does.
func (l List) XML(a *Answer) (notes []string) {
	return l.apply(a, "a JSONPath changes REST answers only",
		func(e *Edit) bool { return e.xml != nil },
		func(e *Edit) ([]byte, int, error) { return e.xml.edit(a.Body, e.action) })
}

// apply makes the edits. It changes the body with edit, for those that isOurs accepts, and
// notes other for the rest.
func (l List) apply(a *Answer, other string, isOurs func(*Edit) bool, edit func(*Edit) ([]byte, int, error)) (notes []string) {
	for i, e := range l {
		note := func(why string) { notes = append(notes, fmt.Sprintf("change %d, %s: %s", i+1, e.At, why)) }
		switch {
		case e.status:
			a.Status, _ = strconv.Atoi(e.action.Set.Text) // checked by New
		case e.header != "":
			if a.Headers == nil {
				a.Headers = map[string]*string{}
			}
			a.Headers[e.header] = nil
			if !e.action.Remove {
				a.Headers[e.header] = &e.action.Set.Text
			}
		case !isOurs(e):
			note(other)
		default:
			body, matches, err := edit(e)
			switch {
			case err != nil:
				note(err.Error())
			case matches == 0:
				note("nothing matches")
			default:
				a.Body = body
			}
		}
	}
	return notes
}

// maxGrown bounds a growing body in bytes, because edits that each multiply the
// values of the one before would otherwise use up the memory. A larger body may grow
// by 256 KiB with each edit.
const maxGrown = 4 << 20

// splice makes the edits. A body that would grow too much is an error.
func splice(body []byte, edits verbatim.Edits) ([]byte, error) {
	if edits.Size(body) > max(maxGrown, len(body)+maxGrown/16) {
		return nil, fmt.Errorf("the body would grow to more than %d MiB", maxGrown>>20)
	}
	return edits.Apply(body), nil
}
