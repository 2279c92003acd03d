package record

import (
	"encoding"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
)

// encoder appends the JSON of an addressable value, as encodeAny would write it. It
// needs a fifth of the time, because encodeAny checks and copies the JSON of each amount
// and each moment of a record; a world has tens of thousands of them.
type encoder func(to []byte, v reflect.Value) ([]byte, error)

// encoders are for the frequent types of a world.
var encoders = encodersOf(
	reflect.TypeFor[Order](), reflect.TypeFor[OrderInternals](), reflect.TypeFor[Card](), reflect.TypeFor[PayPal](),
	reflect.TypeFor[Customer](), reflect.TypeFor[Subscription](), reflect.TypeFor[Campaign](),
	reflect.TypeFor[Product](), reflect.TypeFor[NamedHandle](),
)

func encodersOf(types ...reflect.Type) map[reflect.Type]encoder {
	all := map[reflect.Type]encoder{}
	for _, t := range types {
		all[t] = encoderOf(t)
	}
	return all
}

// appender appends its own JSON.
type appender interface {
	appendJSON(to []byte) ([]byte, error)
}

func encoderOf(t reflect.Type) encoder {
	own := func(method reflect.Type) bool { return reflect.PointerTo(t).Implements(method) }
	switch {
	case own(reflect.TypeFor[appender]()):
		return func(to []byte, v reflect.Value) ([]byte, error) {
			return v.Addr().Interface().(appender).appendJSON(to)
		}
	case own(reflect.TypeFor[json.Marshaler]()), own(reflect.TypeFor[encoding.TextMarshaler]()):
		return appendAny
	}
	switch t.Kind() {
	case reflect.Bool:
		return func(to []byte, v reflect.Value) ([]byte, error) { return strconv.AppendBool(to, v.Bool()), nil }
	case reflect.Int, reflect.Int64:
		return func(to []byte, v reflect.Value) ([]byte, error) { return strconv.AppendInt(to, v.Int(), 10), nil }
	case reflect.String:
		return func(to []byte, v reflect.Value) ([]byte, error) { return appendText(to, v.String()) }
	case reflect.Pointer:
		return pointerEncoder(encoderOf(t.Elem()))
	case reflect.Map:
		return mapEncoder(t)
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Uint8 { // bytes are in base64
			return sliceEncoder(encoderOf(t.Elem()))
		}
	case reflect.Struct:
		return structEncoder(fieldsOf(t))
	}
	return appendAny
}

func appendAny(to []byte, v reflect.Value) ([]byte, error) {
	text, err := encodeAny(v.Addr().Interface())
	return append(to, text...), err
}

func appendText(to []byte, text string) ([]byte, error) {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, err := encodeAny(text)
			return append(to, quoted...), err
		}
	}
	return append(append(append(to, '"'), text...), '"'), nil
}

// mapEncoder returns the encoder of a map type with text keys.
func mapEncoder(t reflect.Type) encoder {
	encodeValue := encoderOf(t.Elem())
	return func(to []byte, v reflect.Value) (_ []byte, err error) {
		if v.IsNil() {
			return append(to, "null"...), nil
		}
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		value := reflect.New(t.Elem()).Elem() // because a value in a map has no address
		to = append(to, '{')
		for i, key := range keys {
			if i > 0 {
				to = append(to, ',')
			}
			if to, err = appendText(to, key.String()); err != nil {
				return nil, err
			}
			value.Set(v.MapIndex(key))
			if to, err = encodeValue(append(to, ':'), value); err != nil {
				return nil, err
			}
		}
		return append(to, '}'), nil
	}
}

func pointerEncoder(pointed encoder) encoder {
	return func(to []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(to, "null"...), nil
		}
		return pointed(to, v.Elem())
	}
}

func sliceEncoder(element encoder) encoder {
	return func(to []byte, v reflect.Value) (_ []byte, err error) {
		if v.IsNil() {
			return append(to, "null"...), nil
		}
		to = append(to, '[')
		for i := range v.Len() {
			if i > 0 {
				to = append(to, ',')
			}
			if to, err = element(to, v.Index(i)); err != nil {
				return nil, err
			}
		}
		return append(to, ']'), nil
	}
}

// field is a field of a struct.
type field struct {
	index  []int                    // within the struct, through the embedded ones
	name   string                   // as JSON, behind a comma and before a colon
	omits  func(reflect.Value) bool // nil when it is never left out
	encode encoder
}

func fieldsOf(t reflect.Type) []field {
	var all []field
	for i := range t.NumField() {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous:
			for _, inner := range fieldsOf(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				all = append(all, inner)
			}
		case tag[0] != "-":
			if tag[0] == "" {
				tag[0] = f.Name
			}
			all = append(all, field{index: f.Index, name: `,"` + tag[0] + `":`, omits: omission(f.Type.Kind(), tag[1:]), encode: encoderOf(f.Type)})
		}
	}
	return all
}

// omission returns the test for values left out by the options of a tag, nil for none.
func omission(kind reflect.Kind, options []string) func(reflect.Value) bool {
	empty := slices.Contains(options, "omitempty")
	switch {
	case !empty && !slices.Contains(options, "omitzero"), empty && kind == reflect.Struct:
		return nil
	case empty && (kind == reflect.Slice || kind == reflect.Map):
		return func(v reflect.Value) bool { return v.Len() == 0 }
	}
	return reflect.Value.IsZero
}

// structEncoder returns the encoder of structs with these fields.
func structEncoder(fields []field) encoder {
	return func(to []byte, v reflect.Value) (_ []byte, err error) {
		start := len(to)
		for i := range fields {
			f := &fields[i]
			value := v.FieldByIndex(f.index)
			if f.omits != nil && f.omits(value) {
				continue
			}
			if to, err = f.encode(append(to, f.name...), value); err != nil {
				return nil, err
			}
		}
		if len(to) == start {
			return append(to, "{}"...), nil
		}
		to[start] = '{'
		return append(to, '}'), nil
	}
}
