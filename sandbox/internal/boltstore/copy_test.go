package boltstore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// snapshotOf returns all records of a snapshot without its description.
func snapshotOf(t *testing.T, db *DB, code, name string) map[string]string {
	t.Helper()
	all := contents(t, db, func(file *bolt.Tx) *bolt.Bucket {
		return file.Bucket(snapshotsBucket).Bucket([]byte(code)).Bucket([]byte(name))
	})
	if _, described := all[string(description.key(nil))]; !described {
		t.Errorf("the snapshot %s has no description", name)
	}
	delete(all, string(description.key(nil)))
	return all
}

// A snapshot of many parts has the records of its account, and restoring gives them
// back. Both replace the earlier ones.
func TestLargeSnapshots(t *testing.T) {
	t.Parallel()
	store, db := newSmallStore(t)
	document := accountRecord{Code: theAccount, Document: []byte(`{}`)}
	update(t, store, put(anOrder(0)))
	saveSnapshot(t, db, "copy")
	mustDo(t, db.ReplaceAccount(t.Context(), document, aWorld(manyOrders)))
	want := recordsOf(t, db, theAccount)
	counts, err := countsIn(store)
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
	if got := stagedIn(t, db); got != 0 || db.drafts.Load() != 3 {
		t.Errorf("got %d parts in the staging bucket after %d stagings, want none after 3", got, db.drafts.Load())
	}
}

// copyAccount copies the account to a snapshot, and returns the counts of the copy. It calls
// fn before each part.
func copyAccount(ctx context.Context, db *DB, fn func()) (counts commerce.Counts, err error) {
	release, err := db.turns.Alone(ctx, theAccount)
	if err != nil {
		return counts, err
	}
	defer release()
	d := db.draft(ctx, theAccount, snapshotsBucket, []byte(theAccount), []byte("copy"))
	err = d.write(func(commerce.Tx) (err error) {
		err = d.copy(func(file *bolt.Tx) (*records, error) {
			fn()
			return account(file, theAccount)
		})
		counts = commerce.CountsOf(d.tx.Lists())
		return errors.Join(err, d.tx.table(description).put(nil, []byte(`{"name":"copy"}`)))
	}, nil, func(file *bolt.Tx) error { _, err := d.place(file); return err })
	return counts, err
}

// A copy in many parts has the counts of its records.
func TestACopyCountsItsRecords(t *testing.T) {
	t.Parallel()
	_, db := newSmallStore(t)
	mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(manyOrders)))
	got, err := copyAccount(t.Context(), db, func() {})
	mustDo(t, err)
	want := commerce.Counts{Orders: manyOrders, Customers: manyOrders / 4, Subscriptions: manyOrders, Campaigns: 20}
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// started is an update of one order. It returns the channel of its error.
func started(db *DB, code string, n int) <-chan error {
	done := make(chan error, 1)
	go func() { done <- lastly(db.Account(code).Update(put(anOrder(n)))) }()
	return done
}

// While a large account is copied, other accounts are written. Updates of the account
// itself wait, otherwise the copy would have a part of them. A process killed meanwhile
// leaves nothing of the copy.
func TestOthersWriteWhileAnAccountIsCopied(t *testing.T) {
	t.Parallel()
	db := openFor(t, Options{Path: filepath.Join(t.TempDir(), "data.db"), NoSync: true})
	db.parts = smallParts()
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "OTHER", Document: []byte(`{}`)}, nothing))
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(manyOrders)))
	want := recordsOf(t, db, theAccount)
	var others, own []<-chan error
	var left []byte
	_, err := copyAccount(t.Context(), db, func() {
		if len(others) == 5 {
			left = readFile(t, db.path)
		}
		others, own = append(others, started(db, "OTHER", len(others))), append(own, started(db, theAccount, len(own)))
		mustDo(t, <-others[len(others)-1])
		for _, update := range own {
			select {
			case err := <-update:
				t.Errorf("an update of the account ended during the copy, %v", err)
			default:
			}
		}
	})
	mustDo(t, err)
	if len(others) < 10 {
		t.Fatalf("got %d parts, want more", len(others))
	}
	for _, update := range own {
		mustDo(t, <-update)
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
	parts := 0
	_, err := copyAccount(ctx, db, func() {
		if parts++; parts == 3 {
			cancel()
		}
	})
	expectError(t, "a canceled copy", err, context.Canceled)
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
	answered := make(chan error)
	end, err := db.turns.Alone(t.Context(), theAccount)
	mustDo(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	expectError(t, "a canceled write", db.SaveAccount(ctx, accountRecord{Code: theAccount}), context.Canceled)
	db.turns.Patience = time.Nanosecond
	for what, call := range map[string]func() error{
		"save":     func() error { return db.SaveAccount(t.Context(), accountRecord{Code: theAccount}) },
		"replace":  func() error { return db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount}, nothing) },
		"delete":   func() error { return db.DeleteAccount(t.Context(), theAccount) },
		"snapshot": func() error { return trySnapshot(t, db, "copy") },
		"forget":   func() error { return db.DeleteSnapshot(t.Context(), theAccount, "copy") },
		"restore":  func() error { return db.RestoreSnapshot(t.Context(), accountRecord{Code: theAccount}, "earlier") },
		"extend":   func() error { return lastly(store.Extend(t.Context(), 1<<30, put(anOrder(2)))) },
	} {
		expectError(t, what, call(), accounts.ErrBusy) // because the copy takes too long
	}
	db.turns.Patience = 0
	go func() { answered <- lastly(store.Update(put(anOrder(1)))) }()
	select {
	case err := <-answered:
		t.Errorf("got %v before the copy ended", err)
	default:
	}
	end()
	mustDo(t, <-answered)
}
