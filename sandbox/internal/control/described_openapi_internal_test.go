package control

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// bareJSON is the media type of bodies in JSON, without a charset.
const bareJSON = "application/json"

// failures are the keys of the answers of all errors.
var failures = []string{"4XX", "5XX"}

// openAPI returns the OpenAPI document of the tables, indented. The version is 3.1, because
// a schema of it is JSON Schema: "an object or null" needs no second component, and every
// validator can check an answer.
func (s *shapes) openAPI(tables []table) ([]byte, error) {
	failed := s.of(reflect.TypeFor[client.Error]())
	var tags []any
	paths, operations := object{}, map[string]*object{} // by their path
	for _, t := range tables {
		tags = append(tags, object{{"name", t.name}, {"description", t.summary}})
		for _, r := range t.routes {
			path := base + r.path
			if operations[path] == nil {
				operations[path] = &object{}
				paths.add(path, operations[path])
			}
			operations[path].add(strings.ToLower(r.method), s.operation(r, t.name, failed))
		}
	}
	schemas := object{}
	for _, name := range sortedKeys(s.components) { // at last, because the routes add to them
		schemas.add(name, s.components[name])
	}
	return indent(object{
		{"openapi", "3.1.0"},
		{"info", object{
			{"title", "Control interface of the commerce sandbox"}, {"version", "1"},
			{"description", "What the sandbox offers beside the two protocols: accounts, their data, clocks and scenarios, the calls that were made, and what explains them."},
			{"license", object{{"name", "MIT"}, {"identifier", "MIT"}}},
		}},
		{"servers", []any{object{{"url", "/"}}}},
		{"security", []any{object{}, object{{"token", []any{}}}}},
		{"tags", tags},
		{"paths", paths},
		{"components", object{
			{"securitySchemes", object{{"token", object{
				{"type", "http"}, {"scheme", "bearer"}, {"description", "the control token, when the sandbox was started with one"},
			}}}},
			{"schemas", schemas},
		}},
	})
}

// indent returns a document as JSON with indented lines.
func indent(document object) ([]byte, error) {
	var text, indented bytes.Buffer
	if err := writeJSON(&text, document); err != nil {
		return nil, err
	}
	err := json.Indent(&indented, text.Bytes(), "", "  ")
	indented.WriteByte('\n')
	return indented.Bytes(), err
}

// operation describes a route.
func (s *shapes) operation(r route, tag string, failed *schema) object {
	id := strings.Trim(notInID.ReplaceAllString(strings.ToLower(r.method)+r.path, "_"), "_") // such as get_accounts_code_clock
	o := object{{"operationId", id}, {"tags", []string{tag}}, {"summary", r.summary}}
	var parameters []any
	for _, name := range pathNames(r) {
		parameters = append(parameters, object{{"name", name}, {"in", "path"}, {"required", true}, {"schema", &schema{Type: "string"}}})
	}
	for _, q := range r.query {
		parameters = append(parameters, object{{"name", q.name}, {"in", "query"}, {"description", q.meaning}, {"schema", &schema{Type: "string"}}})
	}
	if parameters != nil {
		o.add("parameters", parameters)
	}
	if r.body != nil {
		o.add("requestBody", object{{"content", s.content(r.body)}})
	}
	success := object{{"description", "the success"}}
	if r.answer != nil {
		success.add("content", s.content(r.answer))
	}
	responses := object{{strconv.Itoa(successOf(r)), success}}
	if r.dryRun != nil {
		responses.add("200", object{{"description", "the success of a dry run"}, {"content", s.content(r.dryRun)}})
	}
	for _, key := range failures {
		responses.add(key, object{{"description", "an error, with what would be right"}, {"content", object{{bareJSON, object{{"schema", failed}}}}}})
	}
	o.add("responses", responses)
	return o
}

// successOf returns the status of a success.
func successOf(r route) int {
	if r.answer == nil {
		return cmp.Or(r.status, http.StatusNoContent)
	}
	return cmp.Or(r.status, http.StatusOK)
}

var pathName = regexp.MustCompile(`\{(\w+)\}`)

// pathNames returns the names of the parameters of the path.
func pathNames(r route) []string {
	var names []string
	for _, match := range pathName.FindAllStringSubmatch(r.path, -1) {
		names = append(names, match[1])
	}
	return names
}

var notInID = regexp.MustCompile(`\W+`)

// content describes a body by its media type, and alternatives by theirs.
func (s *shapes) content(body any) (all object) {
	switch body := body.(type) {
	case mediaType:
		return object{{string(body), object{{"schema", &schema{Type: "string"}}}}}
	case eventData:
		data := object{}
		for _, name := range sortedKeys(body) {
			data.add(string(name), s.body(body[name]))
		}
		return object{{"text/event-stream", object{{"schema", &schema{Type: "string", Description: "x-events has the data of each event"}}, {"x-events", data}}}}
	case either:
		var inJSON either
		for _, one := range body {
			if text, isText := one.(mediaType); isText {
				all = append(all, s.content(text)...)
			} else {
				inJSON = append(inJSON, one)
			}
		}
		return append(all, member{bareJSON, object{{"schema", s.body(inJSON)}}})
	}
	return object{{bareJSON, object{{"schema", s.body(body)}}}}
}

// body returns the schema of a JSON body.
func (s *shapes) body(zero any) *schema {
	switch zero := zero.(type) {
	case document:
		return &schema{Type: "object"}
	case either:
		if len(zero) == 1 {
			return s.body(zero[0])
		}
		one := &schema{}
		for _, body := range zero {
			one.AnyOf = append(one.AnyOf, s.body(body))
		}
		return one
	case listOf:
		return &schema{Type: "object", Fields: []schemaField{
			{name: zero.plural, schema: &schema{Type: "array", Items: s.of(reflect.TypeOf(zero.row))}},
			{name: "total", schema: &schema{Type: "integer"}, description: "rows that there are, listed or not"},
		}}
	}
	return s.of(reflect.TypeOf(zero))
}
