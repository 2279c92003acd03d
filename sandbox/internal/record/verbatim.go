package record

import (
	"crypto/sha256"
	"errors"

	v1 "github.com/go-json-experiment/json/v1"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// A record from outside may have names, an order of names and spellings of numbers
// unknown to its type. Its Text keeps them: it is the served form of the record, and
// a change of the record changes only its own places there.

// Body returns the order as the interface shows it, and whether that is the order's
// text. It lays the changes since the order was read over the text.
func (r *StoredOrder) Body() (body []byte, verbatim bool, err error) {
	return bodyOf(r.Text, r.encoding, &r.Order)
}

// EncodingHash is a hash of the encoding of a record.
type EncodingHash [sha256.Size]byte

// HashEncoding returns the hash of an encoding.
func HashEncoding(encoding []byte) EncodingHash { return sha256.Sum256(encoding) }

// SetText gives the order its original text and the hash of its present encoding.
// The hash saves Body reading the text of an unchanged order.
func (r *StoredOrder) SetText(text string, encoding EncodingHash) {
	r.Text, r.encoding = text, encoding
}

// Body does the same as the Body of an order.
func (c *Campaign) Body() (body []byte, verbatim bool, err error) {
	return bodyOf(c.Text, EncodingHash{}, c)
}

// Body does the same as the Body of an order.
func (c *Customer) Body() (body []byte, verbatim bool, err error) {
	return bodyOf(c.Text, EncodingHash{}, c)
}

func bodyOf[T any](text string, encoding EncodingHash, record *T) ([]byte, bool, error) {
	after, err := Encode(record)
	if err != nil || text == "" || text == string(after) {
		return after, false, err
	}
	if encoding == HashEncoding(after) {
		return []byte(text), true, nil
	}
	var read T
	if err := DecodeText([]byte(text), &read); err != nil {
		return nil, false, err
	}
	before, err := Encode(&read)
	if err != nil {
		return nil, false, err
	}
	body, err := verbatim.Change([]byte(text), before, after)
	return body, true, err
}

// DecodeText reads a record from a text of outside. It leaves out values of another
// type than the record's, because they stay in the text.
func DecodeText[T any](text []byte, into *T) error {
	err := Decode(text, into)
	var mistyped *v1.UnmarshalTypeError
	if errors.As(err, &mistyped) {
		return nil
	}
	return err
}
