package boltstore

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
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

// withoutChecksums gives the records of a bucket the form of version 2.
func withoutChecksums(b *bolt.Bucket) error {
	plain := map[string][]byte{}
	for key, sealed := range entries(b) {
		plain[string(key)] = append([]byte{}, sealed[:len(sealed)-sumSize]...)
	}
	for key, value := range plain {
		if err := b.Put([]byte(key), value); err != nil {
			return err
		}
	}
	return nil
}

// toVersion2 gives a file with one account and one snapshot the form of version 2.
func toVersion2(file *bolt.Tx) error {
	snapshot := file.Bucket(snapshotsBucket).Bucket([]byte(theAccount)).Bucket([]byte("before"))
	return errors.Join(
		snapshot.Delete(snapshotName.key(nil)),
		snapshot.Delete(aboutKey),
		withoutChecksums(snapshot),
		withoutChecksums(file.Bucket(accountsBucket).Bucket([]byte(theAccount))),
		withoutChecksums(file.Bucket(accountsBucket).Bucket([]byte("EMPTY"))),
		withoutChecksums(file.Bucket(documentsBucket)),
		withoutChecksums(file.Bucket(scenariosBucket)),
		file.DeleteBucket(stagingBucket),
		file.Bucket(markerBucket).Delete(checksumKey),
		file.Bucket(markerBucket).Put(versionKey, []byte("2")))
}

// toVersion1 gives such a file the form of version 1.
func toVersion1(file *bolt.Tx) error {
	return errors.Join(
		toVersion2(file),
		separate(file.Bucket(accountsBucket), []byte(theAccount)),
		separate(file.Bucket(snapshotsBucket).Bucket([]byte(theAccount)), []byte("before")),
		file.Bucket(markerBucket).Put(versionKey, []byte("1")))
}

// A file of each older version opens with all its records, and can be written.
func TestOlderVersionsAreUpgraded(t *testing.T) {
	t.Parallel()
	for name, older := range map[string]func(*bolt.Tx) error{"1": toVersion1, "2": toVersion2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			upgrades(t, older)
		})
	}
}

// upgrades expects a file to have the same records after it is given an older form
// and opened, after an upgrade in many chunks, and after one that was killed.
func upgrades(t *testing.T, older func(*bolt.Tx) error) {
	path := filepath.Join(t.TempDir(), "data.db")
	db, err := Open(Options{Path: path, NoSync: true})
	mustDo(t, err)
	mustDo(t, db.CreateAccount(t.Context(), record{Code: theAccount, Document: []byte(`{"world":"w"}`)}, aWorld(100)))
	mustDo(t, db.CreateAccount(t.Context(), record{Code: "EMPTY", Document: []byte(`{}`)}, nothing))
	saveSnapshot(t, db, "before")
	mustDo(t, db.SaveScenario(t.Context(), "mine", []byte("summary: mine")))
	whole := func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(accountsBucket).Bucket([]byte(theAccount)) }
	kept := func(file *bolt.Tx) *bolt.Bucket {
		return file.Bucket(snapshotsBucket).Bucket([]byte(theAccount)).Bucket([]byte("before"))
	}
	buckets := map[string]func(*bolt.Tx) *bolt.Bucket{
		"the account": whole, "the snapshot": kept,
		"the documents": func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(documentsBucket) },
		"the scenarios": func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(scenariosBucket) },
		"the marker":    func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(markerBucket) },
	}
	want := map[string]map[string]string{}
	for name, bucket := range buckets {
		want[name] = contents(t, db, bucket)
	}
	delete(want["the snapshot"], string(aboutKey)) // which no older version wrote
	db.opened = nil                                // an older program does not mark the file as closed
	updateFile(t, db, older)
	mustDo(t, db.Close())
	if err := CheckFile(path); err == nil || !strings.Contains(err.Error(), "start a sandbox with the file to upgrade it") {
		t.Errorf("got error %v for the older file", err)
	}
	hasAll := func(how string, db *DB) {
		for name, bucket := range buckets {
			equal(t, how+": "+name, contents(t, db, bucket), want[name])
		}
		if got := stagedIn(t, db); got != 0 {
			t.Errorf("%s: got %d parts in the staging bucket, want none", how, got)
		}
		mustDo(t, db.Check())
	}
	stepByStep, killed := upgradeInChunks(t, path)
	hasAll("in chunks", stepByStep)
	for _, db := range killed {
		hasAll("after a kill", db)
	}
	db = openFor(t, Options{Path: path, NoSync: true})
	hasAll("at once", db)
	mustDo(t, db.RestoreSnapshot(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, "before"))
	equal(t, "the restored account", contents(t, db, whole), want["the account"])
	update(t, db.Account("EMPTY"), put(anOrder(1)))
}

// upgradeInChunks upgrades a copy of a file in small chunks. It returns the file, and
// those that a kill leaves after some chunks, opened.
func upgradeInChunks(t *testing.T, path string) (whole *DB, killed []*DB) {
	t.Helper()
	copied, options := filepath.Join(t.TempDir(), "copy.db"), fileOptions()
	mustDo(t, os.WriteFile(copied, readFile(t, path), 0o600))
	options.NoSync = true
	file, err := bolt.Open(copied, 0o600, &options)
	mustDo(t, err)
	whole = newDB(file, copied)
	whole.chunks = smallChunks()
	steps := 0
	mustDo(t, whole.upgradeBy(t.Context(), func(step func() error) error {
		if steps++; steps%5 == 2 {
			killed = append(killed, openCopy(t, whole))
		}
		return step()
	}))
	t.Cleanup(func() { mustDo(t, whole.Close()) })
	if len(killed) < 3 {
		t.Errorf("got %d steps, want more", steps)
	}
	return whole, killed
}

func equal(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) {
		t.Errorf("%s: got %d records, want the same %d", what, len(got), len(want))
	}
}
