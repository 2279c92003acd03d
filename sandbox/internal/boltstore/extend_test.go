package boltstore

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// more writes orders beside aWorld's, from the first number on.
func more(first, count int) func(commerce.Tx) error {
	orders := make([]record.StoredOrder, count)
	for n := range orders {
		orders[n] = anOrder(first + n)
	}
	return put(orders...)
}

// An addition of many parts gives the same records as one transaction, and the same
// changes without their bytes.
func TestAnAdditionOfAnySizeGivesTheSameRecords(t *testing.T) {
	t.Parallel()
	for _, count := range []int{1, manyOrders} {
		small, db := newSmallStore(t)
		update(t, small, aWorld(10))
		large, other := newStore(t)
		update(t, large, aWorld(10))
		got, err := db.Account(theAccount).Extend(t.Context(), 0, more(5, count))
		mustDo(t, err)
		want := update(t, large, more(5, count))
		equal(t, "the account", recordsOf(t, db, theAccount), recordsOf(t, other, theAccount))
		if len(got) != len(want) {
			t.Fatalf("got %d changes, want %d", len(got), len(want))
		}
		for i := range got {
			if got[i].ID != want[i].ID || got[i].Kind != want[i].Kind || (got[i].Before == nil) != (want[i].Before == nil) || (got[i].After == nil) != (want[i].After == nil) {
				t.Errorf("got change %+v, want %+v", got[i], want[i])
			}
		}
		if stagings := int(db.drafts.Load()); stagedIn(t, db) != 0 || stagings != min(1, count-1) {
			t.Errorf("got %d parts in the staging bucket after %d stagings of %d orders", stagedIn(t, db), stagings, count)
		}
		update(t, small, put(anOrder(3000)))
		mustDo(t, db.Check())
	}
}

// Many changes without their bytes are counted by their kind.
func TestManyChangesAreCounted(t *testing.T) {
	t.Parallel()
	small, db := newSmallStore(t)
	update(t, small, aWorld(10))
	got, err := db.Account(theAccount).Extend(t.Context(), 0, more(5, maxListed+20))
	mustDo(t, err)
	listed, others := map[bool]int{}, map[bool]int{} // by whether the order is new
	for _, c := range got {
		listed[c.Before == nil]++
		others[c.Before == nil] += c.Others
	}
	if listed[false] != 5 || listed[true] != maxListed-5 || others[false] != 0 || others[true] != 20 {
		t.Errorf("got %v listed and %v others, want %d and 20", listed, others, maxListed)
	}
}

// While a large addition is written, other accounts are written too, updates of the
// account wait, and nobody sees a part of it.
func TestOthersWriteDuringAnAddition(t *testing.T) {
	t.Parallel()
	store, db := newSmallStore(t)
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "OTHER", Document: []byte(`{}`)}, nothing))
	update(t, store, put(anOrder(0)))
	before, staged := recordsOf(t, db, theAccount), 0
	waited := make(chan error, 1)
	_, err := db.Account(theAccount).Extend(t.Context(), 0, func(tx commerce.Tx) error {
		for n := range manyOrders {
			if err := tx.Orders().Put(anOrder(n)); err != nil {
				return err
			}
			if stagedIn(t, db) == 0 || n%50 != 49 {
				continue
			}
			if staged++; staged == 1 {
				go func() { waited <- lastly(store.Update(put(anOrder(5000)))) }()
			}
			update(t, db.Account("OTHER"), put(anOrder(n)))
			equal(t, "the account before the addition is whole", recordsOf(t, db, theAccount), before)
		}
		return nil
	})
	mustDo(t, errors.Join(err, <-waited))
	if staged == 0 || bodyOf(t, store, anOrder(5000).Order.RefNo) == nil || bodyOf(t, store, anOrder(manyOrders-1).Order.RefNo) == nil {
		t.Errorf("after %d stagings the account lacks an order", staged)
	}
	mustDo(t, db.Check())
}

// An addition that fails after some parts leaves nothing.
func TestAFailedAdditionLeavesNothing(t *testing.T) {
	t.Parallel()
	store, db := newSmallStore(t)
	update(t, store, put(anOrder(0)))
	before, failure := recordsOf(t, db, theAccount), errors.New("no more")
	ctx, cancel := context.WithCancel(t.Context())
	for name, end := range failingEnds(failure, cancel) {
		add := func(tx commerce.Tx) error { return errors.Join(more(1, manyOrders)(tx), end()) }
		if _, err := db.Account(theAccount).Extend(ctx, 0, add); err == nil {
			t.Errorf("%s: got no error", name)
		}
		equal(t, name, recordsOf(t, db, theAccount), before)
		if got := stagedIn(t, db); got != 0 {
			t.Errorf("%s: got %d parts in the staging bucket, want none", name, got)
		}
	}
	update(t, store, put(anOrder(2)))
	if _, err := db.Account("NONE").Extend(t.Context(), 0, more(1, 1)); err == nil {
		t.Error("got no error for an unknown account")
	}
}

// A process killed during an addition leaves a file that opens as before it.
func TestOpenRemovesAHalfAddition(t *testing.T) {
	t.Parallel()
	db := openFor(t, Options{Path: filepath.Join(t.TempDir(), "data.db"), NoSync: true})
	db.parts = smallParts()
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(10)))
	before := recordsOf(t, db, theAccount)
	var left *DB
	_, err := db.Account(theAccount).Extend(t.Context(), 0, func(tx commerce.Tx) error {
		err := more(20, manyOrders)(tx)
		if left == nil && stagedIn(t, db) == 1 {
			left = openCopy(t, db)
		}
		return err
	})
	mustDo(t, err)
	if left == nil {
		t.Fatal("nothing was staged")
	}
	equal(t, "the account", recordsOf(t, left, theAccount), before)
	if got := stagedIn(t, left); got != 0 {
		t.Errorf("got %d parts in the staging bucket, want none", got)
	}
}
