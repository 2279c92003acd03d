package commerce

import (
	"bytes"
	"encoding/json"
	"reflect"
	"sync"
)

// Encode returns v as the JSON that the interface shows: markers such as
// <!--{RECOMMENDED_PRODUCT_NAME}--> stay as they are, and there is no newline
// at the end.
func Encode(v any) ([]byte, error) {
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	text, err := Append((*buffer)[:0], v)
	*buffer = text
	return bytes.Clone(text), err
}

// buffers are what Encode writes to, because it does not know how long a record is.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Append appends what Encode returns.
func Append(to []byte, v any) ([]byte, error) {
	record := reflect.ValueOf(v)
	if record.Kind() == reflect.Pointer && !record.IsNil() {
		record = record.Elem()
	}
	var encode encoder
	if record.IsValid() {
		encode = encoders[record.Type()]
	}
	if encode == nil {
		text, err := encodeAny(v)
		return append(to, text...), err
	}
	if !record.CanAddr() {
		addressable := reflect.New(record.Type()).Elem()
		addressable.Set(record)
		record = addressable
	}
	return encode(to, record.Addr().UnsafePointer())
}

func encodeAny(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
