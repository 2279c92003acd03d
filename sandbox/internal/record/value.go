package record

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
)

// Value is a stored record to read single fields of: decoding one field of an
// order takes a tenth of the time of decoding all.
type Value []byte

// Field returns a field as content.JSON reads it, false when the record lacks it.
func (r Value) Field(name string) (any, bool) {
	d := jsontext.NewDecoder(bytes.NewReader(r), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for _, err := d.ReadToken(); err == nil; err = d.SkipValue() {
		if member, _ := d.ReadToken(); member.String() == name {
			value, err := d.ReadValue()
			decoded, _ := content.JSON(value) // it was stored by the sandbox
			return decoded, err == nil
		}
	}
	return nil, false
}

// Whole returns the record as content.JSON reads it.
func (r Value) Whole() any {
	whole, _ := content.JSON(r) // it was stored by the sandbox
	return whole
}
