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
	key, value []byte   // the next stored entry; nil when there is none
	pending    []string // the pending keys still to come, the next one last
}

// scan begins a scan of the keys from low up to, not including, end. A nil end
// is no bound.
func (t *table) scan(low, end []byte) *scan {
	s := &scan{table: t, low: t.id.key(low), pending: t.pendingKeys(low, end)}
	if t.stored == nil {
		return s
	}
	stop := t.id.key(end)
	if end == nil {
		stop = (t.id + 1).key(nil)
	}
	s.cursor = t.stored.bucket.Cursor()
	if key, value := s.cursor.Seek(stop); key == nil {
		s.position(s.cursor.Last())
	} else {
		t.stored.value(key, value) // it may be an entry of the range with a damaged key
		s.position(s.cursor.Prev())
	}
	return s
}

// scanPrefix begins a scan of the keys with prefix.
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
func (s *scan) position(key, value []byte) {
	if key != nil { // below low too, because it may be an entry of the range with a damaged key
		value = s.table.stored.value(key, value)
	}
	if bytes.Compare(key, s.low) < 0 { // none is too
		s.key, s.value, s.cursor = nil, nil, nil
		return
	}
	s.key, s.value = key[1:], value
}

// nextStored returns the stored entry and moves to the one before it.
func (s *scan) nextStored() (key, value []byte) {
	key, value = s.key, s.value
	s.position(s.cursor.Prev())
	return key, value
}

// next returns the next entry, a nil key at the end.
func (s *scan) next() (key, value []byte) {
	for len(s.pending) > 0 {
		last := len(s.pending) - 1
		written := s.pending[last]
		order := bytes.Compare(s.key, []byte(written)) // no key is before all
		if order > 0 {
			return s.nextStored()
		}
		if s.key != nil && order == 0 {
			s.nextStored()
		}
		s.pending = s.pending[:last]
		if value := s.table.pending[written]; value != nil {
			return []byte(written), value
		}
	}
	if s.key == nil {
		return nil, nil
	}
	return s.nextStored()
}

// all yields the rest of the scan.
func (s *scan) all() iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		for key, value := s.next(); key != nil; key, value = s.next() {
			if !yield(key, value) {
				return
			}
		}
	}
}
