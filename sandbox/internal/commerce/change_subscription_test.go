package commerce_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestEnableSubscriptionByHand enables only a subscription of a completed order, and makes
// an enabled one upgradable.
func TestEnableSubscriptionByHand(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		order   catalog.Status
		enabled bool // before
		change  commerce.SubscriptionChange
		want    string // enabled, upgradable and the error
	}{
		"enabled":         {catalog.Complete, false, commerce.SubscriptionChange{Enabled: new(true)}, "true false <nil>"},
		"stays enabled":   {catalog.Refund, true, commerce.SubscriptionChange{Enabled: new(true)}, "true false <nil>"},
		"stays disabled":  {catalog.Refund, false, commerce.SubscriptionChange{Enabled: new(false)}, "false false <nil>"},
		"of a refund":     {catalog.Refund, false, commerce.SubscriptionChange{Enabled: new(true)}, "false false enabled cannot become true: its order 1000001 is REFUND, and only one that is COMPLETE has enabled subscriptions"},
		"upgradable":      {catalog.Complete, true, commerce.SubscriptionChange{Upgradable: new(true)}, "true true <nil>"},
		"both":            {catalog.Complete, false, commerce.SubscriptionChange{Enabled: new(true), Upgradable: new(true)}, "true true <nil>"},
		"only upgradable": {catalog.Complete, false, commerce.SubscriptionChange{Upgradable: new(true)}, "false false upgradable cannot become true: it is disabled"},
	} {
		s := sold("S1", func(s *record.Subscription) { s.Enabled, s.Upgradable = test.enabled, false })
		shop := openShop(t, commerce.World{
			Products: upgradeProducts(), Partners: []record.Partner{{Code: "NORTH", Currency: "EUR"}}, Subscriptions: slices.Values([]record.Subscription{s}),
			Orders: slices.Values([]record.StoredOrder{{Order: record.Order{RefNo: "1000001", Status: test.order, OrderDate: s.StartDate}}}),
		})
		_, err := shop.ChangeSubscription(commerce.Terms{Now: noon}, "S1", test.change)
		after := subscription(t, shop, "S1")
		if got := fmt.Sprint(after.Enabled, after.Upgradable, err); got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}

// TestOrdersShowSubscriptions changes how an order shows a subscription: a disabled one no
// longer renews.
func TestOrdersShowSubscriptions(t *testing.T) {
	t.Parallel()
	later := record.At(moved.AddDate(2, 0, 0))
	for _, test := range map[string]struct {
		change commerce.SubscriptionChange
		want   func(*record.ItemSubscription)
	}{
		"disabled": {commerce.SubscriptionChange{Enabled: new(false)}, func(s *record.ItemSubscription) { s.Enabled, s.RecurringEnabled = false, false }},
		"longer":   {commerce.SubscriptionChange{ExpirationDate: &later.Time}, func(s *record.ItemSubscription) { s.ExpirationDate = later }},
	} {
		order, want := finishOrder(aPendingOrder()), finishOrder(aPendingOrder())
		shop := openShop(t, commerce.World{Orders: slices.Values([]record.StoredOrder{order}), Subscriptions: slices.Values([]record.Subscription{theSubscription()})})
		must(t, lastly(shop.ChangeSubscription(commerce.Terms{Now: moved}, begun, test.change)))
		test.want(&want.Order.Items[0].ProductDetails.Subscriptions[0])
		checkOrder(t, shop, want)
	}
}
