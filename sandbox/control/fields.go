package control

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// optional is a field that may be absent, null or a value: to those who change
// things these are three.
type optional[T any] struct {
	given bool
	value *T // nil when null
}

// UnmarshalJSON notes that the field is there. Fields within it that nobody
// knows are refused as everywhere.
func (o *optional[T]) UnmarshalJSON(text []byte) error {
	o.given = true
	if string(text) == "null" {
		return nil
	}
	o.value = new(T)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(o.value)
}

// token is an answer to an open question, spelled as a word, a number or a
// truth value: 200 means what "200" means.
type token string

// UnmarshalJSON reads any of the spellings.
func (t *token) UnmarshalJSON(text []byte) error {
	switch text[0] {
	case '"':
		var word string
		err := json.Unmarshal(text, &word)
		*t = token(word)
		return err
	case '{', '[', 'n':
		return fmt.Errorf("an answer is a word or a number, not %s", text)
	}
	*t = token(text)
	return nil
}

// faults are all that is wrong with the fields of a body, each named.
type faults []string

func (f *faults) add(field, format string, args ...any) {
	*f = append(*f, field+": "+fmt.Sprintf(format, args...))
}

// check notes what is wrong with a field, if anything is.
func (f *faults) check(field string, err error) {
	var r *refusal
	switch {
	case errors.As(err, &r):
		f.add(field, "%s; %s", r.Text, r.Hint)
	case err != nil:
		f.add(field, "%v", err)
	}
}

// refusal returns the faults together, nil when there are none.
func (f faults) refusal() error {
	if len(f) == 0 {
		return nil
	}
	return refuse(http.StatusBadRequest, "correct the fields that are named", "%s", strings.Join(f, "; "))
}
