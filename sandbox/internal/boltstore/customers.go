package boltstore

import (
	"fmt"
	"iter"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

type customerStore struct{ tx *tx }

func (c customerStore) Get(reference int64) (commerce.Customer, bool, error) {
	return getJSON[commerce.Customer](c.tx.table(customers), numberKey(sortable(reference)))
}

func (c customerStore) ByExternal(external string) (int64, bool) {
	value := c.tx.table(externals).get(textKey(external))
	return signed(numberAt(value, 0)), value != nil
}

func (c customerStore) Put(customer commerce.Customer) error {
	if err := c.tx.room(); err != nil {
		return err
	}
	id := strconv.FormatInt(customer.Reference, 10)
	before, known, err := c.Get(customer.Reference)
	if err != nil {
		return fmt.Errorf("customer %s: %w", id, err)
	}
	var had []entry
	if known {
		had = customerEntries(&before)
	}
	if err := c.tx.reindex(had, customerEntries(&customer)); err != nil {
		return fmt.Errorf("customer %s: %w", id, err)
	}
	return c.tx.putJSON(customers, numberKey(sortable(customer.Reference)), "customer", id, customer)
}

func customerEntries(c *commerce.Customer) []entry {
	if c.ExternalReference == nil {
		return nil
	}
	return []entry{{externals, textKey(*c.ExternalReference), numberKey(sortable(c.Reference))}}
}

func (c customerStore) Orders(customer int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		for key := range c.tx.table(purchases).scanPrefix(numberKey(sortable(customer))).all() {
			if !yield(reference(numberAt(key, 2))) {
				return
			}
		}
	}
}
