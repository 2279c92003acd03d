package boltstore

import (
	"bytes"
	"iter"
	"slices"
	"strings"
)

// direction is the way through the keys of a table.
type direction int

const (
	up   direction = 1
	down direction = -1
)

// scan yields the entries of a table with the keys from low up to, not including, end, in
// one order: the stored ones, and the pending ones in their place. A nil end is no bound.
func (t *table) scan(low, end []byte, way direction) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		written := t.pendingKeys(low, end, way)
		writtenUpTo := func(key []byte) bool { // all of them for nil
			for len(written) > 0 && (key == nil || int(way)*strings.Compare(written[0], string(key)) <= 0) {
				next := written[0]
				written = written[1:]
				if value := t.pending[next]; value != nil && !yield([]byte(next), value) {
					return false
				}
			}
			return true
		}
		for key, value := range t.scanStored(low, end, way) {
			if !writtenUpTo(key) {
				return
			}
			if _, isPending := t.pending[string(key)]; !isPending && !yield(key, value) {
				return
			}
		}
		writtenUpTo(nil)
	}
}

// scanPrefix scans the keys with a prefix, the last first.
func (t *table) scanPrefix(prefix []byte) iter.Seq2[[]byte, []byte] {
	return t.scan(prefix, prefixEnd(prefix), down)
}

// scanBehind scans the keys behind one, all for nil.
func (t *table) scanBehind(key []byte) iter.Seq2[[]byte, []byte] {
	if key != nil {
		key = append(slices.Clip(key), 0) // the next possible one
	}
	return t.scan(key, nil, up)
}

// each yields what one makes of each entry of a scan.
func each[T any](scan iter.Seq2[[]byte, []byte], one func(key, value []byte) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for key, value := range scan {
			if !yield(one(key, value)) {
				return
			}
		}
	}
}

// pendingKeys returns the pending keys from low up to end in the order of a scan.
func (t *table) pendingKeys(low, end []byte, way direction) []string {
	var keys []string
	for key := range t.pending {
		if key >= string(low) && (end == nil || key < string(end)) {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b string) int { return int(way) * strings.Compare(a, b) })
	return keys
}

// scanStored scans the entries of the file.
func (t *table) scanStored(low, end []byte, way direction) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		if t.stored == nil {
			return
		}
		first, behind := t.id.key(low), t.id.key(end)
		if end == nil {
			behind = (t.id + 1).key(nil)
		}
		cursor := t.stored.bucket.Cursor()
		bound, next := behind, cursor.Prev
		if way == up {
			bound, next = first, cursor.Next
		}
		key, sealed := t.stored.before(cursor, bound)
		if way == up {
			key, sealed = cursor.Seek(first)
		}
		for ; key != nil; key, sealed = next() {
			value := t.stored.value(key, sealed)
			if bytes.Compare(key, first) < 0 || bytes.Compare(key, behind) >= 0 || !yield(key[1:], value) {
				return
			}
		}
	}
}
