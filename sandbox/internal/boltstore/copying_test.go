package boltstore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	bolt "go.etcd.io/bbolt"
)

// snapshotOf returns all records of a snapshot without its name.
func snapshotOf(t *testing.T, db *DB, code, name string) map[string]string {
	t.Helper()
	all := contents(t, db, func(file *bolt.Tx) *bolt.Bucket {
		return file.Bucket(snapshotsBucket).Bucket([]byte(code)).Bucket([]byte(name))
	})
	if _, named := all[string(snapshotName.key(nil))]; !named {
		t.Errorf("the snapshot %s has no name", name)
	}
	delete(all, string(snapshotName.key(nil)))
	delete(all, string(aboutKey))
	return all
}

// A snapshot of many chunks has the records of its account, and restoring gives them
// back. Both replace the earlier ones.
func TestLargeSnapshots(t *testing.T) {
	t.Parallel()
	store, db := newSmallStore(t)
	document := accountRecord{Code: theAccount, Document: []byte(`{}`)}
	update(t, store, put(anOrder(0)))
	saveSnapshot(t, db, "copy")
	mustDo(t, db.ReplaceAccount(t.Context(), document, aWorld(manyOrders)))
	want := recordsOf(t, db, theAccount)
	counts, err := store.Count()
	mustDo(t, err)
	saved, err := db.SaveSnapshot(t.Context(), theAccount, accounts.Snapshot{Name: "copy"})
	if err != nil || *saved.Counts != counts {
		t.Errorf("got counts %+v, %v, want %+v", saved.Counts, err, counts)
	}
	equal(t, "the snapshot", snapshotOf(t, db, theAccount, "copy"), want)
	mustDo(t, db.ReplaceAccount(t.Context(), document, put(anOrder(1))))
	mustDo(t, db.RestoreSnapshot(t.Context(), document, "copy"))
	equal(t, "the restored account", recordsOf(t, db, theAccount), want)
	equal(t, "the snapshot after it was restored", snapshotOf(t, db, theAccount, "copy"), want)
	if got := stagedIn(t, db); got != 0 || db.stagings.Load() != 3 {
		t.Errorf("got %d parts in the staging bucket after %d stagings, want none after 3", got, db.stagings.Load())
	}
}

// betweenChunks returns a copying of the account. It calls fn before each chunk, on the
// writer's goroutine.
func betweenChunks(fn func(file *bolt.Tx)) *copying {
	return &copying{
		code: theAccount, name: []byte("copy"),
		from: func(file *bolt.Tx) (*records, error) {
			fn(file)
			return account(file, theAccount)
		},
		finish: func(to *records, _ tableCounts) error { return nameSnapshot(to, "copy") },
		replace: func(file *bolt.Tx) (*bolt.Bucket, error) {
			return file.Bucket(snapshotsBucket).CreateBucketIfNotExists([]byte(theAccount))
		},
		replaced: func(*bolt.Tx) *bolt.Bucket { return nil },
	}
}

// A copy in many chunks ends with the numbers of all its keys.
func TestACopyCountsItsKeys(t *testing.T) {
	t.Parallel()
	_, db := newSmallStore(t)
	mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(manyOrders)))
	var got, want tableCounts
	copied := betweenChunks(func(*bolt.Tx) {})
	copied.finish = func(to *records, keys tableCounts) error {
		got = keys
		return nameSnapshot(to, "copy")
	}
	mustDo(t, copied.run(t.Context(), db))
	for key := range recordsOf(t, db, theAccount) {
		want[key[0]]++
	}
	if got != want || want[orders] == 0 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// queued is an update of one order, waiting for the writer.
func queued(db *DB, code string, n int) *call {
	c := &call{done: make(chan error, 1), plan: func(file *bolt.Tx) (work, error) {
		stored, err := db.writable(file, code)
		if err != nil {
			return work{}, err
		}
		order := updateTx(stored)
		return work{apply: func(*bolt.Tx) error { return order.apply(stored) }}, order.Orders().Put(anOrder(n))
	}}
	db.writer.mu.Lock()
	defer db.writer.mu.Unlock()
	db.writer.waiting = append(db.writer.waiting, c)
	return c
}

// While a large account is copied, other accounts are written. Updates of the account
// itself wait, otherwise the copy would have a part of them. A process killed meanwhile
// leaves nothing of the copy.
func TestOthersWriteWhileAnAccountIsCopied(t *testing.T) {
	t.Parallel()
	db := openFor(t, Options{Path: filepath.Join(t.TempDir(), "data.db"), NoSync: true})
	db.chunks = smallChunks()
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "OTHER", Document: []byte(`{}`)}, nothing))
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(manyOrders)))
	want := recordsOf(t, db, theAccount)
	var others, own []*call
	var left []byte
	copied := betweenChunks(func(*bolt.Tx) {
		if len(others) == 5 {
			left = readFile(t, db.path)
		}
		others, own = append(others, queued(db, "OTHER", len(others))), append(own, queued(db, theAccount, len(own)))
	})
	mustDo(t, copied.run(t.Context(), db))
	mustDo(t, db.SaveScenario(t.Context(), "last", nil)) // now all calls are answered
	if len(others) < 10 {
		t.Fatalf("got %d chunks, want more", len(others))
	}
	for n := range others[1:] {
		var wait *beingCopied
		if err := <-others[n].done; err != nil {
			t.Errorf("update %d of the other account: got error %v", n, err)
		}
		if err := <-own[n].done; !errors.As(err, &wait) {
			t.Errorf("update %d of the account: got error %v, want it to wait", n, err)
		}
	}
	equal(t, "the snapshot", snapshotOf(t, db, theAccount, "copy"), want)

	path := filepath.Join(t.TempDir(), "left.db")
	mustDo(t, os.WriteFile(path, left, 0o600))
	killed := openFor(t, Options{Path: path, NoSync: true})
	equal(t, "the account after a kill", recordsOf(t, killed, theAccount), want)
	if names, err := killed.Snapshots(theAccount); err != nil || names != nil || stagedIn(t, killed) != 0 {
		t.Errorf("got snapshots %+v, %v and %d parts in the staging bucket after a kill, want none", names, err, stagedIn(t, killed))
	}
}

// A copy ended too early leaves nothing, and updates continue.
func TestAFailedCopyLeavesNothing(t *testing.T) {
	t.Parallel()
	_, db := newSmallStore(t)
	mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(manyOrders)))
	ctx, cancel := context.WithCancel(t.Context())
	chunks := 0
	broken := betweenChunks(func(*bolt.Tx) {
		if chunks++; chunks == 3 {
			cancel()
		}
	})
	if err := broken.run(ctx, db); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
	if names, err := db.Snapshots(theAccount); err != nil || names != nil || stagedIn(t, db) != 0 {
		t.Errorf("got snapshots %+v, %v and %d parts in the staging bucket, want none", names, err, stagedIn(t, db))
	}
	update(t, db.Account(theAccount), put(anOrder(1)))
}

// An update of an account that waits for a copy runs when the copy ends.
func TestUpdatesWaitForACopy(t *testing.T) {
	t.Parallel()
	store, db := newSmallStore(t)
	saveSnapshot(t, db, "earlier")
	ended, answered := make(chan struct{}), make(chan error)
	db.copies.begin(theAccount, ended)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := db.SaveAccount(ctx, accountRecord{Code: theAccount}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
	db.patience = 0
	for what, call := range map[string]func() error{
		"save":     func() error { return db.SaveAccount(t.Context(), accountRecord{Code: theAccount}) },
		"replace":  func() error { return db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount}, nothing) },
		"delete":   func() error { return db.DeleteAccount(t.Context(), theAccount) },
		"snapshot": func() error { return trySnapshot(t, db, "copy") },
		"forget":   func() error { return db.DeleteSnapshot(t.Context(), theAccount, "copy") },
		"restore":  func() error { return db.RestoreSnapshot(t.Context(), accountRecord{Code: theAccount}, "earlier") },
		"extend":   func() error { return lastly(store.Extend(t.Context(), 1<<30, put(anOrder(2)))) },
	} {
		if err := call(); !errors.Is(err, accounts.ErrBusy) {
			t.Errorf("%s: got error %v when the copy takes too long, want %v", what, err, accounts.ErrBusy)
		}
	}
	db.patience = accounts.Patience
	go func() { answered <- lastly(store.Update(put(anOrder(1)))) }()
	db.copies.end(theAccount, make(chan struct{})) // of another copy
	select {
	case err := <-answered:
		t.Errorf("got %v before the copy ended", err)
	default:
	}
	db.copies.end(theAccount, ended)
	mustDo(t, <-answered)
}
