package control

import (
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// typeScript returns the types in TypeScript: one for each component, and Routes, with
// the path, query, body and answer of each route.
func (s *shapes) typeScript(tables []table) string {
	s.of(reflect.TypeFor[client.Error]())
	var routes strings.Builder // at first, because they add to the components
	for _, t := range tables {
		for _, r := range t.routes {
			fmt.Fprintf(&routes, "  /** %s */\n  %q: {%s};\n", remark(r.summary), r.method+" "+base+r.path, s.typesOf(r))
		}
	}
	var b strings.Builder
	b.WriteString("// The types of the control interface, made from sandbox/client and the routes.\n// Do not change them here; run: " + makeDocuments +
		"\n\n/** Rows under their plural, with the number that there are, listed or not. */\n" +
		"export type List<Plural extends string, Row> = { [name in Plural]: Row[] } & { total: number };\n")
	for _, name := range sortedKeys(s.components) {
		c := s.components[name]
		fmt.Fprintf(&b, "\n/** %s */\nexport interface %s %s\n", remark(c.Description), name, c.typescript(""))
	}
	b.WriteString("\n/** The routes: what each takes and answers. */\nexport interface Routes {\n" + routes.String() + "}\n")
	return b.String()
}

// typesOf returns the path, query, body and answer of a route.
func (s *shapes) typesOf(r route) string {
	path, query := []string{}, []string{}
	for _, name := range pathNames(r) {
		path = append(path, name+": string")
	}
	for _, q := range r.query {
		query = append(query, q.name+"?: string")
	}
	status := ""
	if n := successOf(r); n != http.StatusOK {
		status = fmt.Sprintf(" status: %d;", n)
	}
	answer := s.typeOf(r.answer)
	if r.dryRun != nil {
		answer += " | " + s.typeOf(r.dryRun)
	}
	return fmt.Sprintf(" path: {%s}; query: {%s}; body: %s; answer: %s;%s ",
		strings.Join(path, "; "), strings.Join(query, "; "), s.typeOf(r.body), answer, status)
}

// typeOf returns the type of a body.
func (s *shapes) typeOf(zero any) string {
	switch body := zero.(type) {
	case nil:
		return "undefined"
	case mediaType:
		return "string"
	case listOf:
		return fmt.Sprintf("List<%q, %s>", body.plural, s.of(reflect.TypeOf(body.row)).typescript(""))
	case either:
		return joinTypes(body, s.typeOf)
	case eventData:
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
func (s *schema) typescript(indent string) string {
	kind := s.bare(indent)
	if s.Null && kind != "unknown" {
		return kind + " | null"
	}
	return kind
}

// bare returns the type of a value that is not null.
func (s *schema) bare(indent string) string {
	switch {
	case s.Ref != "":
		return s.Ref
	case s.AnyOf != nil:
		return joinTypes(s.AnyOf, func(one *schema) string { return one.typescript(indent) })
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
func fieldTypes(fields []schemaField, indent string) string {
	var b strings.Builder
	b.WriteString("{\n")
	for _, f := range fields {
		if f.description != "" {
			fmt.Fprintf(&b, "%s  /** %s */\n", indent, remark(f.description))
		}
		optional := ""
		if f.optional {
			optional = "?"
		}
		fmt.Fprintf(&b, "%s  %s%s: %s;\n", indent, f.name, optional, f.schema.typescript(indent+"  "))
	}
	return b.String() + indent + "}"
}

// remark returns a text that cannot end a comment.
func remark(text string) string { return strings.ReplaceAll(text, "*/", "*\\/") }
