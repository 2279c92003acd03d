package boltstore

import (
	"bytes"

	bolt "go.etcd.io/bbolt"
)

// touch reads the keys of the bucket at a path before a transaction removes it, some of them in
// each view, so none lasts long. Otherwise the removal maps their pages one by one, and all
// updates wait while those of 100,000 orders come from the disk. It leaves damage to the
// removal.
func (db *DB) touch(path ...[]byte) {
	for next := []byte{}; next != nil; {
		from := next
		next = nil
		_ = db.view(func(file *bolt.Tx) (err error) {
			if bucket := bucketAt(file, path...); bucket != nil {
				next, err = accountIn(bucket, "").part(from, db.parts.bytes, func(_, _ []byte) error { return nil })
			}
			return err
		})
	}
}

// bucketAt returns the bucket at a path, nil for none.
func bucketAt(file *bolt.Tx, path ...[]byte) *bolt.Bucket {
	bucket := file.Bucket(path[0])
	for _, name := range path[1:] {
		if bucket != nil {
			bucket = bucket.Bucket(name)
		}
	}
	return bucket
}

// part calls each with the entries of an account from a key on, about limit bytes of them, and
// returns the key of the entry behind them, nil at the end. It panics with a damagedRecord when
// no entry has the key, or one belongs to no table.
func (r *records) part(from []byte, limit int, each func(key, sealed []byte) error) (next []byte, err error) {
	if len(from) > 0 && r.bucket.Get(from) == nil { // a damaged key leads to another record
		panic(damagedRecord(r.describe(from)))
	}
	size := 0
	for key, sealed := range entriesFrom(r.bucket, from) {
		if size >= limit {
			return bytes.Clone(key), nil
		}
		if tableID(key[0]) >= tableCount {
			panic(damagedRecord(r.describe(key)))
		}
		if err := each(key, sealed); err != nil {
			return nil, err
		}
		size += len(key) + len(sealed) + entryBytes
	}
	return nil, nil
}
