package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Records are the records named by a call, as conditions read them. Each is read once,
// when the first condition needs it.
type Records interface {
	// Record returns a record of a kind, of subscriptions the first, nil when the
	// call names no existing one.
	Record(kind catalog.RecordKind) (Record, error)

	// Subscriptions returns all existing subscriptions named by the call.
	Subscriptions() ([]any, error)

	// Seen returns how many calls have named the record since the account was opened or
	// reset, this one included, previews not. It is 0 for a call without a record.
	Seen() (int, error)
}

// Record is a record in JSON with the names of catalog.RecordFields.
type Record interface {
	// Field returns the value of a field, false when it is absent.
	Field(name string) (any, bool)

	// Whole returns the record as content.JSON reads it.
	Whole() any
}

// The words for the records of a call. A kind of record is a word.
const (
	subscriptionsWord = "subscriptions"
	seenWord          = "seen"
	methodWord        = "method"

	fieldWord = "$field"
)

// recordKinds are the words for one record.
var recordKinds = []string{string(catalog.OrderRecord), string(catalog.CustomerRecord), string(catalog.CampaignRecord), string(catalog.SubscriptionRecord)}

// recordWords are the words that need a record.
var recordWords = append([]string{subscriptionsWord, seenWord}, recordKinds...)

// recordWork is the work of reading a field of a record.
const recordWork = 2_000

// recordLanguage returns the functions of the words for records.
func recordLanguage() []expr.Option {
	options := []expr.Option{
		expr.Function(fieldWord, func(in ...any) (any, error) { return in[0].(*evaluation).field(in[1].(string), in[2].(string)) }, new(func(any, string, string) any)),
		expr.Function(subscriptionsWord, func(in ...any) (any, error) { return in[0].(*evaluation).subscriptions() }, bodyType),
		expr.Function(seenWord, func(in ...any) (any, error) { return in[0].(*evaluation).seen() }, new(func(any) int)),
	}
	for _, kind := range recordKinds {
		options = append(options, expr.Function(kind, func(in ...any) (any, error) { return in[0].(*evaluation).record(kind) }, bodyType))
	}
	return options
}

// absentError is the error of reading a field of a missing record.
type absentError struct{ kind string }

// Error names the record.
func (e *absentError) Error() string { return fmt.Sprintf("the call names no %s that exists", e.kind) }

var errNoRecords = errors.New("there are no records to read")

// records returns the records of the call.
func (e *evaluation) records() (Records, error) {
	if err := e.counting().spend(recordWork); err != nil {
		return nil, err
	}
	if r := e.call.Records(); r != nil {
		return r, nil
	}
	return nil, errNoRecords
}

// field returns a field of a record, "" when the record lacks it.
func (e *evaluation) field(kind, name string) (any, error) {
	all, err := e.records()
	if err != nil {
		return nil, err
	}
	record, err := all.Record(catalog.RecordKind(kind))
	if err == nil && record == nil {
		err = &absentError{kind}
		e.absent = err
	}
	if err != nil {
		return nil, err
	}
	value, ok := record.Field(name)
	if value = e.numbers(value); !ok {
		value = ""
	}
	e.see(kind+accessor(name), value)
	return value, nil
}

// record returns a whole record, nil for none.
func (e *evaluation) record(kind string) (any, error) {
	all, err := e.records()
	if err != nil {
		return nil, err
	}
	record, err := all.Record(catalog.RecordKind(kind))
	if err != nil || record == nil {
		return nil, err
	}
	whole := e.numbers(record.Whole())
	e.see(kind, whole)
	return whole, nil
}

func (e *evaluation) subscriptions() (any, error) {
	all, err := e.records()
	if err != nil {
		return nil, err
	}
	list, err := all.Subscriptions()
	list = slices.Clone(list) // others read it, too
	for i := range list {
		list[i] = e.numbers(list[i])
	}
	e.see(subscriptionsWord, list)
	return list, err
}

func (e *evaluation) seen() (any, error) {
	all, err := e.records()
	if err != nil {
		return 0, err
	}
	times, err := all.Seen()
	e.see(seenWord, times)
	return times, err
}

// recordField replaces the notation order.Status by a function that reads only this
// field, and checks the name.
func (v *vocabulary) recordField(node *ast.Node, n *ast.MemberNode) bool {
	kind := functionName(n.Node)
	if !slices.Contains(recordKinds, kind) {
		return false
	}
	name, isName := n.Property.(*ast.StringNode)
	if !isName {
		return false
	}
	if fields := catalog.RecordFields(catalog.RecordKind(kind)); !slices.Contains(fields, name.Value) {
		v.fault(n, fmt.Sprintf("%s has no field %s", kind, phrase.Shorten(name.Value, maxNameLength)), nearest(name.Value, fields)...)
	}
	ast.Patch(node, callOf(fieldWord, &ast.StringNode{Value: kind}, n.Property))
	return true
}

// readsRecords reports whether the expression is over a current call, because the
// records of a recorded one cannot be read.
func (v *vocabulary) readsRecords() bool { return !v.recorded }

// namesKind reports whether calls of an operation name a record for a word.
func namesKind(word string, id catalog.OperationID) bool {
	op, _ := catalog.Find(id)
	kind, _ := op.NamedRecord()
	switch word {
	case seenWord:
		return kind != ""
	case subscriptionsWord:
		return kind == catalog.SubscriptionRecord
	}
	return string(kind) == word
}

// records checks that one of the operations names each record in an expression. A rule
// that reads records or the answer must act only behind a right credential.
func (r *reader) records(shape ruleShape, e expressionAt, on []catalog.OperationID) {
	for _, read := range e.Condition.reads {
		if !slices.Contains(recordWords, read.word) && !slices.Contains(endedWords, read.word) {
			continue
		}
		at := e.place(read)
		switch {
		case r.unproven(shape, read.word, at), slices.Contains(endedWords, read.word):
		case len(on) > 0 && !slices.ContainsFunc(on, func(id catalog.OperationID) bool { return namesKind(read.word, id) }):
			r.add(fault(at, "%s: %s; %s", e.key, noRecordText(on, read.word), naming(read.word)))
		}
	}
}

// unproven reports whether the rule acts without a right credential, and records
// a fault then, because the key or word needs one.
func (r *reader) unproven(shape ruleShape, what string, at *token.Token) bool {
	switch {
	case shape.Before.isPresent():
		r.add(fault(at, "%s needs a right credential, so before: %s must not be beside it", what, BeforeCredential))
	case shape.On.hasUnproven():
		r.add(fault(at, "%s needs a right credential, which calls of %s, %s and %s do not have; a path with its method is checked, such as POST %[4]s/orders/", what, catalog.UnknownPath, catalog.WSDL, catalog.PathPrefix))
	default:
		return false
	}
	return true
}

// hasUnproven reports whether some of the named calls go without a check of their credential.
func (o operations) hasUnproven() bool {
	return slices.ContainsFunc(o.names, func(w word) bool {
		return w.text == string(catalog.UnknownPath) || w.text == string(catalog.WSDL) || strings.HasPrefix(w.text, catalog.PathPrefix)
	})
}

// noRecordText returns the fault of operations without a record for a word.
func noRecordText(on []catalog.OperationID, word string) string {
	what := map[string]string{seenWord: "record", subscriptionsWord: string(catalog.SubscriptionRecord)}[word]
	return fmt.Sprintf("calls of %s name no %s", phrase.And(on...), cmp.Or(what, word))
}

// naming returns the operations with a record for a word.
func naming(word string) string {
	var ids []catalog.OperationID
	for _, op := range catalog.Operations() {
		if namesKind(word, op.ID) {
			ids = append(ids, op.ID)
		}
	}
	return "those of " + phrase.And(ids...) + " do"
}
