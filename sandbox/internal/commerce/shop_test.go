package commerce_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// merchant is the account's code for every shop of openShop.
const merchant = "SHOP"

// openShop opens a shop with a world. A world without orders or subscriptions has
// none.
func openShop(t testing.TB, world commerce.World) *commerce.Shop {
	t.Helper()
	return commerce.NewShop(merchant, openStore(t, world))
}

// openStore opens the store of a shop. In the end it checks its indexes against its
// records.
func openStore(t testing.TB, world commerce.World) commerce.Store {
	t.Helper()
	db, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "shop.db"), NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if world.Orders == nil {
		world.Orders = slices.Values([]record.StoredOrder{})
	}
	if world.Subscriptions == nil {
		world.Subscriptions = slices.Values([]record.Subscription{})
	}
	if err := db.CreateAccount(t.Context(), account.Record{Code: merchant}, world.Write); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(db.Check(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	return db.Account(merchant)
}

// orderShop opens a shop with these orders.
func orderShop(t testing.TB, orders ...record.StoredOrder) *commerce.Shop {
	t.Helper()
	return openShop(t, commerce.World{Orders: slices.Values(orders)})
}

// checkOrder compares a whole order of a shop, with its internals.
func checkOrder(t testing.TB, shop *commerce.Shop, want record.StoredOrder) {
	t.Helper()
	err := shop.View(func(tx commerce.Tx) error {
		stored, _, err := tx.Orders().Get(want.Order.RefNo)
		got, want := encoded(t, stored.Order, stored.OrderInternals), encoded(t, want.Order, want.OrderInternals)
		if string(got) != string(want) {
			t.Errorf("got order\n%s\nwant\n%s", got, want)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
