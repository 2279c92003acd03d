package commerce

import (
	"encoding"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// encoder appends the JSON of the value at an address as encodeAny would write it. It
// takes a tenth of the time of encoding/json, which checks and copies what each amount
// and each moment of a record returns, and half of what it would take through
// reflect.Value.
type encoder func(to []byte, at unsafe.Pointer) ([]byte, error)

// encoders are those of the types that a world has many of.
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

func appendOwn[T appender](to []byte, at unsafe.Pointer) ([]byte, error) {
	return (*(*T)(at)).appendJSON(to)
}

func encoderOf(t reflect.Type) encoder {
	switch t {
	case reflect.TypeFor[Money]():
		return appendOwn[Money]
	case reflect.TypeFor[Moment]():
		return appendOwn[Moment]
	case reflect.TypeFor[Day]():
		return appendOwn[Day]
	case reflect.TypeFor[PaymentMethod]():
		return appendOwn[PaymentMethod]
	case reflect.TypeFor[map[string]string]():
		return mapEncoder[string]()
	case reflect.TypeFor[map[string]Money]():
		return mapEncoder[Money]()
	}
	own := func(method reflect.Type) bool { return reflect.PointerTo(t).Implements(method) }
	if own(reflect.TypeFor[json.Marshaler]()) || own(reflect.TypeFor[encoding.TextMarshaler]()) {
		return anyEncoder(t)
	}
	switch t.Kind() {
	case reflect.Bool:
		return func(to []byte, at unsafe.Pointer) ([]byte, error) { return strconv.AppendBool(to, *(*bool)(at)), nil }
	case reflect.Int:
		return func(to []byte, at unsafe.Pointer) ([]byte, error) {
			return strconv.AppendInt(to, int64(*(*int)(at)), 10), nil
		}
	case reflect.Int64:
		return func(to []byte, at unsafe.Pointer) ([]byte, error) {
			return strconv.AppendInt(to, *(*int64)(at), 10), nil
		}
	case reflect.String:
		return func(to []byte, at unsafe.Pointer) ([]byte, error) { return appendText(to, *(*string)(at)) }
	case reflect.Pointer:
		return pointerEncoder(encoderOf(t.Elem()))
	case reflect.Slice:
		if t.Elem().Kind() != reflect.Uint8 { // bytes are in base64
			return sliceEncoder(encoderOf(t.Elem()), t.Elem().Size())
		}
	case reflect.Struct:
		return structEncoder(fieldsOf(t))
	}
	return anyEncoder(t)
}

func anyEncoder(t reflect.Type) encoder {
	return func(to []byte, at unsafe.Pointer) ([]byte, error) {
		text, err := encodeAny(reflect.NewAt(t, at).Interface())
		return append(to, text...), err
	}
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

// mapEncoder returns the encoder of maps with such values.
func mapEncoder[V any]() encoder {
	encodeValue := encoderOf(reflect.TypeFor[V]())
	return func(to []byte, at unsafe.Pointer) (_ []byte, err error) {
		all := *(*map[string]V)(at)
		if all == nil {
			return append(to, "null"...), nil
		}
		keys := slices.AppendSeq(make([]string, 0, len(all)), maps.Keys(all))
		slices.Sort(keys)
		to = append(to, '{')
		for i, key := range keys {
			if i > 0 {
				to = append(to, ',')
			}
			if to, err = appendText(to, key); err != nil {
				return nil, err
			}
			value := all[key]
			if to, err = encodeValue(append(to, ':'), unsafe.Pointer(&value)); err != nil {
				return nil, err
			}
		}
		return append(to, '}'), nil
	}
}

func pointerEncoder(pointed encoder) encoder {
	return func(to []byte, at unsafe.Pointer) ([]byte, error) {
		if p := *(*unsafe.Pointer)(at); p != nil {
			return pointed(to, p)
		}
		return append(to, "null"...), nil
	}
}

// sliceEncoder returns the encoder of slices whose elements have so many bytes.
func sliceEncoder(element encoder, size uintptr) encoder {
	return func(to []byte, at unsafe.Pointer) (_ []byte, err error) {
		list := *(*[]struct{})(at) // which has the same head, whatever its elements are
		if list == nil {
			return append(to, "null"...), nil
		}
		to = append(to, '[')
		first := unsafe.Pointer(unsafe.SliceData(list))
		for i := range list {
			if i > 0 {
				to = append(to, ',')
			}
			if to, err = element(to, unsafe.Add(first, uintptr(i)*size)); err != nil {
				return nil, err
			}
		}
		return append(to, ']'), nil
	}
}

// field is a field of a struct.
type field struct {
	offset uintptr                   // within the struct
	name   string                    // as JSON, behind a comma and before a colon
	omits  func(unsafe.Pointer) bool // nil when it is never left out
	encode encoder
}

func fieldsOf(t reflect.Type) []field {
	var all []field
	for i := range t.NumField() {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && tag[0] == "":
			for _, inner := range fieldsOf(f.Type) {
				inner.offset += f.Offset
				all = append(all, inner)
			}
		case f.IsExported() && tag[0] != "-":
			if tag[0] == "" {
				tag[0] = f.Name
			}
			all = append(all, field{offset: f.Offset, name: `,"` + tag[0] + `":`, omits: omission(f.Type, tag[1:]), encode: encoderOf(f.Type)})
		}
	}
	return all
}

// omission returns which values of a type the options of a tag leave out, nil for none.
func omission(t reflect.Type, options []string) func(at unsafe.Pointer) bool {
	empty := slices.Contains(options, "omitempty")
	switch {
	case !empty && !slices.Contains(options, "omitzero"), empty && t.Kind() == reflect.Struct:
		return nil
	case empty && (t.Kind() == reflect.Slice || t.Kind() == reflect.Map):
		return func(at unsafe.Pointer) bool { return reflect.NewAt(t, at).Elem().Len() == 0 }
	case t.Kind() == reflect.String:
		return func(at unsafe.Pointer) bool { return *(*string)(at) == "" }
	case t.Kind() == reflect.Pointer:
		return func(at unsafe.Pointer) bool { return *(*unsafe.Pointer)(at) == nil }
	}
	return func(at unsafe.Pointer) bool { return reflect.NewAt(t, at).Elem().IsZero() }
}

// structEncoder returns the encoder of structs with these fields.
func structEncoder(fields []field) encoder {
	return func(to []byte, at unsafe.Pointer) (_ []byte, err error) {
		start := len(to)
		for i := range fields {
			f := &fields[i]
			value := unsafe.Add(at, f.offset)
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
