package client

import (
	"encoding/json"
	"unicode/utf8"
)

// Bytes is a body. In JSON it is a string when it is valid UTF-8, and otherwise
// the object {"base64": "…"}.
type Bytes []byte

// binary is the JSON form of bytes that are not UTF-8.
type binary struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON implements json.Marshaler.
func (b Bytes) MarshalJSON() ([]byte, error) {
	if utf8.Valid(b) {
		return json.Marshal(string(b))
	}
	return json.Marshal(binary{Base64: b})
}

// UnmarshalJSON implements json.Unmarshaler; it reads both forms.
func (b *Bytes) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		var raw binary
		err := json.Unmarshal(data, &raw)
		*b = raw.Base64
		return err
	}
	var text string
	err := json.Unmarshal(data, &text)
	*b = Bytes(text)
	return err
}

// Record is a stored record in JSON. Within JSON it is embedded as it is; a damaged one
// that is not JSON is written like Bytes.
type Record []byte

// MarshalJSON implements json.Marshaler.
func (r Record) MarshalJSON() ([]byte, error) {
	if json.Valid(r) {
		return r, nil
	}
	return Bytes(r).MarshalJSON()
}

// UnmarshalJSON implements json.Unmarshaler. It keeps the JSON as it is.
func (r *Record) UnmarshalJSON(data []byte) error {
	*r = append(Record{}, data...)
	return nil
}
