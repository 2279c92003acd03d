package boltstore

import (
	"bytes"
	"fmt"
	"slices"
)

// entry is an entry of an index. Each kind of record has one function for all its
// entries; writing and verifying use it.
type entry struct {
	in         tableID
	key, value []byte
}

func (e entry) equalKey(other entry) bool { return e.in == other.in && bytes.Equal(e.key, other.key) }

func (e entry) equal(other entry) bool { return e.equalKey(other) && bytes.Equal(e.value, other.value) }

// present is the value of an entry with everything in its key.
var present = []byte{}

// reindex replaces the entries of a record, and leaves unchanged ones. If it fails, it
// has changed none.
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
		if slices.ContainsFunc(before, e.equal) {
			continue
		}
		if err := t.table(e.in).put(e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

// replaceIndexed writes a record with its entries in place of the one before, whose entries had
// returns, or removes it when now has no body.
func (t *tx) replaceIndexed(in tableID, id string, had func(headed) ([]entry, error), entries []entry, now headed) (err error) {
	before, known := t.load(in, id)
	var earlier []entry
	if known {
		if earlier, err = had(before); err != nil {
			return err
		}
	}
	if err := t.reindex(earlier, entries); err != nil {
		return err
	}
	return t.replace(in, id, before, now)
}

// checkUnique returns an error when another record has the entry: a sale, an
// invoice and an external reference belong to one record each.
func (t *tx) checkUnique(e entry) error {
	if e.in != sales && e.in != invoices && e.in != externals {
		return nil
	}
	held := t.table(e.in).get(e.key)
	if held == nil || bytes.Equal(held, e.value) {
		return nil
	}
	return fmt.Errorf("%s and %s would have the same entry in %s",
		e.in.recordName(held), e.in.recordName(e.value), e.in)
}

// recordName names the record behind an entry of a unique index.
func (id tableID) recordName(value []byte) string {
	if id == externals {
		return fmt.Sprintf("customer %d", fromSortable(numberAt(value, 0)))
	}
	return fmt.Sprintf("order %d", numberAt(value, 0))
}
