package control

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// markdown returns one table of routes for each group, below a heading of the second level.
func (s *shapes) markdown(tables []table) string {
	var b strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&b, "## %s\n\n| Route | Does | Query or body |\n|---|---|---|\n", t.name)
		for _, r := range t.routes {
			var names []string
			for _, q := range r.query {
				names = append(names, "`"+q.name+"`")
			}
			for _, name := range s.inputOf(r.body) {
				if !slices.Contains(names, name) { // two shapes of a body share names
					names = append(names, name)
				}
			}
			fmt.Fprintf(&b, "| `%s %s` | %s | %s |\n", r.method, r.path, cell(r.summary), cell(strings.Join(names, ", ")))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// inputOf returns the names of a body.
func (s *shapes) inputOf(body any) (names []string) {
	switch body := body.(type) {
	case nil:
	case mediaType:
		names = append(names, string(body))
	case either:
		for _, one := range body {
			names = append(names, s.inputOf(one)...)
		}
	default:
		if structure := s.components[s.of(reflect.TypeOf(body)).Ref]; structure != nil {
			for _, f := range structure.Fields {
				names = append(names, "`"+f.name+"`")
			}
		}
	}
	return names
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
