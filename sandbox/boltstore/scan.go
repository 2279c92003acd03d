package boltstore

import (
	"bytes"
	"iter"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// scan reads a table backwards, from the last key below end to low, stored and
// pending entries in one order. It reads one stored entry ahead.
type scan struct {
	table      *table
	low        []byte // as a key of the account's bucket
	cursor     *bolt.Cursor
	key, value []byte   // the stored entry that comes next; nil when there is none
	pending    []string // the pending keys still to come, the next one last
}

// scan begins a scan of the keys from low up to, not including, end. A nil end
// is no bound.
func (t *table) scan(low, end []byte) *scan {
	d := &scan{table: t, low: t.id.key(low), pending: t.pendingKeys(low, end)}
	if t.stored == nil {
		return d
	}
	stop := t.id.key(end)
	if end == nil {
		stop = (t.id + 1).key(nil)
	}
	d.cursor = t.stored.Cursor()
	if key, _ := d.cursor.Seek(stop); key == nil {
		d.position(d.cursor.Last())
	} else {
		d.position(d.cursor.Prev())
	}
	return d
}

// scanPrefix begins a scan of the keys that begin with prefix.
func (t *table) scanPrefix(prefix []byte) *scan { return t.scan(prefix, prefixEnd(prefix)) }

// pendingKeys returns the pending keys from low up to end, sorted.
func (t *table) pendingKeys(low, end []byte) []string {
	var keys []string
	for key := range t.pending {
		if key >= string(low) && (end == nil || key < string(end)) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// position takes the entry of the cursor, or none below low.
func (d *scan) position(key, value []byte) {
	if key == nil || bytes.Compare(key, d.low) < 0 {
		d.key, d.value, d.cursor = nil, nil, nil
		return
	}
	d.key, d.value = key[1:], value
}

// nextStored returns the stored entry and moves to the one before it.
func (d *scan) nextStored() (key, value []byte) {
	key, value = d.key, d.value
	d.position(d.cursor.Prev())
	return key, value
}

// next returns the next entry, a nil key at the end.
func (d *scan) next() (key, value []byte) {
	for len(d.pending) > 0 {
		last := len(d.pending) - 1
		written := d.pending[last]
		order := bytes.Compare(d.key, []byte(written))
		if d.key != nil && order > 0 {
			return d.nextStored()
		}
		if d.key != nil && order == 0 {
			d.nextStored()
		}
		d.pending = d.pending[:last]
		if value := d.table.pending[written]; value != nil {
			return []byte(written), value
		}
	}
	if d.key == nil {
		return nil, nil
	}
	return d.nextStored()
}

// all yields the rest of the scan.
func (d *scan) all() iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		for key, value := d.next(); key != nil; key, value = d.next() {
			if !yield(key, value) {
				return
			}
		}
	}
}
