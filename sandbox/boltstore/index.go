package boltstore

import (
	"bytes"
	"fmt"
	"slices"
)

// entry is what an index says of a record. Each kind of record has one function
// that returns all its entries; writing and verifying both go by it.
type entry struct {
	in         tableID
	key, value []byte
}

func (e entry) equalKey(other entry) bool { return e.in == other.in && bytes.Equal(e.key, other.key) }

// present is the value of an entry that says all in its key.
var present = []byte{}

// reindex replaces the entries of a record, or refuses and changes none.
func (t *tx) reindex(before, now []entry) error {
	for _, e := range now {
		if err := t.checkUnique(e); err != nil {
			return err
		}
	}
	for _, e := range before {
		if !slices.ContainsFunc(now, e.equalKey) {
			if err := t.table(e.in).remove(e.key); err != nil {
				return err
			}
		}
	}
	for _, e := range now {
		if err := t.table(e.in).put(e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

// checkUnique refuses an entry that another record has: a sale, an invoice and an
// external reference find one record each.
func (t *tx) checkUnique(e entry) error {
	if e.in != sales && e.in != invoices && e.in != externals {
		return nil
	}
	held := t.table(e.in).get(e.key)
	if held == nil || bytes.Equal(held, e.value) {
		return nil
	}
	return fmt.Errorf("two records would be found by the same entry of %s: %s and %s",
		e.in, e.in.recordName(held), e.in.recordName(e.value))
}

// recordName names the record that a value of a unique index points to.
func (id tableID) recordName(value []byte) string {
	if id == externals {
		return fmt.Sprintf("customer %d", signed(numberAt(value, 0)))
	}
	return fmt.Sprintf("order %d", numberAt(value, 0))
}
