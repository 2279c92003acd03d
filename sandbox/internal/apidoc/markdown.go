package apidoc

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Markdown returns one table of routes for each group, below a heading of the
// second level.
func (a API) Markdown() (string, error) {
	s := newShapes(a.Types)
	var b strings.Builder
	for _, g := range a.Groups {
		fmt.Fprintf(&b, "## %s\n\n| Route | Does | Query or body |\n|---|---|---|\n", g.Name)
		for _, r := range g.Routes {
			fmt.Fprintf(&b, "| `%s %s` | %s | %s |\n", r.Method, r.Path, cell(r.Summary), cell(r.input(s)))
		}
		b.WriteString("\n")
	}
	return b.String(), s.err
}

// input returns the names of the query or of the body.
func (r Route) input(s *shapes) string {
	var names []string
	for _, q := range r.Query {
		names = append(names, "`"+q.Name+"`")
	}
	for _, name := range inputOf(s, r.Body) {
		if !slices.Contains(names, name) { // two shapes of a body share names
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// inputOf returns the names of a body.
func inputOf(s *shapes, body any) (names []string) {
	switch body := body.(type) {
	case nil:
	case Text:
		names = append(names, string(body))
	case OneOf:
		for _, one := range body {
			names = append(names, inputOf(s, one)...)
		}
	default:
		if structure := s.components[s.of(reflect.TypeOf(body)).Ref]; structure != nil {
			for _, f := range structure.Fields {
				names = append(names, "`"+f.Name+"`")
			}
		}
	}
	return names
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
