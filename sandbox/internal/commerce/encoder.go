package commerce

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// encoder appends the JSON of a value, which must be addressable, as encodeAny would
// write it. It takes a fifth of the time of encoding/json, which checks and copies what
// each amount and each moment of a record returns.
type encoder func(to []byte, v reflect.Value) ([]byte, error)

// encoders are those of the types that a world has many of.
var encoders = encodersOf(
	reflect.TypeFor[Order](), reflect.TypeFor[OrderInternals](), reflect.TypeFor[Card](), reflect.TypeFor[PayPal](),
	reflect.TypeFor[Customer](), reflect.TypeFor[Subscription](), reflect.TypeFor[Campaign](),
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
		return appendText
	case reflect.Pointer:
		return pointerEncoder(encoderOf(t.Elem()))
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

func appendText(to []byte, v reflect.Value) ([]byte, error) {
	text := v.String()
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return appendAny(to, v)
		}
	}
	return append(append(append(to, '"'), text...), '"'), nil
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
	index  int
	name   string                   // as JSON, behind a comma and before a colon
	omits  func(reflect.Value) bool // nil when it is never left out
	encode encoder
	inner  []field // of an embedded struct
}

func fieldsOf(t reflect.Type) []field {
	var all []field
	for i := range t.NumField() {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && tag[0] == "":
			all = append(all, field{index: i, inner: fieldsOf(f.Type)})
		case f.IsExported() && tag[0] != "-":
			if tag[0] == "" {
				tag[0] = f.Name
			}
			all = append(all, field{index: i, name: `,"` + tag[0] + `":`, omits: omission(tag[1:]), encode: encoderOf(f.Type)})
		}
	}
	return all
}

// omission returns which values the options of a tag leave out, nil for none.
func omission(options []string) func(reflect.Value) bool {
	switch {
	case slices.Contains(options, "omitempty"):
		return func(v reflect.Value) bool {
			if v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
				return v.Len() == 0
			}
			return v.Kind() != reflect.Struct && v.IsZero()
		}
	case slices.Contains(options, "omitzero"):
		return reflect.Value.IsZero
	}
	return nil
}

func structEncoder(fields []field) encoder {
	return func(to []byte, v reflect.Value) (_ []byte, err error) {
		start := len(to)
		if to, err = appendFields(to, v, fields); err != nil {
			return nil, err
		}
		if len(to) == start {
			return append(to, "{}"...), nil
		}
		to[start] = '{'
		return append(to, '}'), nil
	}
}

// appendFields appends the fields, each behind a comma.
func appendFields(to []byte, v reflect.Value, fields []field) (_ []byte, err error) {
	for i := range fields {
		f := &fields[i]
		value := v.Field(f.index)
		switch {
		case f.inner != nil:
			to, err = appendFields(to, value, f.inner)
		case f.omits == nil || !f.omits(value):
			to, err = f.encode(append(to, f.name...), value)
		}
		if err != nil {
			return nil, err
		}
	}
	return to, nil
}
