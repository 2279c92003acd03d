package boltstore

import (
	"testing"

	bolt "go.etcd.io/bbolt"
)

// TestTouch ends at the last record of a large bucket, at damage, and where no bucket is, and
// leaves all as it was.
func TestTouch(t *testing.T) {
	t.Parallel()
	db, err := Open(Options{Lifetime: Ephemeral}) // not checked in the end
	mustDo(t, err)
	defer func() { mustDo(t, db.Close()) }()
	db.parts = smallParts()
	many := db.parts.bytes // more than one part
	for _, damaged := range []bool{false, true} {
		updateFile(t, db, func(tx *bolt.Tx) error {
			bucket, err := tx.Bucket(accountsBucket).CreateBucketIfNotExists([]byte("LARGE"))
			mustDo(t, err)
			for n := range uint64(many) {
				mustDo(t, bucket.Put(orders.key(numberKey(n)), nil))
			}
			if damaged {
				mustDo(t, bucket.Put([]byte{byte(tableCount)}, nil))
			}
			return nil
		})
		before := contents(t, db, recordsIn("LARGE"))
		db.touch(accountsBucket, []byte("LARGE"))
		db.touch(accountsBucket, []byte("MISSING"))
		db.touch(snapshotsBucket, []byte("MISSING"), []byte("MISSING"))
		equal(t, "the touched bucket", contents(t, db, recordsIn("LARGE")), before)
	}
}
