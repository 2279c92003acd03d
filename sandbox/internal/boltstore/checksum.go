package boltstore

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"iter"

	bolt "go.etcd.io/bbolt"
)

// sumSize is the length of the checksum behind each value.
const sumSize = 4

// records is a bucket of values with a checksum at the end: the CRC-32C of the name
// of the records, the key and the value. The name is in it because a damaged page
// number may lead to the pages of another account.
type records struct {
	bucket *bolt.Bucket
	cursor *bolt.Cursor // finds entries while nothing is written; nil where something may be
	kind   recordsKind
	name   string // code of the account, "" for others
	sum    uint32 // of the name
	fresh  bool   // this process has written them a moment ago
}

// recordsKind is the content of a bucket.
type recordsKind string

const (
	accountRecords  recordsKind = "account"
	documentRecords recordsKind = "the documents of the accounts"
)

// accountIn returns the records of an account, or of one of its snapshots.
func accountIn(bucket *bolt.Bucket, code string) *records {
	return &records{bucket: bucket, kind: accountRecords, name: code, sum: crc32.Checksum([]byte(code), castagnoli)}
}

func documents(file *bolt.Tx) *records {
	return &records{bucket: file.Bucket(documentsBucket), kind: documentRecords, sum: crc32.Checksum(documentsBucket, castagnoli)}
}

// withChecksum returns a value with its checksum, as the file has it.
func (r *records) withChecksum(key, value []byte) []byte {
	return binary.BigEndian.AppendUint32(join(value), r.checksum(key, value))
}

// join returns the parts one behind the other, with room for the checksum.
func join(parts ...[]byte) []byte {
	length := sumSize
	for _, part := range parts {
		length += len(part)
	}
	whole := make([]byte, 0, length)
	for _, part := range parts {
		whole = append(whole, part...)
	}
	return whole
}

func (r *records) checksum(key, value []byte) uint32 {
	return crc32.Update(crc32.Update(r.sum, castagnoli, key), castagnoli, value)
}

// value returns the value of an entry without its checksum. It panics with a
// damagedRecord when the checksum does not match.
func (r *records) value(key, sealed []byte) []byte {
	if !r.intact(key, sealed) {
		panic(damagedRecord(r.describe(key)))
	}
	end := len(sealed) - sumSize
	return sealed[:end:end]
}

// intact reports whether an entry matches its checksum.
func (r *records) intact(key, sealed []byte) bool {
	end := len(sealed) - sumSize
	return end >= 0 && binary.BigEndian.Uint32(sealed[end:]) == r.checksum(key, sealed[:end])
}

// get returns the value of key, nil when there is none. It trusts the keys of fresh
// records, because a seeding looks for many new keys.
func (r *records) get(key []byte) []byte {
	if sealed := r.find(key); sealed != nil {
		return r.value(key, sealed)
	}
	if r.fresh {
		return nil
	}
	cursor := r.cursor
	if cursor == nil {
		cursor = r.bucket.Cursor()
	}
	r.before(cursor, key)
	return nil
}

// before returns the last entry before a key, a nil key when there is none. It verifies the
// entry and the one behind it, because one of them may be an entry with a damaged key that
// belongs between them.
func (r *records) before(cursor *bolt.Cursor, key []byte) (before, sealed []byte) {
	if before, sealed = cursor.Seek(key); before != nil {
		r.value(before, sealed)
		before, sealed = cursor.Prev()
	} else {
		before, sealed = cursor.Last()
	}
	if before != nil {
		r.value(before, sealed)
	}
	return before, sealed
}

// find returns the entry of key as the file has it, nil when there is none.
func (r *records) find(key []byte) []byte {
	if r.cursor == nil {
		return r.bucket.Get(key)
	}
	if found, sealed := r.cursor.Seek(key); bytes.Equal(found, key) {
		return sealed
	}
	return nil
}

func (r *records) put(key, value []byte) error { return r.bucket.Put(key, r.withChecksum(key, value)) }

func (r *records) remove(key []byte) error { return r.bucket.Delete(key) }

// each runs fn on all entries. It verifies each.
func (r *records) each(fn func(key, value []byte) error) error {
	return r.bucket.ForEach(func(key, sealed []byte) error { return fn(key, r.value(key, sealed)) })
}

// entries yields the entries of a bucket as the file has them; the value of a
// bucket within it is nil.
func entries(b *bolt.Bucket) iter.Seq2[[]byte, []byte] { return entriesFrom(b, nil) }

// entriesFrom yields the entries of a bucket from a key on, as entries does.
func entriesFrom(b *bolt.Bucket, from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		cursor := b.Cursor()
		for key, value := cursor.Seek(from); key != nil; key, value = cursor.Next() {
			if !yield(key, value) {
				return
			}
		}
	}
}

// describe names a record.
func (r *records) describe(key []byte) string {
	if r.kind != accountRecords {
		return fmt.Sprintf("record %q of %s", key, r.kind)
	}
	if len(key) == 0 || tableID(key[0]) >= tableCount {
		return fmt.Sprintf("record %q of account %s", key, r.name)
	}
	return fmt.Sprintf("record %s of %s of account %s", tableID(key[0]).describe(key[1:]), tableID(key[0]), r.name)
}

// describe shows a key of the table as people know it: the numbers of an order or
// a customer, or the text.
func (id tableID) describe(key []byte) string {
	switch {
	case id == orders && len(key) == 8:
		return reference(numberAt(key, 0))
	case id == customers && len(key) == 8:
		return fmt.Sprint(fromSortable(numberAt(key, 0)))
	case (id == subscriptions || id == products || id == partners) && len(key) > 0:
		return fmt.Sprintf("%q", key[1:])
	}
	return fmt.Sprintf("%q", key)
}
