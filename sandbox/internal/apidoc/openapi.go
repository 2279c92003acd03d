package apidoc

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// failures are the keys of the answers of all errors.
var failures = []string{"4XX", "5XX"}

// OpenAPI returns the OpenAPI document, indented.
func (a API) OpenAPI() ([]byte, error) {
	s := newShapes(a.Types)
	failed := s.of(reflect.TypeOf(a.Failure))
	var tags []any
	paths, operations := object{}, map[string]*object{} // by their path
	for _, g := range a.Groups {
		tags = append(tags, object{{"name", g.Name}, {"description", g.Summary}})
		for _, r := range g.Routes {
			path := a.Base + r.Path
			if operations[path] == nil {
				operations[path] = &object{}
				paths.add(path, operations[path])
			}
			operations[path].add(strings.ToLower(r.Method), r.operation(s, g.Name, failed))
		}
	}
	schemas := object{}
	for _, name := range s.names() { // at last, because the routes add to them
		schemas.add(name, s.components[name])
	}
	if s.err != nil {
		return nil, s.err
	}
	return indent(object{
		{"openapi", "3.1.0"},
		{"info", object{{"title", a.Title}, {"version", a.Version}, {"description", a.Description},
			{"license", object{{"name", a.License}, {"identifier", a.License}}}}},
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
	if err := write(&text, document); err != nil {
		return nil, err
	}
	err := json.Indent(&indented, text.Bytes(), "", "  ")
	indented.WriteByte('\n')
	return indented.Bytes(), err
}

// operation describes a route.
func (r Route) operation(s *shapes, tag string, failed *Schema) object {
	o := object{{"operationId", r.id()}, {"tags", []string{tag}}, {"summary", r.Summary}}
	var parameters []any
	for _, name := range r.PathNames() {
		parameters = append(parameters, object{{"name", name}, {"in", "path"}, {"required", true}, {"schema", &Schema{Type: "string"}}})
	}
	for _, q := range r.Query {
		parameters = append(parameters, object{{"name", q.Name}, {"in", "query"}, {"description", q.Meaning}, {"schema", &Schema{Type: "string"}}})
	}
	if parameters != nil {
		o.add("parameters", parameters)
	}
	if r.Body != nil {
		o.add("requestBody", object{{"content", content(s, r.Body)}})
	}
	o.add("responses", r.describeResponses(s, failed))
	return o
}

func (r Route) describeResponses(s *shapes, failed *Schema) object {
	success := object{{"description", "the success"}}
	if r.Answer != nil {
		success.add("content", content(s, r.Answer))
	}
	responses := object{{strconv.Itoa(r.status()), success}}
	if r.DryRun != nil {
		responses.add("200", object{{"description", "the success of a dry run"}, {"content", content(s, r.DryRun)}})
	}
	for _, key := range failures {
		responses.add(key, object{{"description", "an error, with what would be right"}, {"content", object{{jsonType, object{{"schema", failed}}}}}})
	}
	return responses
}

var pathName = regexp.MustCompile(`\{(\w+)\}`)

// PathNames returns the names of the parameters of the path.
func (r Route) PathNames() []string {
	var names []string
	for _, match := range pathName.FindAllStringSubmatch(r.Path, -1) {
		names = append(names, match[1])
	}
	return names
}

var notInID = regexp.MustCompile(`\W+`)

// id returns a name for the route, such as get_accounts_code_clock.
func (r Route) id() string {
	return strings.Trim(notInID.ReplaceAllString(strings.ToLower(r.Method)+r.Path, "_"), "_")
}

// content describes a body by its media type.
func content(s *shapes, body any) object {
	switch body := body.(type) {
	case Text:
		return object{{string(body), object{{"schema", &Schema{Type: "string"}}}}}
	case OneOf:
		return alternatives(s, body)
	case Events:
		data := object{}
		for _, name := range sortedKeys(body) {
			data.add(name, s.body(body[name]))
		}
		return object{{eventsType, object{{"schema", &Schema{Type: "string", Description: "x-events has the data of each event"}}, {"x-events", data}}}}
	}
	return object{{jsonType, object{{"schema", s.body(body)}}}}
}

// alternatives describes bodies, each text by a media type of its own.
func alternatives(s *shapes, bodies OneOf) (all object) {
	var inJSON OneOf
	for _, body := range bodies {
		if text, isText := body.(Text); isText {
			all = append(all, content(s, text)...)
			continue
		}
		inJSON = append(inJSON, body)
	}
	if len(inJSON) == 1 {
		return append(all, content(s, inJSON[0])...)
	}
	return append(all, object{{jsonType, object{{"schema", s.body(inJSON)}}}}...)
}

// body returns the schema of a JSON body.
func (s *shapes) body(zero any) *Schema {
	switch zero := zero.(type) {
	case Document:
		return &Schema{Type: "object"}
	case OneOf:
		one := &Schema{}
		for _, body := range zero {
			one.AnyOf = append(one.AnyOf, s.body(body))
		}
		return one
	case List:
		return &Schema{Type: "object", Fields: []Field{
			{Name: zero.Plural, Schema: &Schema{Type: "array", Items: s.of(reflect.TypeOf(zero.Row))}},
			{Name: "total", Schema: &Schema{Type: "integer"}, Description: "rows that there are, listed or not"},
		}}
	}
	return s.of(reflect.TypeOf(zero))
}
