package scenario

import (
	"errors"
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// maxEdits is how many edits a rule may have, because each reads the answer.
const maxEdits = 20

// maxMatching is how many of them may compare with a pattern.
const maxMatching = 3

// editForm is one edit of an answer.
var editForm = form{must: "a change must be a mapping", keys: []key{
	{"at", word.require(), "What changes. On REST a JSONPath (RFC 9535) such as $.Items[*].Status, on SOAP an XPath such as //Status; on both /header/NAME or status."},
	{"set", form{isAny: true}, "The new value. A name at the end of the path that is absent is added."},
	{"remove", yes, "true removes it."},
	{"as", only("text"), "text makes a string of a number or a boolean."},
	{"wrap", textOf("a name"), "The name of an object, or element, that the value moves into."},
	{"rename", textOf("a name"), "The new name of the member or element. Its value stays."},
	{"copy", textOf("a path"), "A path in the same answer, of the kind of at: its first value becomes that of at. A name at the end of at that is absent is added."},
	{"insert", form{isAny: true}, "A further element at the end of a list."},
	{"double", yes, "true repeats the element or the member behind itself."},
}}

// textOf is a word that must not be empty.
func textOf(what string) form {
	return form{single: word.single, check: func(text string) (int64, string) {
		if text == "" {
			return 0, what
		}
		return 0, ""
	}}
}

// edits reads the edits of a rule on operations.
func (r *reader) edits(shapes []value, on []catalog.OperationID) edit.List {
	if len(shapes) > maxEdits {
		r.add(fault(shapes[maxEdits].at, "a rule may have at most %d changes", maxEdits))
		return nil
	}
	var list edit.List
	matches := 0
	for _, shape := range shapes {
		action, ok := r.action(shape)
		if !ok {
			continue
		}
		at := shape.of["at"]
		made, err := edit.New(at.text, action)
		if err == nil {
			err = reaches(made, on)
		}
		if err == nil && made.Matches() {
			if matches++; matches > maxMatching {
				err = fmt.Errorf("a rule may compare values by match or search in at most %d changes", maxMatching)
			}
		}
		switch {
		case err == nil:
			list = append(list, made)
		case at.isPresent():
			r.add(fault(at.at, "change: %v", err))
		default:
			r.absent(fault(shape.at, "change: %v", err))
		}
	}
	return list
}

// reaches returns an error when no operation answers in the protocol of the
// edit.
func reaches(e *edit.Edit, on []catalog.OperationID) error {
	isOn := func(protocol catalog.Protocol) bool {
		return len(on) == 0 || slices.ContainsFunc(on, func(id catalog.OperationID) bool {
			op, _ := catalog.Find(id)
			return op.Protocol == protocol
		})
	}
	if !e.ChangesSOAP() && !isOn(catalog.REST) {
		return errors.New("a JSONPath changes REST answers, but the rule is on SOAP only; write an XPath such as //Status")
	}
	if !e.ChangesREST() && !isOn(catalog.SOAP) {
		return errors.New("an XPath changes SOAP answers, but the rule is on REST only; write a JSONPath such as $.Status")
	}
	return nil
}

// action reads the action of an edit. It reports false for none.
func (r *reader) action(shape value) (action edit.Action, ok bool) {
	var given []string
	for _, k := range editForm.keys[1:] {
		if shape.has(k.name) {
			given = append(given, k.name)
		}
	}
	switch {
	case len(given) == 0:
		r.absent(fault(shape.at, "a change must have set, remove, as, wrap, rename, copy, insert or double"))
	case len(given) > 1:
		r.add(fault(shape.at, "a change must have only one of %s", phrase.List(given...)))
	}
	return edit.Action{
		Set: shape.of["set"].json, Insert: shape.of["insert"].json, Remove: shape.has("remove"), AsText: shape.has("as"), Double: shape.has("double"),
		Wrap: shape.of["wrap"].text, Rename: shape.of["rename"].text, Copy: shape.of["copy"].text,
	}, len(given) == 1
}
