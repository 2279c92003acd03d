package worlds

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// source is the text of a file, kept for errors pointing into it.
type source struct {
	name   string
	text   []byte
	limits yamltext.Limits

	shape    *yamltext.ShapeError // nil when every field and type is right
	repaired *ast.File            // without the faults of shape, nil when there are none
}

// fault is a mistake in a well-formed file.
type fault struct {
	path       string // such as $.orders[3].lines[0].product
	message    string
	suggestion string // the nearest known name, "" for none
}

// maxFaults is how many mistakes an error shows, each with the lines around it: the
// first in the file of up to maxCollected.
const (
	maxFaults    = 100
	maxCollected = 200
)

// faults are the mistakes in one file: the first ones, and how many more there
// are.
type faults struct {
	first []fault
	more  int
}

// add records a mistake. It formats no more messages than maxCollected.
func (f *faults) add(path, format string, args ...any) {
	if len(f.first) == maxCollected {
		f.more++
		return
	}
	f.first = append(f.first, fault{path, fmt.Sprintf(format, args...), suggestion(args)})
}

// suggestion returns the nearest of the known names listed after the unknown one in
// a message.
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

// locate joins the faults of the file's shape and of the list, in their order in
// the file, each with its line, its column and the lines around it. It returns nil
// when there are none.
func (s *source) locate(list faults) error {
	if len(list.first) == 0 && s.shape == nil {
		return nil
	}
	file, all := s.repaired, []error(nil)
	if s.shape != nil {
		all, list.more = slices.Clone(s.shape.Faults), list.more+s.shape.More
	} else {
		var err error
		if file, err = yamltext.Read(s.text, s.limits); err != nil {
			return s.withName(err)
		}
	}
	for _, f := range list.first {
		if err := s.locateFault(f, file); err != nil {
			all = append(all, yamltext.Suggest(yamltext.Short(err), f.suggestion))
		}
	}
	slices.SortStableFunc(all, func(a, b error) int {
		one, other := yamltext.Faults(a)[0], yamltext.Faults(b)[0]
		return cmp.Or(cmp.Compare(one.Line, other.Line), cmp.Compare(one.Column, other.Column))
	})
	if excess := len(all) - maxFaults; excess > 0 {
		all, list.more = all[:maxFaults], list.more+excess
	}
	for i, err := range all {
		all[i] = s.withName(err)
	}
	if list.more > 0 {
		all = append(all, fmt.Errorf("%s: and %d more", s.name, list.more))
	}
	return errors.Join(all...)
}

// withName adds the name of the file to an error.
func (s *source) withName(err error) error { return fmt.Errorf("%s: %w", s.name, err) }

// locateFault returns an error pointing at the value of the fault, or at the
// innermost existing entry when the value is missing. It returns nil when a fault of
// the shape may be the reason, because the value was not read.
func (s *source) locateFault(f fault, file *ast.File) error {
	for path := f.path; path != ""; path = path[:max(strings.LastIndexAny(path, ".["), 0)] {
		p, err := yaml.PathString(path)
		if err != nil {
			continue
		}
		if node, err := p.FilterFile(file); err == nil {
			if s.shape != nil && slices.Contains(s.shape.Incomplete, path) {
				return nil
			}
			return &yaml.SyntaxError{Message: f.message, Token: yamltext.First(node).GetToken()}
		}
	}
	return errors.New(f.message)
}
