package boltstore

import (
	"bytes"
	"errors"
	"fmt"
	"iter"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// read returns the next records of the older bucket, copied, without checksums.
func (c *conversion) read() (some chunk, err error) {
	err = c.db.view(func(file *bolt.Tx) error {
		bucket := file.Bucket(c.path[0])
		for _, name := range c.path[1:] {
			bucket = bucket.Bucket(name)
		}
		stored := entriesFrom(bucket, c.next)
		if c.from == 1 {
			stored = tablesFrom(bucket, c.next)
		}
		older := accountIn(bucket, c.to.code)
		for key, value := range stored {
			if some.bytes >= c.db.chunks.bytes {
				some.next = bytes.Clone(key)
				return nil
			}
			if c.from >= checksumVersion {
				value = older.value(key, value)
			}
			some.add(bytes.Clone(key), append([]byte{}, value...)) // an empty value is none, a nil one removes the record
		}
		return nil
	})
	return some, err
}

// tablesFrom yields the records of an account of version 1 from a key on, with the
// keys of later versions. In version 1 each table was a bucket.
func tablesFrom(account *bolt.Bucket, from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		first, within := tableID(0), []byte(nil)
		if len(from) > 0 {
			first, within = tableID(from[0]), from[1:]
		}
		for id := first; id < tableCount; id, within = id+1, nil {
			table := account.Bucket([]byte(id.String()))
			if table == nil {
				continue
			}
			for key, value := range entriesFrom(table, within) {
				if !yield(id.key(key), value) {
					return
				}
			}
		}
	}
}

// convert writes a record of the older bucket. Before version 4, dates had no briefs,
// customers and subscriptions no heads, and buyers no customer 0.
func (c *conversion) convert(key, value []byte) error {
	id, within := tableID(key[0]), key[1:]
	switch id {
	case orders:
		return c.convertOrder(within, value)
	case dates: // derived from the orders
		return nil
	case customers:
		return c.convertCustomer(within, value)
	case subscriptions:
		return c.convertSubscription(within, value)
	}
	return c.to.tx.table(id).write(within, value)
}

// convertOrder keeps the bytes of an order, and adds the indexes' part.
func (c *conversion) convertOrder(key, value []byte) error {
	stored, _ := parseStoredOrder(value)
	whole, err := stored.decode()
	n, store := numberAt(key, 0), orderStore{c.to.tx}
	if err != nil {
		return c.unreadable("order "+reference(n), err)
	}
	now := indexedOf(&whole)
	for _, e := range now.entries(n) {
		if err := store.tx.table(e.in).put(e.key, e.value); err != nil {
			return err
		}
	}
	return errors.Join(store.count(now.date, now.class, 1), store.tx.table(orders).put(key, value))
}

// unreadable returns the error for a record unreadable to every version.
func (c *conversion) unreadable(what string, err error) error {
	return fmt.Errorf("its schema has version %d and cannot be upgraded, because %s of account %s cannot be read: %w", c.from, what, c.to.code, err)
}

// convertCustomer puts the brief in front of a customer. A blank was in front of a text.
func (c *conversion) convertCustomer(key, value []byte) error {
	body, verbatim := bytes.CutPrefix(value, []byte(" "))
	customer, err := decodeCustomer(headed{[]byte{flag(verbatim, verbatimBit)}, body})
	if err != nil {
		return c.unreadable(customers.describe(key), err)
	}
	return c.to.tx.table(customers).put(key, headed{packCustomer(customer.Brief(), verbatim), body}.encode())
}

// convertSubscription puts the brief in front of a subscription.
func (c *conversion) convertSubscription(key, value []byte) error {
	var sub record.Subscription
	if err := record.Decode(value, &sub); err != nil {
		return c.unreadable(subscriptions.describe(key), err)
	}
	for _, ref := range sub.Orders() {
		order, _ := orderNumber(ref)
		if err := c.to.tx.table(buyers).put(buyerKey(order, &sub), present); err != nil {
			return err
		}
	}
	for _, e := range upgradeEntries(&sub) {
		if err := c.to.tx.table(buyers).put(e.key, e.value); err != nil {
			return err
		}
	}
	return c.to.tx.table(subscriptions).put(key, headed{packSubscription(sub.Brief()), value}.encode())
}

// finish completes an account or a snapshot. The stored name is new in version 3.
func (c *conversion) finish() error {
	if c.from >= checksumVersion || len(c.path) < 3 {
		return nil
	}
	return c.to.tx.table(snapshotName).write(nil, c.path[2])
}
