package boltstore

import (
	"bytes"

	bolt "go.etcd.io/bbolt"
)

// touchedAtOnce is how many records one view touches, so none lasts long.
const touchedAtOnce = 2_000

// touch reads the keys of a bucket before a transaction removes it, nil for none.
// Otherwise the removal maps their pages one by one, and all updates wait while those of
// 100,000 orders come from the disk. It leaves damage to the removal.
func (db *DB) touch(find func(*bolt.Tx) *bolt.Bucket) {
	for next := []byte{}; next != nil; {
		from := next
		next = nil
		_ = db.view(func(file *bolt.Tx) error {
			if bucket := find(file); bucket != nil {
				next = touchSome(bucket, from)
			}
			return nil
		})
	}
}

// touchSome reads some keys from one on, and returns the next one, nil at the end.
func touchSome(bucket *bolt.Bucket, from []byte) []byte {
	touched := 0
	for key := range entriesFrom(bucket, from) {
		if touched++; touched > touchedAtOnce {
			return bytes.Clone(key)
		}
	}
	return nil
}

// recordsIn returns a function to find the bucket of an account, nil for none.
func recordsIn(code string) func(*bolt.Tx) *bolt.Bucket {
	return func(file *bolt.Tx) *bolt.Bucket { return bucketAt(file, accountsBucket, []byte(code)) }
}

// snapshotIn returns a function to find the bucket of a snapshot, nil for none.
func snapshotIn(code, name string) func(*bolt.Tx) *bolt.Bucket {
	return func(file *bolt.Tx) *bolt.Bucket { return bucketAt(file, snapshotsBucket, []byte(code), []byte(name)) }
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
