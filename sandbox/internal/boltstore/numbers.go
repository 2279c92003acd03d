package boltstore

import (
	"bytes"
	"context"

	bolt "go.etcd.io/bbolt"
)

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
	return db.writeAlways(ctx, 0, func(file *bolt.Tx) error { return numbers(file).put(numbersKey, used) })
}
