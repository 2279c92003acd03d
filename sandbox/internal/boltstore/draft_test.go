package boltstore

import (
	"bytes"
	"context"
	"errors"
	arguments "flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	bolt "go.etcd.io/bbolt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// manyOrders is a number of orders for several parts of smallParts.
const manyOrders = 200

func smallParts() partLimits { return partLimits{bytes: 64 << 10, places: 8, scattered: 2 << 20} }

// newSmallStore returns a store whose worlds and copies need several parts soon.
func newSmallStore(t *testing.T) (commerce.Store, *DB) {
	t.Helper()
	store, db := newStore(t)
	db.parts = smallParts()
	return store, db
}

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

// A world of many parts has the same records as in one transaction.
func TestPartsGiveTheSameRecords(t *testing.T) {
	t.Parallel()
	store, db := newSmallStore(t)
	update(t, store, aWorld(manyOrders))
	want := recordsOf(t, db, theAccount)
	mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(manyOrders)))
	equal(t, "the account", recordsOf(t, db, theAccount), want)
	if got := stagedIn(t, db); got != 0 || db.drafts.Load() != 1 {
		t.Errorf("got %d parts in the staging bucket after %d stagings, want none after one", got, db.drafts.Load())
	}
	update(t, db.Account(theAccount), put(anOrder(manyOrders)))
}

// While a large world is written, other accounts are written too, the account
// keeps its earlier records, and nobody sees a part of the new ones.
func TestOthersWriteWhileAWorldIsSeeded(t *testing.T) {
	t.Parallel()
	store, db := newSmallStore(t)
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "OTHER", Document: []byte(`{}`)}, nothing))
	update(t, store, put(anOrder(0)))
	before, staged := recordsOf(t, db, theAccount), 0
	mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, func(tx commerce.Tx) error {
		for n := range manyOrders {
			if err := tx.Orders().Put(anOrder(n)); err != nil {
				return err
			}
			if n%50 == 49 {
				staged += stagedIn(t, db)
				update(t, db.Account("OTHER"), put(anOrder(n)))
				equal(t, "the account before its world is whole", recordsOf(t, db, theAccount), before)
			}
		}
		return nil
	}))
	if stagedIn(t, db) != 0 || staged == 0 {
		t.Errorf("got %d parts in the staging bucket, and %d before", stagedIn(t, db), staged)
	}
}

// failingEnds returns the ends of a function that fails after it wrote, by name.
func failingEnds(failure error, cancel func()) map[string]func() error {
	return map[string]func() error{
		"error":  func() error { return failure },
		"panic":  func() error { panic("no more") },
		"cancel": func() error { cancel(); return nil },
	}
}

// A seeding that fails after some parts leaves nothing.
func TestAFailedSeedingLeavesNothing(t *testing.T) {
	t.Parallel()
	store, db := newSmallStore(t)
	update(t, store, put(anOrder(0)))
	before, failure := recordsOf(t, db, theAccount), errors.New("no more")
	ctx, cancel := context.WithCancel(t.Context())
	for name, end := range failingEnds(failure, cancel) {
		seed := func(tx commerce.Tx) error { return errors.Join(aWorld(manyOrders)(tx), end()) }
		if err := db.ReplaceAccount(ctx, accountRecord{Code: theAccount, Document: []byte(`{"new":1}`)}, seed); err == nil {
			t.Errorf("%s: got no error", name)
		}
		if err := db.CreateAccount(ctx, accountRecord{Code: "NEW", Document: []byte(`{}`)}, seed); err == nil {
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

// A seeding has none of the records of an earlier one, successful or failed, though it
// uses its memory.
func TestSeedingsShareNoRecords(t *testing.T) {
	t.Parallel()
	_, db := newSmallStore(t)
	seed := func(within *DB, code string, write func(commerce.Tx) error) error {
		return within.CreateAccount(t.Context(), accountRecord{Code: code, Document: []byte(`{}`)}, write)
	}
	_, other := newSmallStore(t)
	mustDo(t, seed(other, "LAST", put(anOrder(1))))
	failed := func(tx commerce.Tx) error { return errors.Join(put(anOrder(2))(tx), errors.New("no more")) }
	if err := seed(db, "FAILED", failed); err == nil {
		t.Error("got no error")
	}
	mustDo(t, seed(db, "LARGE", aWorld(manyOrders)))
	mustDo(t, seed(db, "SMALL", put(anOrder(3))))
	_, err := db.Account("SMALL").Extend(t.Context(), 1<<30, put(anOrder(4)))
	mustDo(t, err)
	mustDo(t, seed(db, "OTHER", put(anOrder(5)))) // the last account has none of its orders
	mustDo(t, seed(db, "LAST", put(anOrder(1))))
	equal(t, "the last account", recordsOf(t, db, "LAST"), recordsOf(t, other, "LAST"))
}

// A process killed while it writes a world leaves a file that opens without the parts
// and without the account.
func TestOpenRemovesLeftParts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFor(t, Options{Path: path, NoSync: true})
	db.parts = smallParts()
	var left *DB
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, func(tx commerce.Tx) error {
		err := aWorld(manyOrders)(tx)
		if stagedIn(t, db) != 1 {
			t.Error("nothing was staged")
		}
		left = openCopy(t, db)
		return err
	}))
	if got := stagedIn(t, left); got != 0 {
		t.Errorf("got %d parts in the staging bucket, want none", got)
	}
	expectError(t, "a half account", left.Account(theAccount).View(nothing), accounts.ErrUnknown)
}

// A process killed at any part of a reset leaves the account as it was.
func TestAKillAtAnyPartOfAReset(t *testing.T) {
	t.Parallel()
	db := openFor(t, Options{Path: filepath.Join(t.TempDir(), "data.db"), NoSync: true})
	db.parts = smallParts()
	document := accountRecord{Code: theAccount, Document: []byte(`{}`)}
	mustDo(t, db.CreateAccount(t.Context(), document, aWorld(10)))
	before, kills := recordsOf(t, db, theAccount), 0
	mustDo(t, db.ReplaceAccount(t.Context(), document, func(tx commerce.Tx) error {
		for n := range manyOrders {
			if err := tx.Orders().Put(anOrder(n)); err != nil {
				return err
			}
			if n%20 == 19 {
				left := openCopy(t, db)
				equal(t, "the account", recordsOf(t, left, theAccount), before)
				kills += stagedIn(t, db) - stagedIn(t, left)
			}
		}
		return nil
	}))
	if kills < 5 {
		t.Errorf("got %d kills between parts, want more", kills)
	}
}

// openCopy opens a copy of an open file, as after a kill. No write runs meanwhile.
func openCopy(t *testing.T, db *DB) *DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "left.db")
	mustDo(t, os.WriteFile(path, readFile(t, db.path), 0o600))
	return openFor(t, Options{Path: path, NoSync: true})
}

// A part changes few pages, however large the bucket is and wherever its entries
// belong.
func TestAPartChangesFewPages(t *testing.T) {
	t.Parallel()
	options := fileOptions()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "data.db"), 0o600, &options)
	mustDo(t, err)
	defer func() { mustDo(t, db.Close()) }()
	entries := func(from, step int) (list []pendingEntry) {
		for n := from; n < 20_000; n += step {
			list = append(list, pendingEntry{orders, string(numberKey(uint64(n))), bytes.Repeat([]byte{1}, 400)})
		}
		return list
	}
	write := func(fn func(*records) error) (pages int) {
		mustDo(t, db.Update(func(file *bolt.Tx) error {
			bucket, err := file.CreateBucketIfNotExists(accountsBucket)
			file.OnCommit(func() { stats := file.Stats(); pages = int(stats.GetPageCount()) })
			return errors.Join(err, fn(accountIn(bucket, theAccount)))
		}))
		return pages
	}
	whole := write(func(stored *records) error {
		_, err := stored.applySome(entries(0, 2), 1) // one place, because the bucket is empty
		return err
	})
	count := 0
	few := write(func(stored *records) (err error) {
		count, err = stored.applySome(entries(1, 40), 50)
		return err
	})
	if whole < 200 || count != 50 || few > 70 {
		t.Errorf("got %d pages for all entries, then %d entries with %d pages, want 50 with little more", whole, count, few)
	}
}

var fullOrders = arguments.Int("orders", 0, "how many orders TestSeedingNeedsLittleMemory seeds with the usual parts, such as 1000000")

const seededOrders = "COMMERCE_SANDBOX_TEST_SEEDED" // how many orders a process seeds

// A seeding needs the memory of a few parts, however many orders it has. A process
// of its own measures it, because its heap never shrinks.
func TestSeedingNeedsLittleMemory(t *testing.T) {
	if orders := os.Getenv(seededOrders); orders != "" {
		printHeap(t, orders)
		return
	}
	t.Parallel()
	if *fullOrders > 0 {
		if heap := heapFor(t, *fullOrders); heap > 250 {
			t.Errorf("got a heap of %d MB for %d orders, want at most 250 MB", heap, *fullOrders)
		}
		return
	}
	few, many := heapFor(t, 100), heapFor(t, 4000) // 3,900 orders take 51 MB
	if many > few+25 {                             // because a busy machine collects garbage late
		t.Errorf("got a heap of %d MB for 100 orders and %d MB for 4000, want at most 25 MB more", few, many)
	}
}

// heapFor returns the heap, in MB, of a process after it has seeded the orders.
func heapFor(t *testing.T, orders int) (heap int) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestSeedingNeedsLittleMemory$", fmt.Sprintf("-orders=%d", *fullOrders))
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%d", seededOrders, orders))
	out, err := child.Output()
	if _, scanned := fmt.Sscanf(string(out), "heap %d", &heap); err != nil || scanned != nil {
		t.Fatalf("got %v:\n%s", err, out)
	}
	t.Logf("a heap of %d MB for %d orders", heap, orders)
	return heap
}

// printHeap seeds an account, resets it and opens a second one.
func printHeap(t *testing.T, count string) {
	_, db := newStore(t)
	var orders int
	_, err := fmt.Sscan(count, &orders)
	mustDo(t, err)
	seed := aWorld(orders)
	if *fullOrders == 0 {
		db.parts = partLimits{bytes: 256 << 10, places: 64, scattered: 2 << 20}
	} else {
		world, err := (&worlds.Library{}).Load("default")
		mustDo(t, err)
		records, err := world.Build(worlds.BuildRequest{Merchant: theAccount, Now: noon, Seed: 1, Orders: orders})
		mustDo(t, err)
		seed = records.Write
	}
	mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, seed))
	saveSnapshot(t, db, "copy")
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "SECOND", Document: []byte(`{}`)}, seed))
	mustDo(t, db.RestoreSnapshot(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, "copy"))
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("heap %d\n", m.HeapSys>>20)
}

// The records of scattered tables wait for the last part, or until they take much memory.
func TestScatteredRecordsWait(t *testing.T) {
	t.Parallel()
	for scattered, waits := range map[int]bool{2 << 20: true, 4 << 10: false} {
		_, db := newSmallStore(t)
		db.parts.scattered = scattered
		mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "NEW", Document: []byte(`{}`)}, func(tx commerce.Tx) error {
			err := aWorld(manyOrders)(tx)
			mustDo(t, db.view(func(file *bolt.Tx) error {
				staged := file.Bucket(stagingBucket).Bucket(numberKey(1)).Bucket([]byte("NEW"))
				if sold, subs := keysOf(staged, orders), keysOf(staged, subscriptions); sold == 0 || (subs == 0) != waits {
					t.Errorf("%d bytes: got %d orders and %d subscriptions in the first parts", scattered, sold, subs)
				}
				return nil
			}))
			return err
		}))
	}
}

// A seeding whose file closes meanwhile fails with the caller's error. The next start
// removes its parts.
func TestASeedingInAClosingFile(t *testing.T) {
	t.Parallel()
	db, err := Open(Options{Lifetime: Ephemeral})
	mustDo(t, err)
	db.parts = smallParts()
	err = db.CreateAccount(t.Context(), accountRecord{Code: theAccount}, func(tx commerce.Tx) error {
		err := aWorld(manyOrders)(tx)
		db.writer.close()
		return errors.Join(err, errOwn)
	})
	if !errors.Is(err, errOwn) || errors.Is(err, ErrClosed) {
		t.Errorf("got %v, want only %v", err, errOwn)
	}
	mustDo(t, db.Close())
}

// keysOf returns how many keys a table has in the file.
func keysOf(account *bolt.Bucket, in tableID) (n int) {
	for key := range entriesFrom(account, in.key(nil)) {
		if tableID(key[0]) != in {
			break
		}
		n++
	}
	return n
}
