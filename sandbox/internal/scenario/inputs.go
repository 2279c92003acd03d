package scenario

import (
	"errors"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// places are the places of parameters by the words of a condition.
var places = map[string]catalog.Place{
	queryWord: catalog.InQuery, pathWord: catalog.InPath, bodyWord: catalog.InBody, xpathWord: catalog.InEnvelope,
}

// expressionAt is an expression of a rule with its place in the file.
type expressionAt struct {
	key  string // before messages, such as when
	text string
	in   language
	at   func(column int) *token.Token // of a column of the expression
}

// expression compiles an expression of a rule, and checks that its operations have what it
// reads. behind is the end of a message about a mistake. It returns nil for a wrong one.
func (r *reader) expression(shape value, e expressionAt, on []catalog.OperationID, behind string) *Condition {
	made, err := compile(e.text, e.in)
	var mistake *ConditionError
	if errors.As(err, &mistake) {
		err := fault(e.at(mistake.Column), "%s: %s%s", e.key, mistake, behind)
		if len(mistake.Nearest) > 0 {
			err = yamltext.Suggest(err, mistake.Nearest[0])
		}
		r.add(err)
		return nil
	}
	for _, read := range made.reads {
		at := e.at(read.column)
		switch isEnd := slices.Contains(endedWords, read.word); {
		case places[read.word] != "":
			r.input(e.key, read, at, on)
		case isEnd, slices.Contains(recordWords, read.word):
			r.seen = r.seen || read.word == seenWord
			if !r.unproven(shape, read.word, at) && !isEnd {
				r.record(e.key, read.word, at, on)
			}
		}
	}
	return made
}

// input checks that at least one of the operations has a parameter, or a body or an
// envelope, because otherwise the rule would never act.
func (r *reader) input(key string, read read, at *token.Token, on []catalog.OperationID) {
	if len(on) == len(catalog.Targets()) { // "*": no path outside of the interface in particular
		on = slices.DeleteFunc(slices.Clone(on), func(id catalog.OperationID) bool { return id == catalog.UnknownPath })
	}
	if len(on) == 0 || slices.Contains(on, catalog.UnknownPath) {
		return
	}
	known := parameters(on, places[read.word])
	name, _, _ := strings.Cut(read.name, "[") // of a list such as Statuses[]
	if slices.Contains(known, name) || read.name == "" && len(known) > 0 {
		return
	}
	switch read.word {
	case bodyWord:
		r.add(fault(at, "%s: %s a JSON body%s", key, withoutParameter(on), other(on, catalog.InEnvelope, `xpath("//NAME")`)))
	case xpathWord:
		r.add(fault(at, "%s: %s a SOAP envelope%s", key, withoutParameter(on), other(on, catalog.InBody, "body.NAME")))
	default:
		r.add(faultNear(at, nearest(read.name, known), "%s: %s the %s parameter %s", key, withoutParameter(on), read.word, read.name))
	}
}

// record checks that one of the operations names a record for a word.
func (r *reader) record(key, word string, at *token.Token, on []catalog.OperationID) {
	if len(on) == 0 || slices.ContainsFunc(on, func(id catalog.OperationID) bool { return namesKind(word, id) }) {
		return
	}
	var naming []catalog.OperationID
	for _, op := range catalog.Operations() {
		if namesKind(word, op.ID) {
			naming = append(naming, op.ID)
		}
	}
	r.add(fault(at, "%s: %s; those of %s do", key, noRecordText(on, word), phrase.And(naming...)))
}

// other returns the end of a message with the right notation for the operations, ""
// for none.
func other(on []catalog.OperationID, in catalog.Place, instead string) string {
	if len(parameters(on, in)) == 0 {
		return ""
	}
	return "; write " + instead
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
