package strictjson

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Kind is a kind of mistake.
type Kind string

// The kinds of mistakes.
const (
	Empty     Kind = "empty"     // nothing but white space
	Malformed Kind = "malformed" // not one JSON value in UTF-8
	Duplicate Kind = "duplicate" // a name is given twice in one object
	Unknown   Kind = "unknown"   // a name unknown to the object
	Mistyped  Kind = "mistyped"  // a value of another type
)

// Error is the first mistake of a body.
type Error struct {
	Kind     Kind
	Field    string   // its path, such as Discount.Values[1].Currency; empty for the whole body
	Given    string   // a number as it was sent, of other values the type, of an unknown field the name
	Expected string   // what would be right
	Reason   string   // of a malformed body: the byte at which it occurred, or what the body is instead
	Nearest  string   // the known name nearest to an unknown one, empty for none
	Known    []string // the names of the object with an unknown one
}

// Error returns the mistake as a message, such as "Count must be a whole
// number, got 1.5".
func (e *Error) Error() string {
	switch {
	case e.Kind == Empty:
		return "a JSON body is required"
	case e.Kind == Malformed:
		return "the body is not valid JSON " + e.Reason
	case e.Kind == Duplicate:
		return e.Field + " is given twice"
	case e.Kind == Unknown && e.Nearest != "":
		return fmt.Sprintf("unknown field %s; did you mean %s?", e.Field, e.Nearest)
	case e.Kind == Unknown:
		return fmt.Sprintf("unknown field %s; known: %s", e.Field, phrase.List(e.Known...))
	case e.Field == "":
		return fmt.Sprintf("the body must be %s, got %s", e.Expected, e.Given)
	default:
		return fmt.Sprintf("%s must be %s, got %s", e.Field, e.Expected, e.Given)
	}
}

// Longest texts repeated by an error. Only those of hostile bodies are longer.
const (
	maxPath   = 200
	maxNumber = 40
)

func syntaxError(body []byte, err error) *Error {
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) { // nothing else can be wrong with bytes in memory
		return &Error{Kind: Malformed, Expected: "one JSON object in UTF-8", Reason: err.Error()}
	}
	if looks := disguise(body); looks != "" {
		return &Error{Kind: Malformed, Expected: "one JSON object in UTF-8", Reason: looks}
	}
	field := path(syntactic.JSONPointer)
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return &Error{Kind: Duplicate, Field: field, Given: "twice", Expected: "once"}
	}
	return &Error{Kind: Malformed, Field: field, Expected: "one JSON object in UTF-8",
		Reason: fmt.Sprintf("at byte %d: %v", syntactic.ByteOffset, syntactic.Err)}
}

func unknownField(fault *json.SemanticError) *Error {
	name := phrase.Shorten(fault.JSONPointer.LastToken(), maxPath)
	e := &Error{Kind: Unknown, Field: path(fault.JSONPointer), Given: name, Expected: "a known field", Known: names(fault.GoType)}
	if near := phrase.Nearest(name, e.Known); len(near) > 0 {
		e.Nearest = near[0]
	}
	return e
}

func (r *Reader) typeError(fault *json.SemanticError) *Error {
	e := &Error{Kind: Mistyped, Field: path(fault.JSONPointer), Given: kindName(fault.JSONKind), Expected: r.expects(fault.GoType)}
	if len(fault.JSONValue) > 0 && len(fault.JSONValue) <= maxNumber {
		e.Given = string(fault.JSONValue)
	}
	return e
}

// path spells a JSON pointer as senders do: Discount.Values[1].Currency.
func path(p jsontext.Pointer) string {
	var text strings.Builder
	for name := range p.Tokens() {
		if text.Len() > maxPath {
			break
		}
		if name == "" {
			name = `""`
		}
		switch {
		case strings.Trim(name, "0123456789") == "":
			fmt.Fprintf(&text, "[%s]", name)
		case text.Len() > 0:
			text.WriteString("." + name)
		default:
			text.WriteString(name)
		}
	}
	return phrase.Shorten(text.String(), maxPath)
}

// names returns the JSON names of the fields of a struct, embedded ones
// included, nil for other types.
func names(t reflect.Type) []string {
	var names []string
	if t.Kind() != reflect.Struct {
		return nil
	}
	for _, field := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// kindName returns the kind of a JSON value in words for a sender.
func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "a list"
	}
	return "another value"
}

// expects returns the expected JSON for a Go type, in words for a sender.
func (r *Reader) expects(t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if text, own := r.expected[t]; own {
		return text
	}
	if t == nil {
		return "another value"
	}
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "another value"
}
