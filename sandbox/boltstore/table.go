package boltstore

import (
	"errors"
	"maps"
	"slices"

	bolt "go.etcd.io/bbolt"
)

var (
	errReadOnly = errors.New("a view of an account's records cannot write")
	errEmptyKey = errors.New("a record without a key cannot be kept")
)

// table is one table of an account as a transaction sees it: what the file
// holds, and over it what the transaction wrote and has not yet applied.
type table struct {
	id      tableID
	writes  *writes      // nil: the table can only be read
	stored  *bolt.Bucket // of the account; nil: the file holds nothing
	pending map[string][]byte
}

// writes counts the bytes that the tables of a transaction hold back.
type writes struct{ bytes int }

// get returns the value of key, nil when there is none.
func (t *table) get(key []byte) []byte {
	if value, written := t.pending[string(key)]; written {
		return value
	}
	if t.stored == nil {
		return nil
	}
	return t.stored.Get(t.id.key(key))
}

// put keeps value, which must not change any more.
func (t *table) put(key, value []byte) error {
	if len(key) == 0 {
		return errEmptyKey
	}
	return t.write(key, value)
}

// remove makes key have no value.
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

// writeAlways gives the pending writes to the account's bucket. They go in key order:
// a bucket is one long node until its transaction commits, and inserting into
// the middle of it moves all that follow.
func (t *table) apply(account *bolt.Bucket) error {
	for _, name := range slices.Sorted(maps.Keys(t.pending)) {
		key, value := t.id.key([]byte(name)), t.pending[name]
		if value == nil {
			if err := account.Delete(key); err != nil {
				return err
			}
			continue
		}
		if err := account.Put(key, value); err != nil {
			return err
		}
	}
	return nil
}
