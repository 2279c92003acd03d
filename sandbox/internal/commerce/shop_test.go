package commerce_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commercetest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// openShop opens a shop with a world.
func openShop(t testing.TB, world commerce.World) *commerce.Shop {
	t.Helper()
	return commerce.NewShop(commercetest.Merchant, commercetest.OpenStore(t, world))
}

// orderShop opens a shop with these orders.
func orderShop(t testing.TB, orders ...record.StoredOrder) *commerce.Shop {
	t.Helper()
	return openShop(t, commerce.World{Orders: slices.Values(orders)})
}

// checkOrder compares a whole order of a shop, with its internals.
func checkOrder(t testing.TB, shop *commerce.Shop, want record.StoredOrder) {
	t.Helper()
	stored := storedOrder(t, shop, want.Order.RefNo)
	if got, want := encoded(t, stored.Order, stored.OrderInternals), encoded(t, want.Order, want.OrderInternals); string(got) != string(want) {
		t.Errorf("got order\n%s\nwant\n%s", got, want)
	}
}

// storedOrder returns an order of a shop.
func storedOrder(t testing.TB, shop *commerce.Shop, ref string) (r record.StoredOrder) {
	t.Helper()
	must(t, shop.View(func(tx commerce.Tx) (err error) {
		r, _, err = tx.Orders().Get(ref)
		return err
	}))
	return r
}

// same compares two values as a whole.
func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

// lastly returns the error of a change.
func lastly(_ []commerce.Change, err error) error { return err }

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
