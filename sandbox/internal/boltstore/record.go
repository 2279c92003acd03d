package boltstore

import (
	"bytes"
	"fmt"
	"iter"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// headed is a record in the file, whatever its kind.
type headed struct {
	head []byte // the part for lists and lookups, packed
	body []byte // JSON, as it is served; nil for no record
}

// lengthSize is the length of the number for the length of the head.
const lengthSize = 8

func (h headed) encode() []byte {
	return join(numberKey(uint64(len(h.head))), h.head, h.body)
}

// parseHeaded parses the result of encode.
func parseHeaded(value []byte) (headed, bool) {
	if len(value) < lengthSize || numberAt(value, 0) > uint64(len(value)-lengthSize) {
		return headed{}, false
	}
	end := lengthSize + int(numberAt(value, 0))
	return headed{head: value[lengthSize:end], body: value[end:]}, true
}

// keyOf returns the key of a record by its id in changes, nil for an id that no record has.
func (id tableID) keyOf(name string) []byte {
	switch id {
	case orders:
		if n, ok := orderNumber(name); ok {
			return numberKey(n)
		}
		return nil
	case customers:
		reference, err := strconv.ParseInt(name, 10, 64)
		if err != nil {
			return nil
		}
		return numberKey(sortable(reference))
	case campaigns:
		return []byte(name)
	}
	return textKey(name)
}

// load returns a record by its id in changes, false when there is none.
func (t *tx) load(in tableID, id string) (headed, bool) {
	return parseHeaded(t.table(in).get(in.keyOf(id)))
}

// replace writes a record in place of the one before, which has no body when there is none,
// and removes it when now has none. It keeps the count of the records.
func (t *tx) replace(in tableID, id string, before, now headed) error {
	by := 0
	switch {
	case before.body == nil && now.body == nil:
		return nil
	case before.body == nil:
		by = 1
	case now.body == nil:
		by = -1
	}
	if by != 0 {
		if err := t.count(in, by); err != nil {
			return err
		}
	}
	if t.changes != nil {
		t.addChange(commerce.Change{Kind: recordKinds[in], ID: id, Before: before.image(in), After: now.image(in)})
	}
	if now.body == nil {
		return t.table(in).remove(in.keyOf(id))
	}
	return t.table(in).put(in.keyOf(id), now.encode())
}

// storedOrder is an order in the file. Its head is the date, flags and the internals as JSON.
type storedOrder struct{ headed }

// orderHead is the length of the head before the internals.
const orderHead = 9

func (s storedOrder) date() uint64 { return numberAt(s.head, 0) }

func (s storedOrder) internals() []byte { return s.head[min(orderHead, len(s.head)):] }

// image returns a record as a change shows it, nil for none.
func (h headed) image(in tableID) []byte {
	if in != orders || h.body == nil {
		return h.body
	}
	return record.WithInternals(h.body, storedOrder{h}.internals())
}

// Image returns a record as a change shows it, nil when there is none.
func (t *tx) Image(kind, id string) ([]byte, error) {
	in, err := tableOf(kind)
	if err != nil {
		return nil, err
	}
	stored, _ := t.load(in, id)
	return bytes.Clone(stored.image(in)), nil
}

// putJSON writes a record without a head.
func (t *tx) putJSON(in tableID, id string, value any) error {
	if err := t.room(); err != nil {
		return err
	}
	body, err := record.Encode(value)
	if err != nil {
		return fmt.Errorf("%s %q: %w", recordKinds[in], id, err)
	}
	before, _ := t.load(in, id)
	return t.replace(in, id, before, headed{body: body})
}

// removeJSON removes a record of putJSON. It is no error when there is none.
func (t *tx) removeJSON(in tableID, id string) error {
	before, _ := t.load(in, id)
	return t.replace(in, id, before, headed{})
}

// getJSON returns the record of a JSON body, false when there is none.
func getJSON[R any](t *tx, in tableID, id string) (one R, known bool, err error) {
	stored, known := t.load(in, id)
	if !known {
		return one, false, nil
	}
	if err := record.Decode(stored.body, &one); err != nil {
		return *new(R), false, fmt.Errorf("cannot read a stored record: %w", err)
	}
	return one, true, nil
}

// decodeBody decodes the body of a record with these flags. A verbatim one is also its text.
func decodeBody[R any](flags, body []byte, into *R, text *string) error {
	if !isVerbatim(flags) {
		return record.Decode(body, into)
	}
	*text = string(body)
	return record.DecodeText(body, into)
}

// names yields the texts of the keys of a table.
func (t *tx) names(in tableID) iter.Seq[string] {
	return each(t.table(in).scanBehind(nil), func(key, _ []byte) string { return t.name(in, key) })
}

// name returns the text of a key. When the key holds only its hash, the text
// comes from the record.
func (t *tx) name(in tableID, key []byte) string {
	if key[0] <= textLimit {
		return string(key[1:])
	}
	stored, _ := parseHeaded(t.table(in).get(key))
	if in == subscriptions {
		return unpackSubscription(stored.head).Reference
	}
	var one struct {
		Code string `json:"code"`
	}
	_ = record.Decode(stored.body, &one) // an unreadable record has no name
	return one.Code
}
