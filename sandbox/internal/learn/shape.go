package learn

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// observed is the forms of the fields that answers of an operation had: by path and form, with
// the first call.
type observed map[string]map[string]string

// null is the form of a field without a value, which fits every other one.
const null = "null"

// maxPath bounds the path of a field.
const maxPath = 200

// note notes that a field had a form.
func (o observed) note(path, form, call string) {
	if len(path) > maxPath || o[path] == nil && len(o) >= maxFields {
		return
	}
	if o[path] == nil {
		o[path] = map[string]string{}
	}
	if _, known := o[path][form]; !known {
		o[path][form] = call
	}
}

// within returns the path of a field of an object.
func within(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

// observe notes the fields of a JSON value and their forms.
func (o observed) observe(path string, v any, call string) {
	if len(path) > maxPath {
		return
	}
	o.note(path, formOf(v), call)
	switch v := v.(type) {
	case map[string]any:
		for name, field := range v {
			o.observe(within(path, name), field, call)
		}
	case []any:
		for _, element := range v {
			o.observe(path+"[]", element, call)
		}
	}
}

// xmlElement is an element of an answer on SOAP.
type xmlElement struct {
	XMLName xml.Name
	Text    string       `xml:",chardata"`
	Parts   []xmlElement `xml:",any"`
}

// listItem is the element of a list in the styles that do not repeat the list's own. Its
// value counts as one of the list.
const listItem = "item"

// observeSOAP notes the elements of the answer in an envelope and their forms.
func (o observed) observeSOAP(envelope []byte, call string) {
	var read struct{ Body xmlElement }
	d := xml.NewDecoder(bytes.NewReader(envelope))
	d.CharsetReader = func(_ string, text io.Reader) (io.Reader, error) { return text, nil } // names are in ASCII
	if len(envelope) <= maxEnvelope && d.Decode(&read) == nil {
		for _, answer := range read.Body.Parts {
			o.observeElement("", answer, call)
		}
	}
}

func (o observed) observeElement(path string, e xmlElement, call string) {
	if len(path) > maxPath {
		return
	}
	form := null
	if text := strings.TrimSpace(e.Text); text != "" {
		form = formOf(text)
	}
	for _, part := range e.Parts {
		field := path
		if part.XMLName.Local != listItem {
			form, field = "object", within(path, part.XMLName.Local)
		}
		o.observeElement(field, part, call)
	}
	o.note(path, form, call)
}

const numberInText = "number in a text"

// textForms are the forms of texts, the first that fits.
var textForms = []struct {
	form string
	is   *regexp.Regexp
}{
	{"day as Y-m-d", regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)},
	{"moment as Y-m-d H:i:s", regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`)},
	{"moment as in RFC 3339", regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d`)},
	{numberInText, regexp.MustCompile(`^-?\d+(\.\d+)?$`)},
}

func formOf(v any) string {
	switch v := v.(type) {
	case nil:
		return null
	case map[string]any:
		return "object"
	case []any:
		return "list"
	case bool:
		return "truth value"
	case string:
		for _, f := range textForms {
			if f.is.MatchString(v) {
				return f.form
			}
		}
		return "text"
	}
	return "number"
}

// lookAtShape notes the fields of a success and the failures.
func (s *service) lookAtShape(e *exchange) {
	if !e.ok() {
		s.lookAtFailure(e)
		return
	}
	o := s.shapes[e.op.ID]
	if o == nil {
		o = observed{}
		s.shapes[e.op.ID] = o
	}
	media, _, _ := mime.ParseMediaType(e.got.Get("Content-Type"))
	switch {
	case e.op.Protocol == catalog.SOAP:
		o.observeSOAP(e.answer, e.name)
	case e.value != nil && strings.Contains(media, "json"):
		o.observe("", e.value, e.name)
	}
	o.note(onHTTP+".status", strconv.Itoa(e.status), e.name)
	if len(e.got) > 0 { // the recorder keeps headers
		o.note(onHTTP, "object", e.name)
	}
	for name := range e.got {
		switch {
		case name == "Content-Type" && media != "":
			o.note(onHTTP+"."+name, media, e.name)
		case name == "Location", name == "Retry-After", strings.Contains(strings.ToLower(name), "ratelimit"):
			o.note(onHTTP+"."+name, formOf(e.got.Get(name)), e.name)
		}
	}
}

// onHTTP is the path of what an answer has beside its body: its status and some headers.
const onHTTP = "HTTP"

// lookAtFailure notes a failure that no outcome of the operation has.
func (s *service) lookAtFailure(e *exchange) {
	code, status := phrase.Shorten(e.errorCode(), maxWord), e.status
	for _, outcome := range slices.Concat(e.op.Failures(), catalog.GeneralFailures(e.op.Protocol)) {
		if string(outcome.Code) == code && outcome.Status == status {
			return
		}
	}
	if e.op.ID == catalog.RetrieveOrder && status == http.StatusBadRequest || status >= 600 {
		return // open question retrieve-unknown
	}
	key := fmt.Sprint(e.op.ID, " ", status, " ", code)
	if s.failures[key] == nil {
		if len(s.failures) >= maxKinds {
			return
		}
		answer := fmt.Sprintf("status: %d", status)
		if code != "" {
			answer += ", error_code: " + strconv.Quote(code) + ", message: As recorded"
		}
		s.failures[key] = &client.LearnedFailure{Operation: string(e.op.ID), Status: status, Code: code, Call: e.name,
			Scenario: fmt.Sprintf("summary: %s fails as recorded\nrules:\n  - on: %s\n    answer: {%s}\n", e.op.ID, e.op.ID, answer)}
	}
	s.failures[key].Times++
}

// compareShapes compares the fields of answers with the sandbox's, under the learned answers.
func (s *service) compareShapes(o Options, answers map[string]string) (all []client.LearnedShape) {
	ours, err := o.describe(answers)
	if err != nil {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(s.shapes)) {
		all = append(all, s.shapes[id].compare(string(id), ours[id])...)
	}
	return all
}

// compare lists how the observed fields differ from the described ones.
func (o observed) compare(operation string, ours described) (all []client.LearnedShape) {
	for _, path := range slices.Sorted(maps.Keys(o)) {
		for _, form := range slices.Sorted(maps.Keys(o[path])) {
			if ours.speaksOf(path) && form != null && !fits(ours.forms[path], form) {
				all = append(all, client.LearnedShape{Operation: operation, Field: path, Theirs: form, Ours: ours.forms[path], Call: o[path][form]})
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(o)) {
		call, isObject := o[path]["object"]
		for _, name := range ours.must[path] {
			if field := within(path, name); isObject && o[field] == nil {
				all = append(all, client.LearnedShape{Operation: operation, Field: field, Ours: ours.forms[field], Call: call})
			}
		}
	}
	return all
}

// fits reports whether a form is one of ours: a text may look like a number or a date.
func fits(own, form string) bool {
	if own == "text" {
		return form != "number" && form != "object" && form != "list" && form != "truth value"
	}
	return slices.Contains(strings.Split(own, " or "), form)
}
