package boltstore

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	bolt "go.etcd.io/bbolt"
)

// manyOrders is a number of orders that needs several chunks.
const manyOrders = 4_000

func stagedIn(t *testing.T, db *DB) (parts int) {
	t.Helper()
	mustDo(t, db.view(func(file *bolt.Tx) error {
		return file.Bucket(stagingBucket).ForEachBucket(func([]byte) error { parts++; return nil })
	}))
	return parts
}

// recordsOf returns all records of an account without the document.
func recordsOf(t *testing.T, db *DB, code string) map[string]string {
	t.Helper()
	return contents(t, db, func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(accountsBucket).Bucket([]byte(code)) })
}

// A world of many chunks has the records that it would have in one transaction.
func TestChunksGiveTheSameRecords(t *testing.T) {
	t.Parallel()
	store, db := newStore(t)
	update(t, store, aWorld(manyOrders))
	want := recordsOf(t, db, theAccount)
	mustDo(t, db.ReplaceAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, aWorld(manyOrders)))
	equal(t, "the account", recordsOf(t, db, theAccount), want)
	if got := stagedIn(t, db); got != 0 {
		t.Errorf("got %d parts in the staging bucket, want none", got)
	}
	update(t, store, put(anOrder(manyOrders)))
}

// While a large world is written, other accounts are written too, the account
// keeps its earlier records, and nobody sees a part of the new ones.
func TestOthersWriteWhileAWorldIsSeeded(t *testing.T) {
	t.Parallel()
	store, db := newStore(t)
	mustDo(t, db.CreateAccount(t.Context(), record{Code: "OTHER", Document: []byte(`{}`)}, nothing))
	update(t, store, put(anOrder(0)))
	before, others := recordsOf(t, db, theAccount), 0
	mustDo(t, db.ReplaceAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, func(tx commerce.Tx) error {
		for n := range manyOrders {
			if err := tx.Orders().Put(anOrder(n)); err != nil {
				return err
			}
			if n%1000 == 999 {
				others++
				if !maps.Equal(recordsOf(t, db, theAccount), before) {
					t.Error("the account has other records before its world is whole")
				}
			}
		}
		return nil
	}))
	if stagedIn(t, db) != 0 || others == 0 {
		t.Errorf("got %d parts in the staging bucket", stagedIn(t, db))
	}
}

// A seeding that fails after some chunks leaves nothing.
func TestAFailedSeedingLeavesNothing(t *testing.T) {
	t.Parallel()
	store, db := newStore(t)
	update(t, store, put(anOrder(0)))
	before, failure := recordsOf(t, db, theAccount), errors.New("no more")
	ctx, cancel := context.WithCancel(t.Context())
	for name, end := range map[string]func() error{
		"error":  func() error { return failure },
		"panic":  func() error { panic("no more") },
		"cancel": func() error { cancel(); return nil },
	} {
		seed := func(tx commerce.Tx) error { return errors.Join(aWorld(manyOrders)(tx), end()) }
		if err := db.ReplaceAccount(ctx, record{Code: theAccount, Document: []byte(`{"new":1}`)}, seed); err == nil {
			t.Errorf("%s: got no error", name)
		}
		if err := db.CreateAccount(ctx, record{Code: "NEW", Document: []byte(`{}`)}, seed); err == nil {
			t.Errorf("%s: got no error", name)
		}
		equal(t, name, recordsOf(t, db, theAccount), before)
		if got := stagedIn(t, db); got != 0 {
			t.Errorf("%s: got %d parts in the staging bucket, want none", name, got)
		}
	}
	if list, err := db.Accounts(); err != nil || len(list) != 1 {
		t.Errorf("got %v, %v, want the one account", list, err)
	}
}

// What a process leaves that is killed while it writes a world opens without the
// chunks and without the account.
func TestOpenRemovesLeftChunks(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, left := filepath.Join(folder, "data.db"), filepath.Join(folder, "left.db")
	db := openFor(t, Options{Path: path})
	mustDo(t, db.CreateAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, func(tx commerce.Tx) error {
		return errors.Join(aWorld(manyOrders)(tx), os.WriteFile(left, readFile(t, path), 0o600))
	}))
	file, err := bolt.Open(left, 0, &bolt.Options{ReadOnly: true})
	mustDo(t, err)
	mustDo(t, file.View(func(tx *bolt.Tx) error {
		if tx.Bucket(stagingBucket).Stats().BucketN < 2 {
			t.Error("nothing was staged")
		}
		return nil
	}))
	mustDo(t, file.Close())
	again := openFor(t, Options{Path: left})
	if got := stagedIn(t, again); got != 0 {
		t.Errorf("got %d parts in the staging bucket, want none", got)
	}
	if err := again.Account(theAccount).View(nothing); !errors.Is(err, accounts.ErrUnknown) {
		t.Errorf("got error %v for a half account", err)
	}
}

// A seeding needs the memory of a few chunks, however many orders it has.
func TestSeedingNeedsLittleMemory(t *testing.T) {
	_, db := newStore(t)
	var highest uint64
	mustDo(t, db.ReplaceAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, func(tx commerce.Tx) error {
		for n := range 8_000 {
			if err := tx.Orders().Put(anOrder(n)); err != nil {
				return err
			}
			if n%500 == 0 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				highest = max(highest, m.HeapAlloc)
			}
		}
		return nil
	}))
	if highest > 60<<20 {
		t.Errorf("got a heap of %d MB for 8,000 orders, want at most 60 MB", highest>>20)
	}
}
