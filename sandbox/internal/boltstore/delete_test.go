package boltstore

import (
	"errors"
	"path/filepath"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// everyRecord writes two of each kind, the second in no relation to the first.
func everyRecord(tx commerce.Tx) error {
	var faults []error
	for n := range 2 {
		order := anOrder(n + 1)
		order.PurchaseOrder = &record.PurchaseOrder{Forms: []record.Form{record.Form{FileName: "f"}.WithContent([]byte{1})}}
		external := string(rune('A' + n))
		faults = append(faults, tx.Products().PutProduct(record.Product{Code: "P" + external}), tx.Products().PutPartner(record.Partner{Code: "N" + external}),
			tx.Customers().Put(record.Customer{Reference: int64(7 + n), ExternalReference: &external}),
			tx.Orders().Put(order), tx.Subscriptions().Put(aSubscription("S"+external, int64(7+n), order)),
			tx.Campaigns().Put(aCampaign(n+1, "P"+external, "R")),
			tx.Handles().Put("h"+external, record.Handle{Kind: "order", IDs: map[string]string{"OrderReference": order.Order.RefNo}}))
	}
	return errors.Join(faults...)
}

// deleteFirst deletes the first record of each kind, owned ones before their owner.
func deleteFirst(tx commerce.Tx) error {
	return errors.Join(tx.Subscriptions().Delete("SA"), tx.Orders().Delete("200000001"), tx.Customers().Delete(7),
		tx.Campaigns().Delete(aCampaign(1, "PA", "R").Code), tx.Products().DeleteProduct("PA"), tx.Products().DeletePartner("NA"), tx.Handles().Delete("hA"))
}

// TestDeletesLeaveNoTrace deletes records of each kind, twice, and compares the tables with those
// of an account without them from the start. A snapshot from before has them all.
func TestDeletesLeaveNoTrace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	one := accounts.Record{Code: theAccount, Document: []byte("{}")}
	mustDo(t, db.CreateAccount(t.Context(), one, everyRecord))
	saveSnapshot(t, db, "before")
	before, err := countsIn(db.Account(theAccount))
	mustDo(t, err)
	changes, err := db.Account(theAccount).Update(deleteFirst)
	mustDo(t, err)
	for _, c := range changes {
		if c.Before == nil || c.After != nil {
			t.Errorf("got the change %+v of a deletion", c)
		}
	}
	if len(changes) != 7 {
		t.Errorf("got %d changes, want 7", len(changes))
	}
	if again, err := db.Account(theAccount).Update(deleteFirst); err != nil || len(again) != 0 {
		t.Errorf("the second time: got %d changes, %v", len(again), err)
	}
	mustDo(t, errors.Join(db.Check(), db.Close()))
	db = openFile(t, Options{Path: path, NoSync: true})
	mustDo(t, errors.Join(db.Check(), db.Check()))
	want := commerce.Counts{Orders: 1, Campaigns: 1, Customers: 1, Subscriptions: 1, Products: 1, Partners: 1}
	if got, err := countsIn(db.Account(theAccount)); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	look(t, db.Account(theAccount), func(tx commerce.Tx) {
		if _, is := tx.Customers().ByExternal("A"); is {
			t.Error("the external reference of a deleted customer is still there")
		}
		if _, is := tx.Orders().Form("200000001", 0); is {
			t.Error("a form of a deleted order is still there")
		}
		if tx.Last(commerce.OrderReferences) != 200000002 {
			t.Error("a sequence went back")
		}
	})
	mustDo(t, db.RestoreSnapshot(t.Context(), one, "before"))
	if got, err := countsIn(db.Account(theAccount)); err != nil || got != before {
		t.Errorf("got %+v, %v back, want %+v", got, err, before)
	}
	mustDo(t, errors.Join(db.Check(), db.Close()))
}

// TestAnOrderWithSubscriptionsStays deletes an order before its subscription.
func TestAnOrderWithSubscriptionsStays(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	update(t, s, everyRecord)
	if _, err := s.Update(func(tx commerce.Tx) error { return tx.Orders().Delete("200000001") }); err == nil {
		t.Error("an order with a subscription was deleted")
	}
	mustDo(t, db.Check())
}
