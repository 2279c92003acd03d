package apidoc

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// TypeScript returns the types in TypeScript: one for each component, and Routes, with
// the path, query, body and answer of each route. The heading names their origin.
func (a API) TypeScript(heading string) (string, error) {
	s := newShapes(a.Types)
	s.of(reflect.TypeOf(a.Failure))
	var routes strings.Builder // at first, because they add to the components
	for _, g := range a.Groups {
		for _, r := range g.Routes {
			fmt.Fprintf(&routes, "  /** %s */\n  %q: {%s};\n", remark(r.Summary), r.Method+" "+a.Base+r.Path, r.typescript(s))
		}
	}
	var b strings.Builder
	for line := range strings.Lines(heading) {
		b.WriteString("// " + line)
	}
	b.WriteString("\n\n/** Rows under their plural, with the number that there are, listed or not. */\n" +
		"export type List<Plural extends string, Row> = { [name in Plural]: Row[] } & { total: number };\n")
	for _, name := range s.names() {
		c := s.components[name]
		fmt.Fprintf(&b, "\n/** %s */\nexport interface %s %s\n", remark(c.Description), name, c.typescript(""))
	}
	b.WriteString("\n/** The routes: what each takes and answers. */\nexport interface Routes {\n" + routes.String() + "}\n")
	return b.String(), s.err
}

// typescript returns the path, query, body and answer of a route.
func (r Route) typescript(s *shapes) string {
	path, query := []string{}, []string{}
	for _, name := range r.PathNames() {
		path = append(path, name+": string")
	}
	for _, q := range r.Query {
		query = append(query, propertyName(q.Name)+"?: string")
	}
	status := ""
	if n := r.status(); n != http.StatusOK {
		status = fmt.Sprintf(" status: %d;", n)
	}
	answer := typeOf(s, r.Answer)
	if r.DryRun != nil {
		answer += " | " + typeOf(s, r.DryRun)
	}
	return fmt.Sprintf(" path: {%s}; query: {%s}; body: %s; answer: %s;%s ",
		strings.Join(path, "; "), strings.Join(query, "; "), typeOf(s, r.Body), answer, status)
}

// typeOf returns the type of a body.
func typeOf(s *shapes, zero any) string {
	switch body := zero.(type) {
	case nil:
		return "undefined"
	case Text:
		return "string"
	case List:
		return fmt.Sprintf("List<%q, %s>", body.Plural, s.of(reflect.TypeOf(body.Row)).typescript(""))
	case OneOf:
		return joinTypes(body, func(one any) string { return typeOf(s, one) })
	case Events:
		data := []string{}
		for _, name := range sortedKeys(body) {
			data = append(data, fmt.Sprintf("%q: %s", name, s.body(body[name]).typescript("")))
		}
		return "{" + strings.Join(data, "; ") + "}"
	}
	return s.body(zero).typescript("")
}

// joinTypes returns the type of values of any of some types.
func joinTypes[T any](types []T, show func(T) string) string {
	var shown []string
	for _, one := range types {
		shown = append(shown, show(one))
	}
	return strings.Join(shown, " | ")
}

// typescript returns the type of a value; indent is the line's.
func (s *Schema) typescript(indent string) string {
	kind := s.bare(indent)
	if s.Null && kind != "unknown" {
		return kind + " | null"
	}
	return kind
}

// bare returns the type of a value that is not null.
func (s *Schema) bare(indent string) string {
	switch {
	case s.Ref != "":
		return s.Ref
	case s.AnyOf != nil:
		return joinTypes(s.AnyOf, func(one *Schema) string { return one.typescript(indent) })
	case s.Enum != nil:
		return joinTypes(s.Enum, strconv.Quote)
	case s.Items != nil:
		item := s.Items.typescript(indent)
		if strings.Contains(item, " | ") && !strings.HasPrefix(item, "{") {
			item = "(" + item + ")"
		}
		return item + "[]"
	case s.Values != nil:
		return "Record<string, " + s.Values.typescript(indent) + ">"
	case s.Fields != nil:
		return fieldTypes(s.Fields, indent)
	}
	return plainType(s.Type)
}

func plainType(kind string) string {
	switch kind {
	case "string", "boolean", "number":
		return kind
	case "integer":
		return "number"
	case "object":
		return "Record<string, unknown>"
	}
	return "unknown"
}

// fieldTypes returns the type of an object.
func fieldTypes(fields []Field, indent string) string {
	var b strings.Builder
	b.WriteString("{\n")
	for _, f := range fields {
		if f.Description != "" {
			fmt.Fprintf(&b, "%s  /** %s */\n", indent, remark(f.Description))
		}
		optional := ""
		if f.Optional {
			optional = "?"
		}
		fmt.Fprintf(&b, "%s  %s%s: %s;\n", indent, propertyName(f.Name), optional, f.Schema.typescript(indent+"  "))
	}
	return b.String() + indent + "}"
}

// remark returns a text that cannot end a comment.
func remark(text string) string { return strings.ReplaceAll(text, "*/", "*\\/") }

// propertyName quotes a name other than an identifier.
func propertyName(name string) string {
	if notInID.MatchString(name) {
		return strconv.Quote(name)
	}
	return name
}
