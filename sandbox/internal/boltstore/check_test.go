package boltstore

import (
	"errors"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// spoiled returns a closed file with an account, changed by fn.
func spoiled(t *testing.T, fn func(*bolt.Tx) error) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, put(anOrder(1))))
	saveSnapshot(t, db, "before")
	mustDo(t, db.Close())
	file, err := bolt.Open(path, 0, nil)
	mustDo(t, err)
	mustDo(t, errors.Join(file.Update(fn), file.Close()))
	return path
}

// Open and the check refuse a file with an account that cannot be opened. Open leaves it
// unchanged.
func TestFilesWithLostParts(t *testing.T) {
	t.Parallel()
	code := []byte(theAccount)
	for want, spoil := range map[string]func(*bolt.Tx) error{
		`the document of account "DEMO" does not match its checksum`: func(tx *bolt.Tx) error { return tx.Bucket(documentsBucket).Put(code, []byte(`{}sums`)) },
		`the records of account "DEMO" are missing`:                  func(tx *bolt.Tx) error { return tx.Bucket(accountsBucket).DeleteBucket(code) },
		`the document of account "DEMO" is missing`: func(tx *bolt.Tx) error {
			kept := tx.Bucket(snapshotsBucket)
			return errors.Join(kept.DeleteBucket(code), kept.Put(code, []byte("no bucket")))
		},
		`the document of account "LOST" is missing`: func(tx *bolt.Tx) error {
			_, err := tx.Bucket(snapshotsBucket).CreateBucket([]byte("LOST"))
			return err
		},
		`the document of account "GONE" is missing`: func(tx *bolt.Tx) error {
			_, err := tx.Bucket(accountsBucket).CreateBucket([]byte("GONE"))
			return err
		},
	} {
		path := spoiled(t, spoil)
		unusable(t, readFile(t, path), want)
		expectText(t, "check", damageOf(path), want)
	}
}

// The check of a file names each damaged record, whether short or in a snapshot, and a
// disagreement of an index.
func TestCheckNamesAllDamage(t *testing.T) {
	t.Parallel()
	path := spoiled(t, func(tx *bolt.Tx) error {
		account, snapshot := recordsIn(theAccount)(tx), snapshotIn(theAccount, "before")(tx)
		return errors.Join(account.Put(products.key(textKey("A")), []byte("cut")), account.Put(products.key(textKey("B")), []byte("without a sum")),
			snapshot.Put(products.key(textKey("C")), []byte("without a sum")))
	})
	err := damageOf(path)
	for _, product := range []string{"A", "B", "C"} {
		expectText(t, "check", err, `record "`+product+`" of products of account DEMO does not match its checksum`)
	}
	lacking := spoiled(t, func(tx *bolt.Tx) error {
		stored, err := account(tx, theAccount)
		return errors.Join(err, stored.remove(invoices.key(textKey(anOrder(1).Invoice))))
	})
	expectText(t, "an index", damageOf(lacking), "invoices lacks the entry")
}
