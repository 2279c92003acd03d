package boltstore

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"

	bolt "go.etcd.io/bbolt"
)

// numbersKey is where the root of the file keeps how far the numbers of calls and
// events are used.
var numbersKey = []byte("numbers")

// numbers returns the records of numbersKey, to seal its value.
func numbers(file *bolt.Tx) *records {
	return &records{bucket: file.Bucket(markerBucket), kind: "the numbers of calls", sum: crc32.Checksum(markerBucket, castagnoli)}
}

// Numbers returns the latest value of SaveNumbers, nil for none.
func (db *DB) Numbers() ([]byte, error) {
	var stored []byte
	err := db.view(func(file *bolt.Tx) error {
		n := numbers(file)
		if sealed := n.bucket.Get(numbersKey); sealed != nil {
			stored = bytes.Clone(n.value(numbersKey, sealed))
		}
		return nil
	})
	return stored, err
}

// SaveNumbers stores how far numbers are used, in place of the value before.
func (db *DB) SaveNumbers(ctx context.Context, used []byte) error {
	return db.writeAlways(ctx, func(file *bolt.Tx) error { return numbers(file).put(numbersKey, used) })
}

// checkNumbers returns an error when the stored numbers are damaged: calls could
// otherwise get numbers a second time.
func checkNumbers(file *bolt.Tx) error {
	n := numbers(file)
	if sealed := n.bucket.Get(numbersKey); sealed != nil && !n.intact(numbersKey, sealed) {
		return fmt.Errorf("%w: the numbers of calls do not match their checksum", errDamaged)
	}
	return nil
}
