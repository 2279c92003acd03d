package commerce_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// ordersShop opens a shop with these orders, and checks in the end that its
// indexes agree with its records.
func ordersShop(t testing.TB, orders ...commerce.Order) *commerce.Shop {
	t.Helper()
	db, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "shop.db")})
	if err != nil {
		t.Fatal(err)
	}
	var records []commerce.OrderRecord
	for _, o := range orders {
		records = append(records, commerce.OrderRecord{Order: o})
	}
	world := commerce.World{Orders: slices.Values(records), Subscriptions: slices.Values([]commerce.Subscription{})}
	if err := db.CreateAccount(t.Context(), account.Record{Code: "ORDERS"}, world.Write); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(db.Check(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	return commerce.NewShop("ORDERS", db.Account("ORDERS"))
}
