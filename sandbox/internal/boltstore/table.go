package boltstore

import (
	"errors"
	"maps"
	"slices"
)

var (
	errReadOnly = errors.New("a view cannot write records")
	errEmptyKey = errors.New("a record needs a key")
)

// table is one table of an account in a transaction: what the file has, and over
// it what the transaction has written and not yet applied.
type table struct {
	id      tableID
	writes  *writes  // nil when the table is read-only
	stored  *records // of the account, nil when it has none
	pending map[string][]byte
}

// writes counts the bytes that the tables of a transaction have pending.
type writes struct{ bytes int }

// get returns the value of key, nil when there is none.
func (t *table) get(key []byte) []byte {
	if value, written := t.pending[string(key)]; written {
		return value
	}
	if t.stored == nil {
		return nil
	}
	return t.stored.get(t.id.key(key))
}

// put writes value, which must not change afterwards.
func (t *table) put(key, value []byte) error {
	if len(key) == 0 {
		return errEmptyKey
	}
	return t.write(key, value)
}

// remove deletes the entry of key.
func (t *table) remove(key []byte) error { return t.write(key, nil) }

func (t *table) write(key, value []byte) error {
	if t.writes == nil {
		return errReadOnly
	}
	if t.pending == nil {
		t.pending = map[string][]byte{}
	}
	t.pending[string(key)] = value
	t.writes.bytes += len(key) + len(value)
	return nil
}

// apply writes the pending entries to the account's records, in key order: a
// bucket is one long node until its transaction commits, and an insert in the
// middle moves all entries behind it.
func (t *table) apply(account *records) error {
	for _, name := range slices.Sorted(maps.Keys(t.pending)) {
		key, value := t.id.key([]byte(name)), t.pending[name]
		if value == nil {
			if err := account.remove(key); err != nil {
				return err
			}
			continue
		}
		if err := account.put(key, value); err != nil {
			return err
		}
	}
	return nil
}
