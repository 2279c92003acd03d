package scenario

import (
	"errors"
	"slices"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// maxEdits is how many edits a rule may have, because each reads the answer.
const maxEdits = 20

// maxMatching is how many of them may compare with a pattern.
const maxMatching = 3

// editShape is one edit of an answer.
type editShape struct {
	At     word   `yaml:"at" jsonschema:"required" jsonschema_description:"What changes. On REST a JSONPath (RFC 9535) such as $.Items[*].Status, on SOAP an XPath such as //Status; on both /header/NAME or status."`
	Set    value  `yaml:"set" jsonschema_description:"The new value. A name at the end of the path that is absent is added."`
	Remove yes    `yaml:"remove" jsonschema_description:"true removes it."`
	As     kindOf `yaml:"as" jsonschema_description:"text makes a string of a number or a boolean."`
	Wrap   word   `yaml:"wrap" jsonschema_description:"The name of an object, or element, that the value moves into."`
	Rename word   `yaml:"rename" jsonschema_description:"The new name of the member or element. Its value stays."`
	Copy   word   `yaml:"copy" jsonschema_description:"A path in the same answer, of the kind of at: its first value becomes that of at. A name at the end of at that is absent is added."`
	Insert value  `yaml:"insert" jsonschema_description:"A further element at the end of a list."`
	Double yes    `yaml:"double" jsonschema_description:"true repeats the element or the member behind itself."`

	at *token.Token
}

// Words with a schema of their own.
type (
	yes    struct{ word }
	kindOf struct{ word }
)

const asText = "text"

// UnmarshalYAML reads the edit and remembers where it begins. The library leaves
// null fields out, but set and insert may be null.
func (e *editShape) UnmarshalYAML(node ast.Node) error {
	type plain editShape
	e.at = start(node)
	if err := mapping(node, "a change", (*plain)(e)); err != nil {
		return err
	}
	entries, _ := entriesOf(node)
	for _, entry := range entries {
		into := map[string]*value{"set": &e.Set, "insert": &e.Insert}[entry.Key.GetToken().Value]
		if _, isNull := entry.Value.(*ast.NullNode); isNull && into != nil {
			return into.UnmarshalYAML(entry.Value)
		}
	}
	return nil
}

// edits reads the edits of a rule on operations.
func (r *reader) edits(shapes []editShape, on []catalog.OperationID) edit.List {
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
		made, err := edit.New(shape.At.text, action)
		if err != nil {
			if !shape.At.isPresent() {
				r.absent(fault(shape.at, "change: %v", err))
				continue
			}
			r.add(fault(shape.At.at, "change: %v", err))
			continue
		}
		if err := reaches(made, on); err != nil {
			r.add(fault(shape.At.at, "change: %v", err))
			continue
		}
		if made.Matches() {
			if matches++; matches > maxMatching {
				r.add(fault(shape.At.at, "change: a rule may compare values by match or search in at most %d changes", maxMatching))
				continue
			}
		}
		list = append(list, made)
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

// action reads the action of an edit. It reports false when it records a fault.
func (r *reader) action(shape editShape) (action edit.Action, ok bool) {
	known := len(r.faults)
	var given []string
	for _, key := range []struct {
		name string
		at   *token.Token
	}{
		{"set", shape.Set.at}, {"remove", shape.Remove.at}, {"as", shape.As.at}, {"wrap", shape.Wrap.at}, {"rename", shape.Rename.at},
		{"copy", shape.Copy.at}, {"insert", shape.Insert.at}, {"double", shape.Double.at},
	} {
		if key.at != nil {
			given = append(given, key.name)
		}
	}
	if len(given) == 0 {
		r.absent(fault(shape.at, "a change must have set, remove, as, wrap, rename, copy, insert or double"))
		return action, false
	}
	switch {
	case shape.Set.fault != nil:
		r.add(shape.Set.fault)
	case shape.Insert.fault != nil:
		r.add(shape.Insert.fault)
	case len(given) > 1:
		r.add(fault(shape.at, "a change must have only one of %s", phrase.List(given...)))
	case !r.only("remove", shape.Remove.word, "true"), !r.only("as", shape.As.word, asText), !r.only("double", shape.Double.word, "true"):
	case shape.Wrap.isEmpty():
		r.add(fault(shape.Wrap.at, "wrap must be a name"))
	case shape.Rename.isEmpty():
		r.add(fault(shape.Rename.at, "rename must be a name"))
	case shape.Copy.isEmpty():
		r.add(fault(shape.Copy.at, "copy must be a path"))
	}
	if shape.Set.at != nil {
		action.Set = &shape.Set.Value
	}
	if shape.Insert.at != nil {
		action.Insert = &shape.Insert.Value
	}
	action.Remove, action.AsText, action.Double = shape.Remove.isPresent(), shape.As.isPresent(), shape.Double.isPresent()
	action.Wrap, action.Rename, action.Copy = shape.Wrap.text, shape.Rename.text, shape.Copy.text
	return action, len(r.faults) == known
}
