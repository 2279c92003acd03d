package boltstore

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestClass packs classes of known and of other words.
func TestClass(t *testing.T) {
	t.Parallel()
	for _, class := range []record.OrderClass{
		{Status: catalog.Complete, ApproveStatus: catalog.Waiting},
		{Status: catalog.Reversed, ApproveStatus: catalog.InvalidData, Test: true},
		{Status: "OTHER", ApproveStatus: catalog.Fraud, Partner: true},
		{Status: catalog.Pending, ApproveStatus: "OWN", Test: true, Partner: true},
		{Status: "OTHER", ApproveStatus: "OWN"},
	} {
		packed := packClass(class)
		of, rest := cutClass(append(packed, "behind"...))
		if got := unpackClass(of); got != class || string(rest) != "behind" {
			t.Errorf("got %+v and %q, want %+v", got, rest, class)
		}
	}
}

// TestUpgradeEntries has an entry for a subscription upgraded by an order, because it does
// not belong to the order yet.
func TestUpgradeEntries(t *testing.T) {
	t.Parallel()
	store, _ := newStore(t)
	own := anOrder(1)
	update(t, store, put(own))
	for upgrade, want := range map[string]int{"": 1, own.Order.RefNo: 1, "1000002": 2, "x": 1} {
		mustDo(t, store.View(func(in commerce.Tx) error {
			got, err := subscriptionStore{in.(*tx)}.entries(&record.Subscription{Reference: "A", Order: own.Order.RefNo, UpgradeOrder: upgrade})
			if len(got) != want {
				t.Errorf("%q: got %d entries, want %d", upgrade, len(got), want)
			}
			return err
		}))
	}
}
