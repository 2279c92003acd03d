package commerce_test

import (
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestSubscriptionReference makes references of the lines of many orders, each another one,
// and the same ones in every version.
func TestSubscriptionReference(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for order := range uint64(500) {
		for line := range commerce.MaxLines {
			reference := commerce.SubscriptionReference(1_000_000+order, line)
			if len(reference) != 10 || seen[reference] {
				t.Fatalf("line %d of order %d: got %q, again or with another length", line, order, reference)
			}
			seen[reference] = true
		}
	}
	for want, line := range map[string]int{"A3NEGY2SWM": 0, "1NBXVRNS01": 1, "5W6X16S1DV": 99} {
		if got := commerce.SubscriptionReference(1_000_001, line); got != want {
			t.Errorf("line %d: got %q, want %q", line, got, want)
		}
	}
}

// TestLinesBeginSubscriptions completes an order of two products with subscriptions, and of
// one without between them.
func TestLinesBeginSubscriptions(t *testing.T) {
	t.Parallel()
	price := map[string]record.Money{"EUR": record.Cents(10_00)}
	shop := openShop(t, commerce.World{
		Products: []record.Product{
			{Code: "YEARLY", Months: 12, Prices: price, UpgradeProducts: []string{"MONTHLY"}}, {Code: "MONTHLY", Months: 1, Prices: price}, {Code: "BOOK", Prices: price},
		},
		Partners:  []record.Partner{{Code: "NORTH", Currency: "EUR"}},
		Customers: slices.Values([]record.Customer{{Reference: 7}}),
	})
	placed, _, err := shop.PlaceOrder(commerce.Terms{Now: noon}, commerce.OrderDraft{
		Status: catalog.Complete, Customer: "7", Partner: "NORTH",
		Lines: []commerce.DraftLine{{Code: "YEARLY", Quantity: 1}, {Code: "BOOK", Quantity: 1}, {Code: "MONTHLY", Quantity: 3}},
	})
	must(t, err)
	var got []record.Subscription
	must(t, shop.View(func(tx commerce.Tx) error {
		stored, _, err := tx.Orders().Get(placed.RefNo)
		for _, item := range stored.Order.Items {
			for _, shown := range item.ProductDetails.Subscriptions {
				begun, _, err := tx.Subscriptions().Get(shown.SubscriptionReference)
				if err != nil {
					return err
				}
				begun.Reference = ""
				got = append(got, begun)
			}
		}
		return err
	}))
	begins := record.Subscription{Customer: 7, Partner: "NORTH", Order: placed.RefNo, StartDate: record.At(noon), Enabled: true}
	yearly, monthly := begins, begins
	yearly.Product, yearly.Quantity, yearly.Upgradable, yearly.ExpirationDate = "YEARLY", 1, true, record.At(noon.AddDate(1, 0, 0))
	monthly.Product, monthly.Quantity, monthly.ExpirationDate = "MONTHLY", 3, record.At(noon.AddDate(0, 1, 0))
	same(t, "subscriptions", got, []record.Subscription{yearly, monthly})
}
