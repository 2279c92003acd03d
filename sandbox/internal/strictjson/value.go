package strictjson

import (
	"errors"
	"reflect"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Scalar is a JSON value that is neither an object nor a list.
type Scalar struct {
	Kind byte   // 'n' null, 't' true, 'f' false, '"' string, '0' number
	Text string // of a string without quotes, of the others as it was sent
}

// Value is the way to read one type.
type Value struct {
	is       reflect.Type
	expected string
	read     *json.Unmarshalers
}

// ValueOf returns the way to read values of type T. read returns false for a value
// of another type; expected says what would be right, such as "a calendar day".
func ValueOf[T any](expected string, read func(Scalar) (T, bool)) Value {
	is := reflect.TypeFor[T]()
	for is.Kind() == reflect.Pointer {
		is = is.Elem()
	}
	return Value{is, expected, json.UnmarshalFromFunc(func(from *jsontext.Decoder, into *T) error {
		token, err := from.ReadToken()
		if err != nil {
			return err
		}
		kind := token.Kind()
		if kind != '{' && kind != '[' {
			if value, ok := read(Scalar{byte(kind), token.String()}); ok {
				*into = value
				return nil
			}
		}
		wrong := &json.SemanticError{JSONKind: kind, GoType: is}
		switch {
		case kind == '0':
			wrong.JSONValue = jsontext.Value(token.String())
		case kind == '"' && is == reflect.TypeFor[time.Duration](): // a duration is a string too
			wrong.JSONValue = jsontext.Value(phrase.Quote(token.String()))
		}
		return wrong
	})}
}

// Optional is a field that may be absent, null or a value.
type Optional[T any] struct {
	Given bool // absent when false
	Value *T   // nil when absent or null
}

// UnmarshalJSONFrom records that the field is given, and reads its value.
func (o *Optional[T]) UnmarshalJSONFrom(from *jsontext.Decoder) error {
	o.Given = true
	if from.PeekKind() == 'n' {
		return from.SkipValue()
	}
	o.Value = new(T)
	return json.UnmarshalDecode(from, o.Value)
}

func (o *Optional[T]) acceptsNull() {}

// rejectNull fails for null, and leaves every other value to other readers.
func rejectNull(from *jsontext.Decoder, into any) error {
	if _, accepts := into.(interface{ acceptsNull() }); accepts || from.PeekKind() != 'n' {
		return errors.ErrUnsupported
	}
	return &json.SemanticError{JSONKind: 'n', GoType: reflect.TypeOf(into)}
}
