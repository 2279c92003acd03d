package learn

import (
	"encoding/json"
	"fmt"
	"maps"
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

// observe notes the fields of a JSON value and their forms.
func (o observed) observe(path string, v any, call string) {
	if len(path) > maxPath || o[path] == nil && len(o) >= maxFields {
		return
	}
	if o[path] == nil {
		o[path] = map[string]string{}
	}
	form := formOf(v)
	if _, known := o[path][form]; !known {
		o[path][form] = call
	}
	switch v := v.(type) {
	case map[string]any:
		for name, field := range v {
			o.observe(strings.TrimPrefix(path+"."+name, "."), field, call)
		}
	case []any:
		for _, element := range v {
			o.observe(path+"[]", element, call)
		}
	}
}

// textForms are the forms of texts, the first that fits.
var textForms = []struct {
	form string
	is   *regexp.Regexp
}{
	{"day as Y-m-d", regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)},
	{"moment as Y-m-d H:i:s", regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`)},
	{"moment as in RFC 3339", regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d`)},
	{"number in a text", regexp.MustCompile(`^-?\d+(\.\d+)?$`)},
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
	if e.value == nil || !strings.Contains(e.got.Get("Content-Type"), "json") {
		return
	}
	o := s.shapes[e.op.ID]
	if o == nil {
		o = observed{}
		s.shapes[e.op.ID] = o
	}
	o.observe("", e.value, e.name)
	for name := range e.got {
		if lower := strings.ToLower(name); lower == "retry-after" || strings.Contains(lower, "ratelimit") {
			o.observe("header "+name, "sent", e.name)
		}
	}
}

// lookAtFailure notes a failure that no outcome of the operation has.
func (s *service) lookAtFailure(e *exchange) {
	code, status := phrase.Shorten(e.errorCode(), maxWord), e.status
	for _, outcome := range slices.Concat(e.op.Failures(), catalog.GeneralFailures(e.op.Protocol)) {
		if string(outcome.Code) == code && outcome.Status == status {
			return
		}
	}
	if q := e.op.ID; q == catalog.RetrieveOrder && status == http.StatusBadRequest || status >= 600 {
		return // open question retrieve-unknown
	}
	key := fmt.Sprint(e.op.ID, " ", status, " ", code)
	if s.failures[key] == nil && len(s.failures) >= maxKinds {
		return
	}
	if s.failures[key] == nil {
		answer := fmt.Sprintf("status: %d", status)
		if code != "" {
			answer += ", error_code: " + strconv.Quote(code) + ", message: As recorded"
		}
		s.failures[key] = &client.LearnedFailure{Operation: string(e.op.ID), Status: status, Code: code, Call: e.name,
			Scenario: fmt.Sprintf("summary: %s fails as recorded\nrules:\n  - on: %s\n    answer: {%s}\n", e.op.ID, e.op.ID, answer)}
	}
	s.failures[key].Times++
}

// document is a description of the sandbox's answers, as OpenAPI has it.
type document struct {
	Paths map[string]map[string]struct {
		Responses map[string]struct {
			Content map[string]struct{ Schema schema }
		}
	}
	Components struct{ Schemas map[string]schema }
}

type schema struct {
	Ref        string `json:"$ref"`
	Type       string
	Format     string
	Pattern    string
	Properties map[string]schema
	Required   []string
	Items      *schema
	AllOf      []schema
	OneOf      []schema
	AnyOf      []schema
	Additional any `json:"additionalProperties"`
}

// compareShapes compares the fields of answers with the sandbox's, under the learned answers.
func (s *service) compareShapes(describe func(map[string]string) ([]byte, error), answers map[string]string) (all []client.LearnedShape) {
	var d document
	if text, err := describe(answers); err != nil || json.Unmarshal(text, &d) != nil {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(s.shapes)) {
		op, _ := catalog.Find(id)
		ours := map[string]string{}
		must := map[string][]string{} // required fields by the path of their object
		for status, response := range d.Paths[op.Path][strings.ToLower(op.Method)].Responses {
			if strings.HasPrefix(status, "2") {
				for _, content := range response.Content {
					d.flatten("", content.Schema, ours, must, 0)
				}
			}
		}
		if len(ours) > 0 {
			all = append(all, s.shapes[id].compare(string(id), ours, must)...)
		}
	}
	return all
}

// flatten notes the forms of all fields of a schema by their paths.
func (d document) flatten(path string, of schema, ours map[string]string, must map[string][]string, depth int) {
	if name, is := strings.CutPrefix(of.Ref, "#/components/schemas/"); is {
		of = d.Components.Schemas[name]
	}
	if depth > 20 {
		return
	}
	for _, part := range of.AllOf {
		d.flatten(path, part, ours, must, depth+1)
	}
	for _, form := range slices.Concat(of.OneOf, of.AnyOf) { // none of its fields is required of the others
		d.flatten(path, form, ours, map[string][]string{}, depth+1)
	}
	if of.Additional != nil && of.Additional != false {
		ours[path+".*"] = "any"
	}
	switch of.Type {
	case "object":
		ours[path] = "object"
		must[path] = append(must[path], of.Required...)
		for name, field := range of.Properties {
			d.flatten(strings.TrimPrefix(path+"."+name, "."), field, ours, must, depth+1)
		}
	case "array":
		ours[path] = "list"
		if of.Items != nil {
			d.flatten(path+"[]", *of.Items, ours, must, depth+1)
		}
	case "":
	default:
		ours[path] = of.form()
	}
}

// form returns the form of a value that has no parts.
func (of schema) form() string {
	isDay := of.Format == "date" || strings.Contains(of.Pattern, "[0-9]{2}$") && !strings.Contains(of.Pattern, ":")
	switch {
	case of.Type == "boolean":
		return "truth value"
	case of.Type != "string":
		return "number"
	case isDay:
		return "day as Y-m-d"
	case strings.Contains(of.Pattern, ":"):
		return "moment as Y-m-d H:i:s"
	}
	return "text"
}

// compare lists how the observed fields differ.
func (o observed) compare(operation string, ours map[string]string, must map[string][]string) (all []client.LearnedShape) {
	unknown := []string{} // nor are the fields within one of them
	for _, path := range slices.Sorted(maps.Keys(o)) {
		own, known := ours[path]
		_, isOpen := ours[path[:max(0, strings.LastIndexByte(path, '.'))]+".*"]
		isWithin := slices.ContainsFunc(unknown, func(of string) bool { return strings.HasPrefix(path, of+".") || strings.HasPrefix(path, of+"[]") })
		if isWithin || !known && isOpen {
			continue
		}
		for _, form := range slices.Sorted(maps.Keys(o[path])) {
			if form != null && !(known && fits(own, form)) {
				all = append(all, client.LearnedShape{Operation: operation, Field: path, Theirs: form, Ours: own, Call: o[path][form]})
			}
		}
		if !known {
			unknown = append(unknown, path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(o)) {
		call, isObject := o[path]["object"]
		for _, name := range must[path] {
			if field := strings.TrimPrefix(path+"."+name, "."); isObject && o[field] == nil {
				all = append(all, client.LearnedShape{Operation: operation, Field: field, Ours: ours[field], Call: call})
			}
		}
	}
	return all
}

// fits reports whether a form is one of ours: a text may look like a number or a date.
func fits(own, form string) bool {
	switch own {
	case form:
		return true
	case "text":
		return form != "number" && form != "object" && form != "list" && form != "truth value"
	}
	return false
}
