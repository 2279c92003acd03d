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
	stored, known := parseHeaded(c.tx.table(customers).get(numberKey(sortable(reference))))
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
	if isVerbatim(s.head) {
		c.Text = string(s.body)
		err = record.DecodeText(s.body, &c)
	} else {
		err = record.Decode(s.body, &c)
	}
	if err != nil {
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
	id := strconv.FormatInt(customer.Reference, 10)
	before, _, err := c.Get(customer.Reference)
	if err != nil {
		return fmt.Errorf("customer %s: %w", id, err)
	}
	if err := c.tx.reindex(customerEntries(&before), customerEntries(&customer)); err != nil {
		return fmt.Errorf("customer %s: %w", id, err)
	}
	body, verbatim, err := customer.Body()
	if err != nil {
		return fmt.Errorf("customer %s: %w", id, err)
	}
	key := numberKey(sortable(customer.Reference))
	return c.tx.putHeaded(customers, key, "customer", id, headed{packCustomer(customer.Brief(), verbatim), body})
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
		for key := range c.tx.table(purchases).scan(numberKey(of), numberKey(of, dateOf(until)+1)).all() {
			if !yield(reference(numberAt(key, 2))) {
				return
			}
		}
	}
}
