package worlds

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// source is the text of a file, kept for the errors that point into it.
type source struct {
	name   string
	text   []byte
	limits yamltext.Limits
}

// fault is a mistake in a well-formed file.
type fault struct {
	path       string // such as $.orders[3].lines[0].product
	message    string
	suggestion string // the nearest known name, "" for none
}

// maxFaults is how many mistakes an error shows, each with the lines around it.
const maxFaults = 20

// faults are the mistakes in one file: the first ones, and how many more there
// are.
type faults struct {
	first []fault
	more  int
}

// add records a mistake. It formats no more messages than an error shows.
func (f *faults) add(path, format string, args ...any) {
	if len(f.first) == maxFaults {
		f.more++
		return
	}
	f.first = append(f.first, fault{path, fmt.Sprintf(format, args...), suggestion(args)})
}

// suggestion returns the nearest of the known names that a message lists after
// the unknown one.
func suggestion(args []any) string {
	if len(args) < 2 {
		return ""
	}
	known, lists := args[len(args)-1].(knownNames)
	given, isText := args[0].(string)
	if !lists || !isText {
		return ""
	}
	if near := phrase.Nearest(given, known()); len(near) > 0 {
		return near[0]
	}
	return ""
}

// locate joins the faults, each with its line, its column and the lines around
// it. It returns nil when there are none.
func (s source) locate(list faults) error {
	if len(list.first) == 0 {
		return nil
	}
	file, err := yamltext.Read(s.text, s.limits)
	if err != nil {
		return s.withName(err)
	}
	all := make([]error, len(list.first))
	for i, f := range list.first {
		all[i] = yamltext.Suggest(s.withName(yamltext.Short(f.locate(file))), f.suggestion)
	}
	if list.more > 0 {
		all = append(all, fmt.Errorf("%s: and %d more", s.name, list.more))
	}
	return errors.Join(all...)
}

// withName adds the name of the file to an error.
func (s source) withName(err error) error { return fmt.Errorf("%s: %w", s.name, err) }

// locate returns an error that points at the value of the fault, or at the
// innermost entry that exists when the value is missing.
func (f fault) locate(file *ast.File) error {
	for path := f.path; path != ""; path = path[:max(strings.LastIndexAny(path, ".["), 0)] {
		p, err := yaml.PathString(path)
		if err != nil {
			continue
		}
		if node, err := p.FilterFile(file); err == nil {
			return &yaml.SyntaxError{Message: f.message, Token: start(node).GetToken()}
		}
	}
	return errors.New(f.message)
}

// start returns the node with the first token, because the token of a mapping is
// the colon after its first key.
func start(node ast.Node) ast.Node {
	switch n := node.(type) {
	case *ast.MappingNode:
		if len(n.Values) > 0 && !n.IsFlowStyle {
			return n.Values[0].Key
		}
	case *ast.MappingValueNode:
		return n.Key
	}
	return node
}
