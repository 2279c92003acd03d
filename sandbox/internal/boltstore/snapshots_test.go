package boltstore

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	bolt "go.etcd.io/bbolt"
)

// A snapshot replaces an earlier one of its name, survives other snapshots, and
// ends with its account.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	doc := accountRecord{Code: theAccount, Document: []byte(`{}`)}
	save := func(name string) { t.Helper(); saveSnapshot(t, db, name) }
	orders := func() []string { t.Helper(); return between(t, s, noon.AddDate(-1, 0, 0), noon) }

	update(t, s, put(anOrder(1)))
	save("one")
	update(t, s, put(anOrder(2)))
	save("two")
	save("one") // now with both orders
	mustDo(t, db.ReplaceAccount(t.Context(), doc, put(anOrder(3))))
	save("two") // now with the third order only
	equalList(t, "names", snapshotNames(t, db), "one", "two")
	for name, want := range map[string][]string{"one": {"200000001", "200000002"}, "two": {"200000003"}} {
		mustDo(t, db.RestoreSnapshot(t.Context(), doc, name))
		equalList(t, name, orders(), want...)
	}
	mustDo(t, db.DeleteSnapshot(t.Context(), theAccount, "one"))
	before := orders()
	for what, err := range map[string]error{
		"restore":              db.RestoreSnapshot(t.Context(), doc, "one"),
		"delete":               db.DeleteSnapshot(t.Context(), theAccount, "one"),
		"delete of no account": db.DeleteSnapshot(t.Context(), "NONE", "two"),
		"view":                 db.ViewSnapshot(t.Context(), theAccount, "one", nothing),
	} {
		expectError(t, what, err, accounts.ErrUnknownSnapshot)
	}
	equalList(t, "after a failed restore", orders(), before...)
	mustDo(t, db.DeleteAccount(t.Context(), theAccount))
	mustDo(t, db.CreateAccount(t.Context(), doc, nothing))
	equalList(t, "the account that was created again", snapshotNames(t, db))
}

// TestNamesOfSnapshots takes names of 1 to 200 bytes.
func TestNamesOfSnapshots(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	for name, valid := range map[string]bool{"": false, strings.Repeat("x", textLimit): true, strings.Repeat("x", textLimit+1): false} {
		err := trySnapshot(t, db, name)
		if valid != (err == nil) || !valid && !strings.HasPrefix(err.Error(), "the name of a snapshot must have 1 to 200 bytes") {
			t.Errorf("a name of %d bytes: got %v", len(name), err)
		}
	}
}

// TestASnapshotIsViewed reads the records of a snapshot beside later ones of its account.
func TestASnapshotIsViewed(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	update(t, s, put(anOrder(1)))
	saveSnapshot(t, db, "one")
	update(t, s, put(anOrder(2)))
	var counts []int
	count := func(tx commerce.Tx) error {
		counts = append(counts, tx.Lists().CountOf(record.OrderKind))
		return nil
	}
	mustDo(t, errors.Join(db.ViewSnapshot(t.Context(), theAccount, "one", count), s.View(count)))
	equalList(t, "orders in the snapshot and the account", counts, 1, 2)
	expectError(t, "a reader", db.ViewSnapshot(t.Context(), theAccount, "one", func(commerce.Tx) error { return errOwn }), errOwn)
	ended, end := context.WithCancel(t.Context())
	end()
	expectError(t, "an ended context", db.ViewSnapshot(ended, theAccount, "one", count), context.Canceled)
}

func saveSnapshot(t *testing.T, db *DB, name string) {
	t.Helper()
	mustDo(t, trySnapshot(t, db, name))
}

func trySnapshot(t *testing.T, db *DB, name string) error {
	_, err := db.SaveSnapshot(t.Context(), theAccount, accounts.Snapshot{Name: name, Time: noon, AccountTime: noon})
	return err
}

func snapshotNames(t *testing.T, db *DB) (names []string) {
	t.Helper()
	list, err := db.Snapshots(theAccount)
	mustDo(t, err)
	for _, s := range list {
		names = append(names, s.Name)
	}
	return names
}

// TestSnapshotsAreDescribed reads the description of a snapshot.
func TestSnapshotsAreDescribed(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	update(t, s, put(anOrder(1)))
	saved, err := db.SaveSnapshot(t.Context(), theAccount, accounts.Snapshot{Name: "one", Time: noon, AccountTime: noon.AddDate(0, 0, 8)})
	mustDo(t, err)
	counts, err := countsIn(s)
	mustDo(t, err)
	same(t, "saved", saved, accounts.Snapshot{Name: "one", Time: noon, AccountTime: noon.AddDate(0, 0, 8), Counts: &counts})
	list, err := db.Snapshots(theAccount)
	mustDo(t, err)
	same(t, "listed", list, []accounts.Snapshot{saved})
	mustDo(t, db.RestoreSnapshot(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, "one"))
}

// TestCount compares the counts with the records of lists.
func TestCount(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	if got, err := countsIn(s); err != nil || got != (commerce.Counts{}) {
		t.Errorf("got %+v, %v of an empty account", got, err)
	}
	mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(40)))
	got, err := countsIn(s)
	mustDo(t, err)
	want := view(t, s, func(tx commerce.Tx) (c commerce.Counts) {
		for range tx.Orders().Between(time.Time{}, noon.AddDate(100, 0, 0)) {
			c.Orders++
		}
		for range tx.Campaigns().Newest() {
			c.Campaigns++
		}
		for range tx.Customers().References() {
			c.Customers++
		}
		for range tx.Subscriptions().References() {
			c.Subscriptions++
		}
		for range tx.Products().ProductCodes() {
			c.Products++
		}
		for range tx.Products().PartnerCodes() {
			c.Partners++
		}
		return c
	})
	if got != want || got.Orders == 0 || got.Subscriptions == 0 {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A snapshot with another name than it was given belongs to another place.
func TestASnapshotOfAnotherName(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	saveSnapshot(t, db, "one")
	updateFile(t, db, func(file *bolt.Tx) error {
		return accountIn(snapshotIn(theAccount, "one")(file), theAccount).put(description.key(nil), []byte(`{"name":"other"}`))
	})
	_, err := db.Snapshots(theAccount)
	failsForDamage(t, err)
}
