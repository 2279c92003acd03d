package commerce_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commercetest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// strayStore gives an order of nobody to every customer, as a damaged index does.
type strayStore struct{ commerce.Store }

type strayTx struct{ commerce.Tx }

type strayOrders struct{ commerce.Orders }

func (s strayStore) Update(fn func(commerce.Tx) error) ([]commerce.Change, error) {
	return s.Store.Update(func(tx commerce.Tx) error { return fn(strayTx{tx}) })
}

func (tx strayTx) Orders() commerce.Orders { return strayOrders{tx.Tx.Orders()} }

func (o strayOrders) OfCustomer(int64) iter.Seq[string] {
	return slices.Values([]string{purchaseOrder})
}

// TestChangeCustomerOfADamagedIndex changes a customer and leaves an order of nobody as it is.
func TestChangeCustomerOfADamagedIndex(t *testing.T) {
	t.Parallel()
	shop := commerce.NewShop(commercetest.Merchant, strayStore{commercetest.OpenStore(t, usedWorld())})
	changes, err := shop.ChangeCustomer(8, func(c *record.Customer) { c.FirstName = "Ida" })
	if err != nil || len(changes) != 1 || changes[0].Kind != record.CustomerKind {
		t.Errorf("got %d changes (%v), want that of the customer", len(changes), err)
	}
}
