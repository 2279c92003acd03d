package record

import (
	"bytes"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	v1 "github.com/go-json-experiment/json/v1"
)

// Encode returns v in the JSON of the interface: markers such as
// <!--{RECOMMENDED_PRODUCT_NAME}--> stay as they are, and there is no newline at
// the end.
func Encode(v any) ([]byte, error) {
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	text, err := Append((*buffer)[:0], v)
	*buffer = text
	return bytes.Clone(text), err
}

// buffers are scratch space for Encode, because the length of a record is unknown.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Append appends the result of Encode.
func Append(to []byte, v any) ([]byte, error) {
	record := reflect.Indirect(reflect.ValueOf(v))
	if !record.IsValid() || encoders[record.Type()] == nil {
		text, err := encodeAny(v)
		return append(to, text...), err
	}
	if !record.CanAddr() {
		addressable := reflect.New(record.Type()).Elem()
		addressable.Set(record)
		record = addressable
	}
	return encoders[record.Type()](to, record)
}

func encodeAny(v any) ([]byte, error) { return json.Marshal(v, asStored) }

// asStored are the rules of encoding/json, in use for records from the beginning,
// without its escapes for HTML.
var asStored = json.JoinOptions(v1.DefaultOptionsV1(), jsontext.EscapeForHTML(false))

// Decode reads a record encoded by Encode.
func Decode(text []byte, into any) error { return v1.Unmarshal(text, into) }
