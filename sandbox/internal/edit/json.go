package edit

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pb33f/jsonpath/pkg/jsonpath"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// jsonTarget selects values of a JSON body.
type jsonTarget struct {
	path   *jsonpath.JSONPath
	parent *jsonpath.JSONPath // of name, nil when a set adds nothing
	name   string
	reach  reach
	source *jsonTarget // of a copy
}

// lastStep splits a JSONPath before its last step, if it is a plain name: an edit can
// add it where it is absent.
var lastStep = regexp.MustCompile(`^(.*[^./])(?:\.([\pL_][\pL\pN_]*)|\[(?:'([^'\\]*)'|"([^"\\]*)")\])$`)

func newJSONTarget(at string, a Action) (*jsonTarget, error) {
	switch {
	case at == "$" && a.Remove:
		return nil, errors.New("the whole body cannot be removed; use set, or cut: empty")
	case at == "$" && (a.Rename != "" || a.Double):
		return nil, errors.New("the whole body has no name, and cannot occur twice")
	}
	path, err := compileJSONPath(at)
	if err != nil {
		return nil, err
	}
	t := &jsonTarget{path: path, reach: reachOf(at)}
	t.reach.whole = t.reach.whole && a.Insert == nil // because it matters whether a list is empty
	if a.Copy != "" {
		if !strings.HasPrefix(a.Copy, "$") {
			return nil, fmt.Errorf("copy must be a JSONPath such as $.Status, as the place is, got %q", a.Copy)
		}
		if t.source, err = newJSONTarget(a.Copy, Action{}); err != nil {
			return nil, fmt.Errorf("copy: %w", err)
		}
	}
	if !a.adds() {
		return t, nil
	}
	if step := lastStep.FindStringSubmatch(at); step != nil {
		if parent, err := compileJSONPath(step[1]); err == nil { // otherwise nothing is added
			t.parent, t.name = parent, step[2]+step[3]+step[4]
		}
	}
	return t, nil
}

// firstValue returns the first value of the body at the path.
func (t *jsonTarget) firstValue(body []byte) (*Value, error) {
	root, err := verbatim.Read(body, t.reach.opens)
	if err != nil {
		return nil, errors.New("the answer has no JSON body")
	}
	found, _ := t.selectValues(root)
	if len(found) == 0 {
		return nil, errors.New("nothing matches what is copied")
	}
	return &Value{JSON: found[0].Bytes()}, nil
}

// edit returns the body with all values at the path changed, and their number.
// A body that is no JSON or would grow too much is an error.
func (t *jsonTarget) edit(body []byte, a Action) (changed []byte, matches int, err error) {
	root, err := verbatim.Read(body, t.reach.opens)
	if err != nil {
		return nil, 0, errors.New("the answer has no JSON body")
	}
	if t.source != nil {
		if a.Set, err = t.source.firstValue(body); err != nil {
			return nil, 0, err
		}
	}
	edits, matches := t.findEdits(root, a)
	changed, err = splice(body, edits)
	return changed, matches, err
}

// findEdits returns the edits at the path, and how many places they change.
func (t *jsonTarget) findEdits(root verbatim.Value, a Action) (edits verbatim.Edits, matches int) {
	found, parents := t.selectValues(root)
	matches = len(found)
	switch {
	case a.Remove:
		remove(&edits, root, found)
	case a.Rename != "", a.Double, a.Insert != nil:
		matches = a.beside(&edits, root, found)
	default:
		for _, v := range found {
			a.replace(&edits, v)
		}
		for _, object := range parents { // that lack the last name of the path
			if object.Kind() == '{' && !object.Member(t.name).Exists() {
				edits.Add(object, quote(t.name), a.Set.JSON, object.Len() == 0)
				matches++
			}
		}
	}
	return edits, matches
}

// replace replaces a value by the result of the action.
func (a Action) replace(edits *verbatim.Edits, v verbatim.Value) {
	switch kind := v.Kind(); {
	case a.Set != nil:
		edits.Replace(v, a.Set.JSON)
	case a.Wrap != "":
		edits.Replace(v, slices.Concat([]byte{'{'}, quote(a.Wrap), []byte{':'}, v.Bytes(), []byte{'}'}))
	case kind == '0', kind == 't', kind == 'f':
		edits.Replace(v, slices.Concat([]byte{'"'}, v.Bytes(), []byte{'"'}))
	}
}

// beside makes an action that keeps the values: a new name, a copy beside them, or a
// further element of a list. It returns the number of values with room for it.
func (a Action) beside(edits *verbatim.Edits, root verbatim.Value, found []verbatim.Value) (made int) {
	each(root, found, func(name, v verbatim.Value) {
		switch {
		case a.Insert != nil && v.Kind() == '[':
			edits.Append(v, a.Insert.JSON)
		case a.Double && name.Exists():
			edits.Double(name, v)
		case a.Double && v.Index() != root.Index():
			edits.Double(v, v)
		case a.Rename != "" && name.Exists():
			edits.Replace(name, quote(a.Rename))
		default:
			return
		}
		made++
	})
	return made
}

// each calls fn with each found value, and its name. The root and elements of lists
// have no name.
func each(root verbatim.Value, found []verbatim.Value, fn func(name, value verbatim.Value)) {
	wanted := setOf(found)
	var inside func(name, v verbatim.Value)
	inside = func(name, v verbatim.Value) {
		if wanted[v] {
			fn(name, v)
		}
		for name, value := range v.Children() {
			inside(name, value)
		}
	}
	inside(verbatim.Value{}, root)
}

func setOf(values []verbatim.Value) map[verbatim.Value]bool {
	set := make(map[verbatim.Value]bool, len(values))
	for _, v := range values {
		set[v] = true
	}
	return set
}

func quote(name string) []byte {
	quoted, _ := json.Marshal(name) // a string always encodes
	return quoted
}

// remove removes the found values, with their names and commas.
func remove(edits *verbatim.Edits, within verbatim.Value, found []verbatim.Value) {
	gone := setOf(found)
	var inside func(v verbatim.Value)
	inside = func(v verbatim.Value) {
		edits.Remove(v, func(_, value verbatim.Value) bool { return gone[value] })
		for _, value := range v.Children() {
			if !gone[value] {
				inside(value)
			}
		}
	}
	inside(within)
}
