package boltstore

import (
	"errors"
	"maps"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// separate gives each table of an account a bucket, as version 1 had it.
func separate(within *bolt.Bucket, name []byte) error {
	joined, apart := within.Bucket(name), map[tableID]map[string][]byte{}
	err := joined.ForEach(func(key, value []byte) error {
		id := tableID(key[0])
		if apart[id] == nil {
			apart[id] = map[string][]byte{}
		}
		apart[id][string(key[1:])] = append([]byte{}, value...)
		return nil
	})
	err = errors.Join(err, within.DeleteBucket(name))
	account, created := within.CreateBucket(name)
	err = errors.Join(err, created)
	for id, records := range apart {
		table, created := account.CreateBucket([]byte(id.String()))
		err = errors.Join(err, created)
		for key, value := range records {
			err = errors.Join(err, table.Put([]byte(key), value))
		}
	}
	return err
}

// contents returns all keys and values of a bucket.
func contents(t *testing.T, db *DB, bucket func(*bolt.Tx) *bolt.Bucket) map[string]string {
	t.Helper()
	all := map[string]string{}
	mustDo(t, db.view(func(file *bolt.Tx) error {
		return bucket(file).ForEach(func(key, value []byte) error { all[string(key)] = string(value); return nil })
	}))
	return all
}

func TestTablesOfVersion1AreJoined(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db, err := Open(Options{Path: path})
	mustDo(t, err)
	mustDo(t, db.CreateAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, aWorld(300)))
	mustDo(t, db.CreateAccount(t.Context(), record{Code: "EMPTY", Document: []byte(`{}`)}, nothing))
	mustDo(t, db.SaveSnapshot(t.Context(), theAccount, "before"))
	kept := func(file *bolt.Tx) *bolt.Bucket {
		return file.Bucket(snapshotsBucket).Bucket([]byte(theAccount)).Bucket([]byte("before"))
	}
	live := func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(accountsBucket).Bucket([]byte(theAccount)) }
	wantKept, wantLive := contents(t, db, kept), contents(t, db, live)
	mustDo(t, db.file.Update(func(file *bolt.Tx) error {
		return errors.Join(
			separate(file.Bucket(accountsBucket), []byte(theAccount)),
			separate(file.Bucket(snapshotsBucket).Bucket([]byte(theAccount)), []byte("before")),
			file.Bucket(markerBucket).Put(versionKey, []byte("1")))
	}))
	mustDo(t, db.Close())

	db = openFor(t, Options{Path: path})
	equal(t, "the snapshot", contents(t, db, kept), wantKept)
	equal(t, "the account", contents(t, db, live), wantLive)
	mustDo(t, db.RestoreSnapshot(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, "before"))
	equal(t, "the restored account", contents(t, db, live), wantLive)
	update(t, db.Account("EMPTY"), put(anOrder(1)))
}

func equal(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) {
		t.Errorf("%s: got %d records, want the same %d", what, len(got), len(want))
	}
}
