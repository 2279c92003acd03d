package boltstore

import (
	"encoding/json"
	"iter"
	"slices"
)

func (c customerStore) References() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for key := range c.tx.keys(customers) {
			if !yield(signed(numberAt(key, 0))) {
				return
			}
		}
	}
}

func (s subscriptionStore) References() iter.Seq[string] { return s.tx.names(subscriptions) }
func (c productStore) ProductCodes() iter.Seq[string]    { return c.tx.names(products) }
func (c productStore) PartnerCodes() iter.Seq[string]    { return c.tx.names(partners) }

// keys yields the keys of a table, sorted. It collects them first, because a
// scan goes backwards; they are not copies.
func (t *tx) keys(in tableID) iter.Seq[[]byte] {
	var keys [][]byte
	for key := range t.table(in).scanPrefix(nil).all() {
		keys = append(keys, key)
	}
	return func(yield func([]byte) bool) {
		for _, key := range slices.Backward(keys) {
			if !yield(key) {
				return
			}
		}
	}
}

// names yields the texts of the keys of a table.
func (t *tx) names(in tableID) iter.Seq[string] {
	return func(yield func(string) bool) {
		for key := range t.keys(in) {
			if !yield(t.name(in, key)) {
				return
			}
		}
	}
}

// name returns the text of a key. When the key holds only its hash, the text
// comes from the record.
func (t *tx) name(in tableID, key []byte) string {
	if key[0] <= textLimit {
		return string(key[1:])
	}
	var record struct {
		Code      string `json:"code"`
		Reference string `json:"reference"`
	}
	_ = json.Unmarshal(t.table(in).get(key), &record) // a record that cannot be read has no name
	return record.Code + record.Reference
}
