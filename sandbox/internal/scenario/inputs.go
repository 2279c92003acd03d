package scenario

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// places are the places of parameters by the words of a condition.
var places = map[string]catalog.Place{
	queryWord: catalog.InQuery, pathWord: catalog.InPath, bodyWord: catalog.InBody, xpathWord: catalog.InEnvelope,
}

// expressionAt is an expression of a rule with its place in the file.
type expressionAt struct {
	*Condition
	key string                        // before messages, such as when
	at  func(column int) *token.Token // of a column of the expression
}

// reads checks the inputs and records of an expression.
func (r *reader) reads(shape ruleShape, e expressionAt, on []catalog.OperationID) {
	r.inputs(e, on)
	r.records(shape, e, on)
}

// inputs checks that at least one of the operations has each parameter in an
// expression, and a body or an envelope if it reads one, because otherwise the rule
// would never act.
func (r *reader) inputs(e expressionAt, on []catalog.OperationID) {
	if len(on) == len(catalog.Targets()) { // "*": no path outside of the interface in particular
		on = slices.DeleteFunc(slices.Clone(on), func(id catalog.OperationID) bool { return id == catalog.UnknownPath })
	}
	if len(on) == 0 || slices.Contains(on, catalog.UnknownPath) {
		return
	}
	for _, read := range e.Condition.reads {
		if places[read.word] == "" {
			continue
		}
		known := parameters(on, places[read.word])
		if hasParameter(on, places[read.word], read.name) || read.name == "" && len(known) > 0 {
			continue
		}
		at := e.at(read.column)
		switch read.word {
		case bodyWord:
			r.add(fault(at, "%s: %s a JSON body%s", e.key, withoutParameter(on), other(on, catalog.InEnvelope, `xpath("//NAME")`)))
		case xpathWord:
			r.add(fault(at, "%s: %s a SOAP envelope%s", e.key, withoutParameter(on), other(on, catalog.InBody, "body.NAME")))
		default:
			r.add(faultNear(at, nearest(read.name, known), "%s: %s the %s parameter %s", e.key, withoutParameter(on), read.word, read.name))
		}
	}
}

// other returns the end of a message with the right notation for the operations, ""
// for none.
func other(on []catalog.OperationID, in catalog.Place, instead string) string {
	if len(parameters(on, in)) == 0 {
		return ""
	}
	return "; write " + instead
}

// hasParameter reports whether one of the operations has a parameter. A list may be
// Statuses[] in a query.
func hasParameter(on []catalog.OperationID, in catalog.Place, name string) bool {
	name, _, _ = strings.Cut(name, "[")
	return slices.Contains(parameters(on, in), name)
}

// parameters returns the names of the operations' parameters in a place.
func parameters(on []catalog.OperationID, in catalog.Place) (names []string) {
	for _, id := range on {
		op, _ := catalog.Find(id)
		for _, p := range op.Parameters() {
			if p.In == in {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// withoutParameter names the operations for a message.
func withoutParameter(on []catalog.OperationID) string {
	switch n := len(on); {
	case n == 1:
		return string(on[0]) + " does not have"
	case n >= len(catalog.Operations()):
		return "no operation has"
	}
	return "none of " + phrase.List(on...) + " has"
}
