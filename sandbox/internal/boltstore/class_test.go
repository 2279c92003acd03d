package boltstore

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
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
	for upgrade, want := range map[string]int{"": 0, "1000001": 0, "1000002": 1, "x": 0} {
		if got := upgradeEntries(&record.Subscription{Reference: "A", Order: "1000001", UpgradeOrder: upgrade}); len(got) != want {
			t.Errorf("%q: got %d entries, want %d", upgrade, len(got), want)
		}
	}
}
