// Package strictjson reads a JSON body into a Go value and reports the first mistake by
// the path of its field: a body that is not one JSON value in UTF-8, an unknown or
// repeated name, a value of another type.
//
// null is a value of another type, because otherwise it would be taken for absence.
// Optional fields and values with a reader of their own may accept it. Names are compared
// in upper and lower case. Values may be nested 10000 levels deep, the bound of the JSON
// library; it does not recurse.
//
// The package leaves the size of the body and the wording of messages to its
// callers: each interface has its own codes and shapes.
package strictjson

import (
	"bytes"
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Reader reads bodies. It is safe for concurrent use.
type Reader struct {
	values   *json.Unmarshalers
	notNull  *json.Unmarshalers // values, and reject null
	expected map[reflect.Type]string
}

// New returns a Reader that reads the types of the given values in their own
// way and all other types as encoding/json does.
func New(values ...Value) *Reader {
	r := &Reader{expected: map[reflect.Type]string{}}
	var all []*json.Unmarshalers
	for _, v := range values {
		all = append(all, v.read)
		r.expected[v.is] = v.expected
	}
	r.values = json.JoinUnmarshalers(all...)
	r.notNull = json.JoinUnmarshalers(append(all, json.UnmarshalFromFunc(rejectNull))...)
	return r
}

// Read reads body into the value that into points to. The error is an *Error; into may
// then be filled in part. Of several mistakes it reports the first, because the rest
// cannot be read reliably; but a body that is not JSON is reported as such, wherever the
// JSON ends.
func (r *Reader) Read(body []byte, into any) error {
	values := r.values
	if bytes.Contains(body, []byte("null")) {
		values = r.notNull // only then, because examining every value takes as long as the reading
	}
	return r.read(body, into, json.RejectUnknownMembers(true), json.WithUnmarshalers(values))
}

// ReadKnown is Read for a partly known body: it ignores other names, and null is absence.
func (r *Reader) ReadKnown(body []byte, into any) error {
	return r.read(body, into, json.WithUnmarshalers(r.values))
}

func (r *Reader) read(body []byte, into any, options ...json.Options) error {
	if len(bytes.TrimSpace(body)) == 0 {
		return &Error{Kind: Empty, Expected: "a JSON object"}
	}
	err := json.Unmarshal(body, into, options...)
	if err == nil {
		return nil
	}
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return syntaxError(body, err)
	}
	var whole jsontext.Value
	if err := json.Unmarshal(body, &whole); err != nil {
		return syntaxError(body, err)
	}
	if errors.Is(semantic, json.ErrUnknownName) {
		return unknownField(semantic)
	}
	return r.typeError(semantic)
}
