// Package edit changes parts of an answer: values of a JSON body selected by a JSONPath
// (RFC 9535), elements of an XML body selected by an XPath, headers and the status. All
// other bytes stay as they are: money keeps its spelling and members keep their order.
//
// The package leaves the choice of answers to scenario, and their bodies to the
// protocols.
package edit

import (
	"errors"
	"fmt"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/http/httpguts"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Edit changes one part of an answer. It never changes after New, so any number
// of calls may share it.
type Edit struct {
	At     string // the changed part, as it was written
	action Action
	status bool
	header string // canonical name, "" for another part
	json   *jsonTarget
	xml    *xmlTarget
}

// Action is what an edit does. One of the fields is set.
type Action struct {
	Set    *Value
	Remove bool
	AsText bool   // a number or a boolean becomes a string
	Wrap   string // the value becomes the only member, or element, of one with this name
	Rename string // the value gets this name
	Copy   string // the value becomes the first one of this path in the same answer
	Insert *Value // a further element at the end of a list
	Double bool   // the value occurs twice
}

// adds reports whether the action adds an absent name at the end of a path.
func (a Action) adds() bool { return a.Set != nil || a.Copy != "" }

// Value is a value to set.
type Value struct {
	JSON []byte // its JSON, with numbers as they were spelled
	Text string // its text in XML, in a header or as a status
	Flat bool   // it is no object and no list, so it has a text
}

// statusPart and headerPart are the parts of an answer beside its body.
const (
	statusPart = "status"
	headerPart = "/header/"
)

// maxAt is the longest path, in bytes.
const maxAt = 500

// The statuses for an edit to set. A status below 200 does not end a call, and a
// status without a body would lose it.
const minStatus, maxStatus = 200, 599

// framing are the headers about the length of a message. A scenario cannot set them, because cut breaks
// messages in the same way on every connection.
var framing = []string{"Connection", "Content-Length", "Transfer-Encoding"}

// New returns an edit of the part at: status, /header/NAME, a JSONPath that
// begins with $, or an XPath. The error describes a wrong path, or an action
// that cannot be done there.
func New(at string, a Action) (*Edit, error) {
	e := &Edit{At: at, action: a}
	name, isHeader := strings.CutPrefix(at, headerPart)
	switch {
	case at == "":
		return nil, errors.New("at is required: a JSONPath such as $.Items[*].Status, an XPath such as //Status, /header/NAME or status")
	case len(at) > maxAt:
		return nil, fmt.Errorf("at may have at most %d bytes, got %d", maxAt, len(at))
	case at == statusPart:
		e.status = true
		return e, checkStatus(a)
	case isHeader:
		e.header = textproto.CanonicalMIMEHeaderKey(name)
		return e, checkHeader(name, e.header, a)
	case strings.HasPrefix(at, "$"):
		var err error
		e.json, err = newJSONTarget(at, a)
		return e, err
	case !strings.HasPrefix(at, "/") && !strings.HasPrefix(at, "("):
		const begin = "at must begin with $ or /, or be status"
		if elementName.MatchString(at) && !strings.Contains(at, ".") {
			return nil, fmt.Errorf("%s; did you mean $.%s or //%[2]s?", begin, at)
		}
		return nil, fmt.Errorf("%s, got %q", begin, at)
	}
	var err error
	e.xml, err = newXMLTarget(at, a)
	return e, err
}

// ChangesREST reports whether the edit can change an answer of REST.
func (e *Edit) ChangesREST() bool { return e.xml == nil }

// ChangesSOAP reports whether the edit can change an answer of SOAP.
func (e *Edit) ChangesSOAP() bool { return e.json == nil }

func checkStatus(a Action) error {
	if a.Set == nil {
		return errors.New("the status can only be set")
	}
	n, err := strconv.Atoi(a.Set.Text)
	if !a.Set.Flat || err != nil || n < minStatus || n > maxStatus || n == 204 || n == 304 {
		return fmt.Errorf("status must be from %d to %d and have a body, got %q", minStatus, maxStatus, a.Set.describe())
	}
	return nil
}

// CheckHeaderName returns why a key of a rule must not set a header.
func CheckHeaderName(key, name string) error {
	canonical := textproto.CanonicalMIMEHeaderKey(name)
	switch {
	case !httpguts.ValidHeaderFieldName(name):
		return fmt.Errorf("a header name must consist of letters, digits and hyphens, got %q", name)
	case slices.Contains(framing, canonical):
		return fmt.Errorf("%s must not set %s; use cut to break a message", key, canonical)
	}
	return nil
}

func checkHeader(name, canonical string, a Action) error {
	switch err := CheckHeaderName("change", name); {
	case err != nil:
		return err
	case a.Set == nil && !a.Remove:
		return errors.New("a header can only be set or removed")
	case a.Set != nil && !(a.Set.Flat && httpguts.ValidHeaderFieldValue(a.Set.Text)):
		return fmt.Errorf("the value of header %s must be one line of text, got %q", canonical, a.Set.describe())
	}
	return nil
}

// describe returns the value for a message.
func (v *Value) describe() string {
	if v.Flat {
		return v.Text
	}
	return string(v.JSON)
}

// maxShown bounds a value in String, in bytes.
const maxShown = 60

// String returns the edit in one line, such as: $.Status = "UNKNOWN".
func (e *Edit) String() string {
	switch {
	case e.action.Remove:
		return "remove " + e.At
	case e.action.AsText:
		return e.At + " as text"
	case e.action.Wrap != "":
		return "wrap " + e.At + " in " + e.action.Wrap
	case e.action.Rename != "":
		return "rename " + e.At + " to " + e.action.Rename
	case e.action.Copy != "":
		return e.At + " = " + e.action.Copy
	case e.action.Insert != nil:
		return "insert " + phrase.Shorten(e.action.Insert.describe(), maxShown) + " into " + e.At
	case e.action.Double:
		return "double " + e.At
	}
	return e.At + " = " + phrase.Shorten(e.action.Set.describe(), maxShown)
}
