package boltstore

import (
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// TestTouchSome touches some records of a large account in one view and the rest in
// another one.
func TestTouchSome(t *testing.T) {
	t.Parallel()
	file, err := bolt.Open(filepath.Join(t.TempDir(), "data.db"), 0o600, &bolt.Options{NoSync: true})
	mustDo(t, err)
	defer func() { mustDo(t, file.Close()) }()
	mustDo(t, file.Update(func(tx *bolt.Tx) error {
		account, err := tx.CreateBucket([]byte(theAccount))
		mustDo(t, err)
		for n := range uint64(touchedAtOnce + 10) {
			mustDo(t, account.Put(dates.key(numberKey(n)), nil))
		}
		next := touchSome(account, nil)
		if want := dates.key(numberKey(touchedAtOnce)); string(next) != string(want) {
			t.Errorf("got next key %x, want %x", next, want)
		}
		if last := touchSome(account, next); last != nil {
			t.Errorf("got next key %x, want none", last)
		}
		return nil
	}))
}

// TestTouch looks for the bucket once in each view, until all records are touched.
func TestTouch(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	updateFile(t, db, func(tx *bolt.Tx) error {
		bucket, err := tx.CreateBucket([]byte("large"))
		mustDo(t, err)
		for n := range uint64(2*touchedAtOnce + 10) {
			mustDo(t, bucket.Put(orders.key(numberKey(n)), nil))
		}
		return nil
	})
	for name, want := range map[string]int{"large": 3, "missing": 1} {
		views := 0
		db.touch(func(tx *bolt.Tx) *bolt.Bucket { views++; return tx.Bucket([]byte(name)) })
		if views != want {
			t.Errorf("%s: got %d views, want %d", name, views, want)
		}
	}
}
