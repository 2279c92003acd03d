package boltstore

import (
	"bytes"
	"errors"

	bolt "go.etcd.io/bbolt"
)

// checksumVersion is the first version of the schema with checksums.
const checksumVersion = 3

// addChecksums adds the bucket of worlds that are being written, the names of
// snapshots and the checksum of every record. Version 2 had none of them.
func addChecksums(tx *bolt.Tx) error {
	if _, err := tx.CreateBucket(stagingBucket); err != nil {
		return err
	}
	accounts, snapshots := tx.Bucket(accountsBucket), tx.Bucket(snapshotsBucket)
	err := accounts.ForEachBucket(func(code []byte) error {
		return addChecksumsTo(accountIn(accounts.Bucket(code), string(code)))
	})
	kept := snapshots.ForEachBucket(func(code []byte) error {
		within := snapshots.Bucket(code)
		return within.ForEachBucket(func(name []byte) error {
			copied := accountIn(within.Bucket(name), string(code))
			return errors.Join(addChecksumsTo(copied), nameSnapshot(copied, string(name)))
		})
	})
	return errors.Join(err, kept, addChecksumsTo(documents(tx)), addChecksumsTo(scenarios(tx)))
}

// migrationStep is how many records of a bucket are changed at a time. A bucket
// must not change under a cursor.
const migrationStep = 10_000

// addChecksumsTo adds the checksum of each record of a bucket.
func addChecksumsTo(r *records) error {
	r.bucket.FillPercent = 1
	var keys [][]byte
	for from := []byte{0}; from != nil; {
		keys, from = keysFrom(r.bucket, from)
		for _, key := range keys {
			if err := r.put(key, r.bucket.Get(key)); err != nil {
				return err
			}
		}
	}
	return nil
}

// keysFrom returns the next keys of a bucket, and where those after them begin,
// nil at the end.
func keysFrom(b *bolt.Bucket, from []byte) (keys [][]byte, next []byte) {
	cursor := b.Cursor()
	for key, _ := cursor.Seek(from); key != nil; key, _ = cursor.Next() {
		if len(keys) == migrationStep {
			return keys, bytes.Clone(key)
		}
		keys = append(keys, bytes.Clone(key))
	}
	return keys, nil
}
