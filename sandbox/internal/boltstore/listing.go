package boltstore

import (
	"iter"
	"slices"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func (c customerStore) References() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for key := range c.tx.table(customers).behind(nil) {
			if !yield(fromSortable(numberAt(key, 0))) {
				return
			}
		}
	}
}

func (s subscriptionStore) References() iter.Seq[string] { return s.tx.names(subscriptions) }
func (c productStore) ProductCodes() iter.Seq[string]    { return c.tx.names(products) }
func (c productStore) PartnerCodes() iter.Seq[string]    { return c.tx.names(partners) }

// names yields the texts of the keys of a table.
func (t *tx) names(in tableID) iter.Seq[string] {
	return func(yield func(string) bool) {
		for key := range t.table(in).behind(nil) {
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
	var one struct {
		Code string `json:"code"`
	}
	value := t.table(in).get(key)
	if stored, isHeaded := parseHeaded(value); isHeaded { // a subscription, because JSON never looks so
		return unpackSubscription(stored.head).Reference
	}
	_ = record.Decode(value, &one) // an unreadable record has no name
	return one.Code
}

// behind yields the entries behind a key by their keys, all for nil.
func (t *table) behind(key []byte) iter.Seq2[[]byte, []byte] {
	if key != nil {
		key = append(slices.Clip(key), 0) // the next possible one
	}
	if t.stored != nil && len(t.pending) == 0 {
		return t.storedFrom(key)
	}
	return func(yield func(key, value []byte) bool) {
		var all []entry // because a scan goes backwards
		for key, value := range t.scan(key, nil).all() {
			all = append(all, entry{t.id, key, value})
		}
		for _, e := range slices.Backward(all) {
			if !yield(e.key, e.value) {
				return
			}
		}
	}
}

// storedFrom yields the entries of the file from a key on. It verifies the entries
// on both sides too, as a scan does.
func (t *table) storedFrom(low []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		cursor := t.stored.bucket.Cursor()
		if before, sealed := last(cursor, t.id.key(low)); before != nil {
			t.stored.value(before, sealed)
		}
		for key, sealed := cursor.Seek(t.id.key(low)); key != nil; key, sealed = cursor.Next() {
			value := t.stored.value(key, sealed)
			if tableID(key[0]) != t.id || !yield(key[1:], value) {
				return
			}
		}
	}
}

// last returns the last entry before a key.
func last(cursor *bolt.Cursor, key []byte) (before, sealed []byte) {
	if behind, _ := cursor.Seek(key); behind == nil {
		return cursor.Last()
	}
	return cursor.Prev()
}

// Of yields the references of a customer's subscriptions.
func (s subscriptionStore) Of(customer int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		bought := s.tx.table(purchases)
		for purchase := range bought.scanPrefix(numberKey(sortable(customer))).all() {
			order := numberAt(purchase, 2)
			for buyer := range s.tx.table(buyers).scanPrefix(numberKey(order, sortable(customer))).all() {
				if !yield(s.tx.name(subscriptions, buyer[16:])) {
					return
				}
			}
		}
	}
}

// OfOrder yields the references of the subscriptions of an order.
func (s subscriptionStore) OfOrder(ref string) iter.Seq[string] {
	return func(yield func(string) bool) {
		order, known := orderNumber(ref)
		if !known {
			return
		}
		for buyer := range s.tx.table(buyers).scanPrefix(numberKey(order)).all() {
			if !yield(s.tx.name(subscriptions, buyer[16:])) {
				return
			}
		}
	}
}

// Invoices yields the invoices of all orders with the references of the orders. An
// invoice with only its hash in the key is "".
func (o orderStore) Invoices() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for key, value := range o.tx.table(invoices).behind(nil) {
			invoice := ""
			if key[0] <= textLimit {
				invoice = string(key[1:])
			}
			if order, _ := orderAt(value); !yield(invoice, order) {
				return
			}
		}
	}
}
