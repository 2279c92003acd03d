package edit

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/pb33f/jsonpath/pkg/jsonpath"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
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
	t := &jsonTarget{path: path, reach: reachOf(at)}
	if step := lastStep.FindStringSubmatch(at); step != nil && a.Set != nil {
		if parent, err := compileJSONPath(step[1]); err == nil {
			t.parent, t.name = parent, step[2]+step[3]+step[4]
		}
	}
	return t, nil
}

// edit returns the body with all values changed that the path selects, and how
// many those are. The error says that the body is no JSON, or that it would
// grow too much.
func (t *jsonTarget) edit(body []byte, a Action) (changed []byte, matches int, err error) {
	root, err := verbatim.Read(body, t.reach.opens)
	if err != nil {
		return nil, 0, errors.New("the answer has no JSON body")
	}
	var edits verbatim.Edits
	found, parents := t.selected(root)
	matches = len(found)
	if a.Remove {
		remove(&edits, root, found)
	} else {
		for _, v := range found {
			a.replace(&edits, v)
		}
		matches += t.add(&edits, parents, a.Set)
	}
	changed, err = splice(body, edits)
	return changed, matches, err
}

// replace replaces a value by what the action makes of it.
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

func quote(name string) []byte {
	quoted, _ := json.Marshal(name) // a string always encodes
	return quoted
}

// add adds the last name of the path to the objects that lack it, and returns how many
// those are.
func (t *jsonTarget) add(edits *verbatim.Edits, objects []verbatim.Value, value *Value) (added int) {
	for _, object := range objects {
		if object.Kind() == '{' && !object.Member(t.name).Exists() {
			edits.Add(object, quote(t.name), value.JSON, object.Len() == 0)
			added++
		}
	}
	return added
}

// remove removes the values that were found, with their names and commas.
func remove(edits *verbatim.Edits, within verbatim.Value, found []verbatim.Value) {
	gone := make(map[verbatim.Value]bool, len(found))
	for _, v := range found {
		gone[v] = true
	}
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
