package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pb33f/jsonpath/pkg/jsonpath"
	"github.com/pb33f/jsonpath/pkg/jsonpath/config"
	"go.yaml.in/yaml/v4"
)

// jsonTarget selects values of a JSON body.
type jsonTarget struct {
	path   *jsonpath.JSONPath
	parent *jsonpath.JSONPath // of name, nil when a set adds nothing
	name   string
	reach  reach
}

func newJSONTarget(at string, a Action) (*jsonTarget, error) {
	if at == "$" && a.Remove {
		return nil, errors.New("the whole body cannot be removed; use set, or cut: empty")
	}
	path, err := compileJSONPath(at)
	if err != nil {
		return nil, err
	}
	t := &jsonTarget{path: path, reach: reachOf(at, a.Remove)}
	if step := lastStep.FindStringSubmatch(at); step != nil && a.Set != nil {
		if parent, err := compileJSONPath(step[1]); err == nil {
			t.parent, t.name = parent, step[2]+step[3]+step[4]
		}
	}
	return t, nil
}

// The parts of a filter that would make its work grow with the square of the body,
// and the strings of a path.
var (
	quoted    = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`)
	expensive = regexp.MustCompile(`\[\s*\?.*(?:\.\.|\*|\[\s*\?|\[[^\]]*[:,])`)
)

// compileJSONPath reads a path of RFC 9535. Because the sandbox evaluates it for
// each call, it bounds what a filter may contain.
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
	path, err := jsonpath.NewPath(at, config.WithStrictRFC9535())
	if err != nil {
		reason, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("the JSONPath %q cannot be read: %s", at, reason)
	}
	return path, nil
}

// edit returns the body with all values changed that the path selects, and how
// many those are. The error says that the body is no JSON, or that it would
// grow too much.
func (t *jsonTarget) edit(body []byte, a Action) (changed []byte, matches int, err error) {
	root, err := t.reach.parse(body)
	if err != nil {
		return nil, 0, errors.New("the answer has no JSON body")
	}
	found := t.path.Query(root)
	if a.Remove {
		changed, err = splice(body, removals(root, found))
		return changed, len(found), err
	}
	var all []replacement
	for _, n := range found {
		if text := a.replaced(n, body); text != nil {
			all = append(all, replacement{n.Line, n.Column, text})
		}
	}
	matches = len(found)
	if t.parent != nil {
		added := t.additions(root, body, a.Set.JSON)
		all, matches = append(all, added...), matches+len(added)
	}
	changed, err = splice(body, all)
	return changed, matches, err
}

// replaced returns what takes the place of a value, nil for the value itself.
func (a Action) replaced(n *yaml.Node, body []byte) []byte {
	old := body[n.Line:n.Column]
	switch {
	case a.Set != nil:
		return a.Set.JSON
	case a.Wrap != "":
		name, _ := json.Marshal(a.Wrap) // a string always encodes
		return bytes.Join([][]byte{{'{'}, name, {':'}, old, {'}'}}, nil)
	case n.Tag == tagInt, n.Tag == tagFloat, n.Tag == tagBool:
		return bytes.Join([][]byte{{'"'}, old, {'"'}}, nil)
	}
	return nil
}

// additions adds the last name of the path to the objects that lack it.
func (t *jsonTarget) additions(root *yaml.Node, body, value []byte) (all []replacement) {
	name, _ := json.Marshal(t.name) // a string always encodes
	for _, object := range t.parent.Query(root) {
		if object.Kind != yaml.MappingNode || hasMember(object, t.name) {
			continue
		}
		text := make([]byte, 0, len(name)+len(value)+2)
		if len(object.Content) > 0 {
			text = append(text, ',')
		}
		text = append(append(append(text, name...), ':'), value...)
		all = append(all, replacement{object.Column - 1, object.Column - 1, text})
	}
	return all
}

func hasMember(object *yaml.Node, name string) bool {
	for i := 0; i < len(object.Content); i += 2 {
		if object.Content[i].Value == name {
			return true
		}
	}
	return false
}

// removals removes the values that were found, with their names and commas.
func removals(root *yaml.Node, found []*yaml.Node) (all []replacement) {
	gone := make(map[*yaml.Node]bool, len(found))
	for _, n := range found {
		gone[n] = true
	}
	var within func(n *yaml.Node)
	within = func(n *yaml.Node) {
		step := 1 // between two children; a member is its name and its value
		if n.Kind == yaml.MappingNode {
			step = 2
		}
		kept := n.Line + 1 // the end of the last child that stays
		for i := 0; i < len(n.Content); i += step {
			value := n.Content[i+step-1]
			switch last := i+step == len(n.Content); {
			case !gone[value]:
				within(value)
				kept = value.Column
			case last:
				all = append(all, replacement{from: kept, to: value.Column})
			default:
				all = append(all, replacement{from: n.Content[i].Line, to: n.Content[i+step].Line})
			}
		}
	}
	within(root)
	return merged(all)
}

// merged joins pieces that touch or overlap. A last child that is removed removes
// the comma before it, which the removal of its predecessors may contain.
func merged(all []replacement) []replacement {
	var joined []replacement
	for _, r := range all {
		if n := len(joined); n > 0 && r.from <= joined[n-1].to {
			joined[n-1].from = min(joined[n-1].from, r.from)
			joined[n-1].to = max(joined[n-1].to, r.to)
			continue
		}
		joined = append(joined, r)
	}
	return joined
}
