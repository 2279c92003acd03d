package boltstore

import (
	"fmt"
	"iter"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

type customerBook struct{ tx *tx }

func (c customerBook) Get(reference int64) (commerce.Customer, bool, error) {
	return read[commerce.Customer](c.tx.table(customers), numbers(ordered(reference)))
}

func (c customerBook) ByExternal(external string) (int64, bool) {
	value := c.tx.table(externals).get(text(external))
	return disordered(number(value, 0)), value != nil
}

func (c customerBook) Put(customer commerce.Customer) error {
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
	return c.tx.keep(customers, numbers(ordered(customer.Reference)), "customer", id, customer)
}

func customerEntries(c *commerce.Customer) []entry {
	if c.ExternalReference == nil {
		return nil
	}
	return []entry{{externals, text(*c.ExternalReference), numbers(ordered(c.Reference))}}
}

func (c customerBook) Orders(customer int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		for key := range c.tx.table(purchases).under(numbers(ordered(customer))).all() {
			if !yield(reference(number(key, 2))) {
				return
			}
		}
	}
}
