package boltstore

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestRecordsAreRestoredFromChanges changes records of every kind, and restores them
// in a preview and then in the store.
func TestRecordsAreRestoredFromChanges(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	verbatim, plain := verbatimOrder(t), anOrder(2)
	plain.PurchaseOrder = &record.PurchaseOrder{Forms: []record.Form{record.Form{FileName: "b"}.WithContent([]byte("other form"))}}
	text := `{"Score":1.0,"AvangateCustomerReference":41,"Email":"a@example.test"}`
	foreign := record.Customer{Text: text}
	mustDo(t, record.DecodeText([]byte(text), &foreign))
	update(t, s, func(tx commerce.Tx) error {
		return errors.Join(put(verbatim, plain)(tx), tx.Customers().Put(foreign), tx.Campaigns().Put(aCampaign(1, "P", "R")))
	})
	changes := update(t, s, func(tx commerce.Tx) error {
		order, _, err := tx.Orders().Get("200000001")
		order.Order.Status, order.Proforma = "CANCELED", "P1"
		new := anOrder(3)
		new.PurchaseOrder = &record.PurchaseOrder{Forms: []record.Form{record.Form{FileName: "a"}.WithContent([]byte("form"))}}
		return errors.Join(err, put(order, new)(tx), tx.Orders().Delete("200000002"), tx.Customers().Delete(41), tx.Customers().Put(*aCustomer(42, "X")),
			tx.Subscriptions().Put(aSubscription("SUB", 42, new)), tx.Campaigns().Delete(aCode(1)), tx.Campaigns().Put(aCampaign(2, "P", "R")),
			tx.Campaigns().PutSettings(record.UpsellSettings{UpsellingDisplayType: "overlay"}), tx.Products().PutProduct(record.Product{Code: "P"}),
			tx.Products().PutPartner(record.Partner{Code: "Q"}), tx.Handles().Put("h", record.Handle{Kind: "order"}))
	})
	kinds := map[string]bool{}
	for _, c := range changes {
		kinds[c.Kind] = true
	}
	if len(kinds) != 8 {
		t.Errorf("got changes of %v, want every kind", kinds)
	}
	check := func(tx commerce.Tx, image func(commerce.Change) []byte) {
		for _, c := range changes {
			got, err := tx.Image(c.Kind, c.ID)
			if want := image(c); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s %s: got %s, %v, want %s", c.Kind, c.ID, got, err, want)
			}
		}
	}
	undo := func(tx commerce.Tx) (err error) {
		for _, c := range slices.Backward(changes) {
			err = errors.Join(err, tx.Restore(c.Kind, c.ID, c.Before))
		}
		check(tx, func(c commerce.Change) []byte { return c.Before })
		return err
	}
	_, err := s.Preview(undo)
	mustDo(t, err)
	look(t, s, func(tx commerce.Tx) {
		check(tx, func(c commerce.Change) []byte { return c.After })
	})
	update(t, s, undo)
	mustDo(t, db.Check())
	update(t, s, func(tx commerce.Tx) (err error) {
		for _, c := range changes {
			err = errors.Join(err, tx.Restore(c.Kind, c.ID, c.After))
		}
		return err
	})
	mustDo(t, db.Check())
}

func TestWrongImagesAreRejected(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for kind, test := range map[string]struct{ image, want string }{
		"order": {`{"RefNo":"1"}`, "its image has no sandbox"}, "nothing": {"{}", `unknown kind of record "nothing"`},
		"customer": {"x", "cannot be restored"}, "campaign": {"]", "cannot be restored"}, "handle": {"1", "cannot be restored"},
	} {
		_, err := s.Preview(func(tx commerce.Tx) error { return tx.Restore(kind, "1", []byte(test.image)) })
		expectText(t, kind, err, test.want)
	}
	if _, err := s.Preview(func(tx commerce.Tx) error { return tx.Restore("nothing", "1", nil) }); err == nil {
		t.Error("a record of an unknown kind was removed")
	}
	look(t, s, func(tx commerce.Tx) {
		if _, err := tx.Image("nothing", "1"); err == nil {
			t.Error("got an image of an unknown kind")
		}
	})
}
