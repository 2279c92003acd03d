package boltstore

import (
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

type customerStore struct{ tx *tx }

func (c customerStore) Get(reference int64) (record.Customer, bool, error) {
	stored, known := c.tx.load(customers, strconv.FormatInt(reference, 10))
	if !known {
		return record.Customer{}, false, nil
	}
	customer, err := decodeCustomer(stored)
	return customer, err == nil, err
}

func (c customerStore) Has(reference int64) bool {
	return c.tx.table(customers).get(numberKey(sortable(reference))) != nil
}

func decodeCustomer(s headed) (c record.Customer, err error) {
	if err := decodeBody(s.head, s.body, &c, &c.Text); err != nil {
		return record.Customer{}, fmt.Errorf("cannot read a stored record: %w", err)
	}
	return c, nil
}

func (c customerStore) ByExternal(external string) (int64, bool) {
	value := c.tx.table(externals).get(textKey(external))
	return fromSortable(numberAt(value, 0)), value != nil
}

func (c customerStore) Put(customer record.Customer) error {
	if err := c.tx.room(); err != nil {
		return err
	}
	body, verbatim, err := customer.Body()
	if err != nil {
		return fmt.Errorf("customer %d: %w", customer.Reference, err)
	}
	return c.replace(customer.Reference, customerEntries(&customer), headed{packCustomer(customer.Brief(), verbatim), body})
}

func (c customerStore) Delete(reference int64) error { return c.replace(reference, nil, headed{}) }

// replace writes a customer with its entries in place of the one before, or removes it.
func (c customerStore) replace(reference int64, entries []entry, now headed) error {
	err := c.tx.replaceIndexed(customers, strconv.FormatInt(reference, 10), func(before headed) ([]entry, error) {
		customer, err := decodeCustomer(before)
		return customerEntries(&customer), err
	}, entries, now)
	if err != nil {
		return fmt.Errorf("customer %d: %w", reference, err)
	}
	return nil
}

func customerEntries(c *record.Customer) []entry {
	if c.ExternalReference == nil {
		return nil
	}
	return []entry{{externals, textKey(*c.ExternalReference), numberKey(sortable(c.Reference))}}
}

func (c customerStore) Orders(customer int64, until time.Time) iter.Seq[string] {
	return func(yield func(string) bool) {
		of := sortable(customer)
		for key := range c.tx.table(purchases).scan(numberKey(of), numberKey(of, dateOf(until)+1), down) {
			if !yield(reference(numberAt(key, 2))) {
				return
			}
		}
	}
}

func (c customerStore) References() iter.Seq[int64] {
	return each(c.tx.table(customers).scanBehind(nil), func(key, _ []byte) int64 { return fromSortable(numberAt(key, 0)) })
}
