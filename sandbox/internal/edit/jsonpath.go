package edit

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pb33f/jsonpath/pkg/jsonpath"
	"github.com/pb33f/jsonpath/pkg/jsonpath/config"
	"go.yaml.in/yaml/v4"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// The parts of a filter with work that grows with the square of the body, and the
// strings of a path.
var (
	quoted    = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`)
	expensive = regexp.MustCompile(`\[\s*\?.*(?:\.\.|\*|\[\s*\?|\[[^\]]*[:,])`)
)

// compileJSONPath reads a path of RFC 9535. It bounds the contents of a filter,
// because the sandbox evaluates the path for each call.
func compileJSONPath(at string) (*jsonpath.JSONPath, error) {
	plain := quoted.ReplaceAllString(at, `''`)
	switch {
	case strings.Count(plain, "..") > 1:
		return nil, errors.New("a JSONPath may have .. once")
	case expensive.MatchString(plain):
		return nil, errors.New("a filter of a JSONPath may compare single values only: without .., *, slices, lists and further filters")
	}
	if err := checkPatterns(at, plain); err != nil {
		return nil, err
	}
	path, err := jsonpath.NewPath(at, config.WithStrictRFC9535(), config.WithLazyContextTracking())
	if err != nil {
		reason, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("the JSONPath %q cannot be read: %s", at, reason)
	}
	return path, nil
}

// selectValues returns the values at the path and at its parent.
//
// Only this file knows that the library searches nodes of YAML. A library of RFC
// 9535 that searches JSON in its order cannot be had: github.com/theory/jsonpath
// searches maps of Go, and github.com/ohler55/ojg reads a dialect, with an operator
// "in" and without value(). Line of a node is the index of its value, because the
// library does not use it.
func (t *jsonTarget) selectValues(root verbatim.Value) (found, parents []verbatim.Value) {
	whole := t.buildNode(root, 0)
	if t.parent != nil {
		parents = findValues(t.parent, whole, root)
	}
	return findValues(t.path, whole, root), parents
}

// buildNode returns the node of a value behind the steps, with what is within reach.
func (t *jsonTarget) buildNode(v verbatim.Value, steps int) *yaml.Node {
	n := &yaml.Node{Line: v.Index(), Kind: yaml.ScalarNode}
	switch v.Kind() {
	case '{':
		n.Kind, n.Tag = yaml.MappingNode, "!!map"
	case '[':
		n.Kind, n.Tag = yaml.SequenceNode, "!!seq"
	case '"':
		n.Tag, n.Value = "!!str", v.Text()
	case 'n':
		n.Tag, n.Value = "!!null", "null"
	case '0':
		n.Tag, n.Value = "!!int", string(v.Bytes())
		if strings.ContainsAny(n.Value, ".eE") {
			n.Tag = "!!float"
		}
	default:
		n.Tag, n.Value = "!!bool", string(v.Bytes())
	}
	n.Content = make([]*yaml.Node, 0, 2*v.Len()) // names and values
	for name, value := range v.Children() {
		if !t.reach.enters(steps, name.Content()) {
			continue
		}
		if name.Exists() {
			n.Content = append(n.Content, t.buildNode(name, steps+1))
		}
		n.Content = append(n.Content, t.buildNode(value, steps+1))
	}
	return n
}

func findValues(path *jsonpath.JSONPath, within *yaml.Node, root verbatim.Value) (list []verbatim.Value) {
	for _, n := range path.Query(within) {
		list = append(list, root.At(n.Line))
	}
	return list
}
