package boltstore

import "errors"

var errReadOnly = errors.New("a view cannot write records")

// table is one table of an account in a transaction: the file's entries, and over
// them the transaction's writes before they are applied.
type table struct {
	id      tableID
	writes  *writes  // nil when the table is read-only
	stored  *records // of the account, nil when it has none
	pending map[string][]byte
	order   []string // the keys of pending as they came, often almost sorted
	bytes   int      // about how much memory pending takes
	lookup  []byte   // room for a key in get
}

// writes counts the memory of the pending entries of a transaction.
type writes struct{ bytes int }

// get returns the value of key, nil when there is none.
func (t *table) get(key []byte) []byte {
	if value, written := t.pending[string(key)]; written {
		return value
	}
	if t.stored == nil {
		return nil
	}
	t.lookup = append(append(t.lookup[:0], byte(t.id)), key...)
	return t.stored.get(t.lookup)
}

// remove deletes the entry of key.
func (t *table) remove(key []byte) error { return t.put(key, nil) }

// put writes value, or removes the entry for nil. The caller must not change it afterwards.
func (t *table) put(key, value []byte) error {
	if t.writes == nil {
		return errReadOnly
	}
	if t.pending == nil {
		t.pending = map[string][]byte{}
	}
	name, before := string(key), len(t.pending)
	more := len(key) + len(value)
	if t.pending[name] = value; len(t.pending) > before {
		more += entryBytes
		t.order = append(t.order, name)
	}
	t.bytes += more
	t.writes.bytes += more
	return nil
}

// entryBytes is about how much memory a pending entry takes besides its key and
// value.
const entryBytes = 128

// pendingEntry is a transaction's write to a table.
type pendingEntry struct {
	in    tableID
	key   string
	value []byte
}

// appendKey appends the key of the entry in the account's bucket.
func (e pendingEntry) appendKey(to []byte) []byte { return append(append(to, byte(e.in)), e.key...) }

// applyEntry writes an entry, or removes it when value is nil.
func (r *records) applyEntry(key, value []byte) error {
	if value == nil {
		return r.remove(key)
	}
	return r.put(key, value)
}
