package boltstore

import (
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

type customerStore struct{ tx *tx }

func (c customerStore) Get(reference int64) (commerce.Customer, bool, error) {
	return customerAt(c.tx.table(customers), numberKey(sortable(reference)))
}

func (c customerStore) Has(reference int64) bool {
	return c.tx.table(customers).get(numberKey(sortable(reference))) != nil
}

// textMark is the first byte of a stored customer whose bytes are its text. It is
// white space in JSON.
const textMark = ' '

func customerAt(records *table, key []byte) (commerce.Customer, bool, error) {
	content := records.get(key)
	if len(content) == 0 || content[0] != textMark {
		return getJSON[commerce.Customer](records, key)
	}
	customer := commerce.Customer{Text: string(content[1:])}
	if err := commerce.DecodeText(content, &customer); err != nil {
		return customer, false, fmt.Errorf("cannot read a stored record: %w", err)
	}
	return customer, true, nil
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
	body, verbatim, err := customer.Body()
	if err != nil {
		return fmt.Errorf("customer %s: %w", id, err)
	}
	if verbatim {
		body = append([]byte{textMark}, body...)
	}
	records, key := c.tx.table(customers), numberKey(sortable(customer.Reference))
	c.tx.changed("customer", id, records.get(key), body)
	return records.put(key, body)
}

func customerEntries(c *commerce.Customer) []entry {
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
