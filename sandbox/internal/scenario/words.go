package scenario

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Language is the expression language of conditions.
const Language = "expr-lang (https://expr-lang.org/docs/language-definition)"

// term is a word of conditions.
type term struct {
	name      string
	form      string // as it is written
	kind      string // of its value
	meaning   string
	in        scope
	signature any // of its function
	read      func(e *evaluation, in []any) (any, error)
}

// scope is what conditions are over, and a set of these.
type scope int

const (
	ofRule      scope = 1 << iota // a call and the shop, as rules see them
	ofRecording                   // a recorded call
	ofRecord                      // one record

	ofCall     = ofRule | ofRecording
	everywhere = ofCall | ofRecord
)

// Names of words that the rest of the language knows.
const (
	queryWord         = "query"
	pathWord          = "path"
	headerWord        = "header"
	bodyWord          = "body"
	xpathWord         = "xpath"
	nowWord           = "now"
	hourWord          = "hour"
	weekdayWord       = "weekday"
	subscriptionsWord = "subscriptions"
	seenWord          = "seen"
	statusWord        = "status"
	codeWord          = "code"
	answerWord        = "answer"
)

// words are the names of conditions. The schema, the guide and messages list them.
var words = []term{
	input(queryWord, `a parameter of the query, "" when absent; a number is int(query.Limit)`, Call.Query),
	input(pathWord, `a parameter of the path, "" when absent`, Call.Path),
	input(headerWord, `a header, "" when absent, in upper or lower case; header["User-Agent"]`, Call.Header),
	{bodyWord, bodyWord, "any", `the decoded JSON body; body.Discount.Value is a number, an absent field ""`, ofCall, anyType, (*evaluation).body},
	{xpathWord, `xpath("//NAME")`, "text", `the first node of the SOAP envelope that the XPath selects, "" for none; numbers that XPath computes are binary floating-point, as its standard says`, ofCall, new(func(any, string) string), (*evaluation).xpath},
	valueOf(nowWord, "text", "the time on the account's clock in UTC, such as 2026-05-13T12:00:00Z", everywhere, func(c Call) string { return c.Now().UTC().Format(nowLayout) }),
	{hourWord, "hour(now)", "number", "its hour, from 0 to 23", everywhere, new(func(any, string) int), hour},
	{weekdayWord, "weekday(now)", "text", "its day, from Monday to Sunday", everywhere, new(func(any, string) string), weekday},
	valueOf("method", "text", "the method of the request, such as GET", ofCall, Call.Method),
	record(catalog.OrderRecord, "a field of the order that the call names, by its reference, sale or invoice; order is nil when there is none"),
	record(catalog.CustomerRecord, "likewise of the customer"),
	record(catalog.CampaignRecord, "likewise of the campaign, which recommended-upsell names by the product"),
	record(catalog.SubscriptionRecord, "likewise of the first subscription of an upgrade"),
	ofRecords(subscriptionsWord, "list", "all subscriptions of an upgrade that exist", Records.Subscriptions),
	ofRecords(seenWord, "number", "how many calls have named this record since the account was opened or reset, this one included; calls count while a scenario that reads seen is active, or when they name it", Records.Seen),
	valueOf(statusWord, "number", "the status of the answer; a rule that reads how the call ended acts after it", ofRule, EndedCall.Status),
	valueOf(statusWord, "number", "the status of the answer, 0 when none was sent", ofRecording, EndedCall.Status),
	valueOf(codeWord, "text", `the error code of the answer, "" for a success`, ofCall, EndedCall.Code),
	valueOf("scenario", "text", `the scenarios that affected the call, separated by ", "`, ofRecording, RecordedCall.Scenario),
	valueOf("duration_ms", "number", "how long the answer took, in milliseconds", ofRecording, RecordedCall.Milliseconds),
	{answerWord, answerWord, "any", "the decoded answer: JSON as it is, what a SOAP body contains by local names, other answers as text", ofCall, anyType, (*evaluation).answer},
}

// recordKinds are the words for one record.
var recordKinds = []string{string(catalog.OrderRecord), string(catalog.CustomerRecord), string(catalog.CampaignRecord), string(catalog.SubscriptionRecord)}

// recordWords are the words that need a record.
var recordWords = append([]string{subscriptionsWord, seenWord}, recordKinds...)

// endedWords are the words for how a call of a rule ends.
var endedWords = []string{statusWord, codeWord, answerWord}

// anyType is the type of the function of a word with any value.
var anyType = new(func(any) any)

// input returns a word for the inputs of a call, such as query.Page.
func input(name, meaning string, read func(Call, string) string) term {
	return term{name, name + ".NAME", "text", meaning, ofCall, new(func(any, string) string), func(e *evaluation, in []any) (any, error) {
		var text any = read(e.call, in[0].(string)) // in one piece of memory
		e.see(name, in[0].(string), text)
		return text, e.spend(inputWork)
	}}
}

// valueOf returns a word for a value of a call.
func valueOf[C, T any](name, kind, meaning string, in scope, read func(C) T) term {
	return term{name, name, kind, meaning, in, new(func(any) T), func(e *evaluation, _ []any) (any, error) {
		var value any = read(e.call.(C))
		e.see(name, "", value)
		return value, nil
	}}
}

// ofRecords returns a word for a value of the records of a call.
func ofRecords[T any](name, kind, meaning string, read func(Records) (T, error)) term {
	return term{name, name, kind, meaning, ofRule, new(func(any) T), func(e *evaluation, _ []any) (any, error) {
		return e.ofRecords(name, func(r Records) (any, error) { return read(r) })
	}}
}

// record returns the word for the record of a kind, nil for none.
func record(kind catalog.RecordKind, meaning string) term {
	return term{string(kind), string(kind) + ".NAME", "any", meaning, ofRule | ofRecord, anyType, func(e *evaluation, _ []any) (any, error) {
		return e.ofRecords(string(kind), func(r Records) (any, error) {
			record, err := r.Record(kind)
			if err != nil || record == nil {
				return nil, err
			}
			return record.Whole(), nil
		})
	}}
}

// isInput reports whether the word needs a name behind it.
func (w *term) isInput() bool { return w.kind == "text" && strings.HasSuffix(w.form, ".NAME") }

// Variable is a name of conditions.
type Variable struct {
	Name    string // as it is written
	Type    string
	Meaning string
}

// Variables returns the names of conditions of rules. The schema and the guide list them.
func Variables() (list []Variable) {
	for _, w := range words {
		if w.in&ofRule != 0 {
			list = append(list, Variable{w.form, w.kind, w.meaning})
		}
	}
	return list
}

// language is what an expression may name and return.
type language struct {
	scope     scope
	of        string // the kind of record under the expression, "" for a call
	anyResult bool   // whether the result need not be true or false
}

// words returns the words of the language by their names, and lists these.
func (l *language) words() (byName map[string]*term, names []string) {
	byName = map[string]*term{}
	for i := range words {
		w := &words[i]
		if w.in&l.scope == 0 || l.of != "" && l.of != w.name && slices.Contains(recordKinds, w.name) {
			continue
		}
		byName[w.name] = w
		name, _, _ := strings.Cut(w.form, ".")
		names = append(names, name)
	}
	return byName, names
}

// The functions behind the notation, whose names nobody may write.
const (
	environmentWord = "$env"
	memberWord      = "$member"
	fieldWord       = "$field"
	stepWord        = "$step"
	countWord       = "$count"
	matchesWord     = "$matches"
)

// library are the functions behind the notation and those of the library, which count their
// work.
var library = libraryFunctions()

func libraryFunctions() map[string]*builtin.Function {
	functions := map[string]*builtin.Function{}
	for _, w := range []term{
		{name: memberWord, signature: new(func(any, any, any, string) any), read: (*evaluation).member},
		{name: fieldWord, signature: new(func(any, string, string) any), read: (*evaluation).field},
		{name: stepWord, signature: anyType, read: func(e *evaluation, _ []any) (any, error) { return nil, e.spend(turnWork) }},
		{name: countWord, signature: new(func(any, int, any) any), read: func(e *evaluation, in []any) (any, error) { return in[1], e.spend(in[0].(int) * e.sizeOf(in[1])) }},
		{name: matchesWord, signature: new(func(any, any, any) bool), read: (*evaluation).matches},
	} {
		functions[w.name] = w.function()
	}
	for _, f := range builtin.Builtins {
		if !f.Predicate {
			functions[meteredName+f.Name] = meteringFunction(f)
		}
	}
	return functions
}

// config returns the language for the library.
func (n *notation) config() *conf.Config {
	c := conf.CreateNew()
	c.WithEnv(nil)
	c.MaxNodes = maxNodes
	if !n.anyResult {
		c.Expect, c.ExpectAny = reflect.Bool, true
	}
	delete(c.Builtins, nowWord) // the machine's time; now is the account's
	c.Disabled[nowWord] = true
	maps.Copy(c.Functions, library)
	for name, w := range n.words {
		c.Functions[name] = w.function()
	}
	return c
}

// function returns the function of a word. It takes the evaluation first.
func (w *term) function() *builtin.Function {
	return &builtin.Function{Name: w.name, Types: []reflect.Type{reflect.TypeOf(w.signature).Elem()},
		Func: func(in ...any) (any, error) { return w.read(in[0].(*evaluation), in[1:]) }}
}
