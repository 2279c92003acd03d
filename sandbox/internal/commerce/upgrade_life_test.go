package commerce_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commercetest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestLifeOfAnUpgrade follows an upgrade and compares every view of the
// subscription: its record, both orders and the order list of its customer.
func TestLifeOfAnUpgrade(t *testing.T) {
	t.Parallel()
	w := commercetest.NewSoundWorld(moved)
	w.Subscription.Partner, w.Subscription.Upgradable, w.Subscription.PricingOptions = "NORTH", true, []string{}
	w.Order.Order.PartnerCode = new("NORTH")
	store := commercetest.OpenStore(t, commerce.World{
		Products: []record.Product{
			{Code: "YEARLY", Months: 12, Prices: map[string]record.Money{"EUR": record.Cents(100_00)}, UpgradeProducts: []string{"TEAM"}},
			{Code: "TEAM", Months: 12, Prices: map[string]record.Money{"EUR": record.Cents(300_00)},
				PricingOptions: []record.PricingOption{{Code: "five", Group: "USERS"}}},
		},
		Partners:      []record.Partner{{Code: "NORTH", Name: "Northern Retail", Currency: "EUR"}},
		Customers:     slices.Values([]record.Customer{{Reference: 7}}),
		Orders:        slices.Values([]record.StoredOrder{w.Other, w.Order}),
		Subscriptions: slices.Values([]record.Subscription{w.Subscription}),
	})
	shop, reference := commerce.NewShop(commercetest.Merchant, store), w.Subscription.Reference
	look := func() (v upgradeView) {
		t.Helper()
		err := shop.View(func(tx commerce.Tx) error {
			s, _, err := tx.Subscriptions().Get(reference)
			v.product, v.order, v.upgrading = s.Product, s.Order, s.UpgradeOrder
			return errors.Join(err, ledger.Invariants(tx, moved))
		})
		v.purchase, v.upgrade = shownBy(t, shop, "1000002"), shownBy(t, shop, "1000003")
		found, listed := shop.CustomerOrders(commerce.Terms{Now: moved}, commerce.CustomerOrders{Reference: new(int64(7)), Paging: commerce.Paging{Page: 1, Limit: 10}},
			func(order []byte) { v.listed = append(v.listed, orderIn(t, order).RefNo) })
		if err := errors.Join(err, listed); err != nil || found.Count != len(v.listed) {
			t.Errorf("got %d orders (%v) and the count %d", len(v.listed), err, found.Count)
		}
		return v
	}
	move := func(m commerce.OrderMove) {
		t.Helper()
		must(t, lastly(shop.MoveOrder(commerce.Terms{Now: moved}, "1000003", m)))
	}
	check := func(what string, want upgradeView) {
		t.Helper()
		same(t, what, look(), want)
	}
	before := upgradeView{"YEARLY", "1000002", "", "YEARLY", "", []string{"1000002"}}
	check("before", before)
	upgrade(t, shop, moved, item(reference, "TEAM", "3", "five"))
	before.upgrading = "1000003"
	check("pending", before)
	move(commerce.OrderMove{Status: catalog.AuthReceived})
	check("paid", before)
	move(commerce.OrderMove{Status: catalog.Complete})
	check("complete", upgradeView{"TEAM", "1000003", "", "", "TEAM", []string{"1000003", "1000002"}})
	if got := subscription(t, shop, reference); got.Quantity != 3 || !slices.Equal(got.PricingOptions, []string{"five"}) ||
		!slices.Equal(got.Orders(), []string{"1000002", "1000003"}) || got.StartDate != w.Subscription.StartDate || got.Upgradable {
		t.Errorf("got %+v", got)
	}
	move(commerce.OrderMove{Status: catalog.Refund})
	check("refunded", upgradeView{"TEAM", "1000003", "", "", "TEAM", []string{"1000003", "1000002"}})
}

// upgradeView is the visible state of a subscription and its upgrade.
type upgradeView struct {
	product, order, upgrading string   // of its record
	purchase, upgrade         string   // the product of its line, "" when none shows it
	listed                    []string // the orders of its customer
}

// shownBy returns the product of the line of an order that shows a subscription.
func shownBy(t *testing.T, shop *commerce.Shop, ref string) (product string) {
	t.Helper()
	_ = shop.RetrieveOrder(commerce.Terms{}, ref, func(order []byte) {
		for _, item := range orderIn(t, order).Items {
			for range item.ProductDetails.Subscriptions {
				product += item.Code
			}
		}
	})
	return product
}

func orderIn(t testing.TB, body []byte) (o record.Order) {
	t.Helper()
	must(t, json.Unmarshal(body, &o))
	return o
}

// TestWhyNotUpgradable compares the reason with the operation's refusal.
func TestWhyNotUpgradable(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		change  func(*record.Subscription)
		product string
		want    string
	}{
		{func(*record.Subscription) {}, "TEAM", ""},
		{func(s *record.Subscription) { s.Partner = "" }, "TEAM", "was not sold by a partner"},
		{func(s *record.Subscription) { s.Enabled = false }, "TEAM", "is disabled"},
		{func(s *record.Subscription) { s.ExpirationDate = record.At(noon) }, "TEAM", "expired 2026-10-02 12:00:00"},
		{func(s *record.Subscription) { s.ExpirationDate, s.Lifetime = record.At(noon), true }, "TEAM", ""},
		{func(s *record.Subscription) { s.ExpirationDate = record.At(noon.Add(time.Second)) }, "TEAM", ""},
		{func(s *record.Subscription) { s.UpgradeOrder = "1000001" }, "TEAM", "is upgraded by order 1000001, which is not complete"},
		{func(s *record.Subscription) { s.Upgradable = false }, "TEAM", "cannot be upgraded; its product is BASIC"},
		{func(s *record.Subscription) { s.Partner = "EAST" }, "TEAM", "was sold by partner EAST, whom the account does not have"},
		{func(s *record.Subscription) { s.Product = "GONE" }, "TEAM", "has the product GONE, which the account does not have"},
		{func(s *record.Subscription) { s.Product = "TEAM" }, "PRO", "has the product TEAM, which has no upgrade with a price in EUR, the currency of partner NORTH"},
		{func(s *record.Subscription) { s.Product, s.Partner = "PRO", "WEST" }, "TEAM",
			"has the product PRO, which has no upgrade with a price in USD, the currency of partner WEST"},
	} {
		s := sold("S1", test.change)
		shop := upgradeShop(t, upgradeProducts(), s)
		why := ""
		err := shop.View(func(tx commerce.Tx) (err error) {
			why, err = commerce.WhyNotUpgradable(&s, tx.Products(), noon)
			return err
		})
		if err != nil || why != test.want {
			t.Errorf("got %q and %v, want %q", why, err, test.want)
		}
		_, _, err = shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon}, commerce.Upgrade{Items: []commerce.UpgradeItem{item("S1", test.product, "1")}})
		problem := (*commerce.Problem)(nil)
		if (err == nil) != (why == "") || err != nil && !errors.As(err, &problem) {
			t.Errorf("%q: the operation returns %v", why, err)
		}
	}
}

// TestUpgradeBesideOthers completes the upgrade of two of three subscriptions of a line,
// after the fourth one was deleted by hand.
func TestUpgradeBesideOthers(t *testing.T) {
	t.Parallel()
	w := commercetest.NewSoundWorld(moved)
	line := &w.Order.Order.Items[0].ProductDetails
	var sold []record.Subscription
	for _, reference := range []string{"S1", "S2", "S3", "S4"} {
		s := w.Subscription
		s.Reference, s.Partner, s.Upgradable, s.Product = reference, "NORTH", true, "BASIC"
		shown := line.Subscriptions[0]
		shown.SubscriptionReference = reference
		sold, line.Subscriptions = append(sold, s), append(line.Subscriptions, shown)
	}
	line.Subscriptions = line.Subscriptions[1:]
	shop := openShop(t, commerce.World{
		Products: upgradeProducts(), Partners: []record.Partner{{Code: "NORTH", Currency: "EUR"}}, Customers: slices.Values([]record.Customer{{Reference: 7}}),
		Orders: slices.Values([]record.StoredOrder{w.Order}), Subscriptions: slices.Values(sold),
	})
	upgraded := upgrade(t, shop, moved, item("S3", "PRO", "1"), item("S1", "PRO", "1"), item("S4", "PRO", "1"))
	_, _, err := shop.DeleteRecord(record.Name{Kind: record.SubscriptionKind, ID: "S3"})
	must(t, err)
	canceled := shop.Discarding()
	if changes, err := canceled.MoveOrder(commerce.Terms{Now: moved}, upgraded.RefNo, commerce.OrderMove{Status: catalog.Canceled}); err != nil || len(changes) != 3 {
		t.Errorf("canceled: got %d changes (%v), want those of the order and of both subscriptions", len(changes), err)
	}
	must(t, lastly(shop.CompleteOrder(commerce.Terms{Now: moved}, upgraded.RefNo)))
	for ref, want := range map[string][]string{"1000002": {"S2"}, upgraded.RefNo: {"S1", "S4"}} {
		var shown []string
		for _, item := range orderIn(t, retrieved(t, shop, ref)).Items {
			for _, s := range item.ProductDetails.Subscriptions {
				shown = append(shown, s.SubscriptionReference)
			}
		}
		if !slices.Equal(shown, want) {
			t.Errorf("order %s shows %q, want %q", ref, shown, want)
		}
	}
}

// TestUpgradeOfAHiddenSubscription lets the line of the upgrade show a subscription that no
// line showed before.
func TestUpgradeOfAHiddenSubscription(t *testing.T) {
	t.Parallel()
	s := sold("S1")
	shop := upgradeShop(t, upgradeProducts(), s)
	upgraded := upgrade(t, shop, noon, item("S1", "PRO", "1"))
	must(t, lastly(shop.CompleteOrder(commerce.Terms{Now: noon}, upgraded.RefNo)))
	got := orderIn(t, retrieved(t, shop, upgraded.RefNo)).Items[0].ProductDetails.Subscriptions
	want := []record.ItemSubscription{{SubscriptionReference: "S1", PurchaseDate: record.At(noon), SubscriptionStartDate: s.StartDate, ExpirationDate: s.ExpirationDate, Enabled: true}}
	same(t, "shown", got, want)
}

// TestUpgradesInTheCourseOfTime lets time complete or cancel several upgrades of one order,
// each with the changes of its own records.
func TestUpgradesInTheCourseOfTime(t *testing.T) {
	t.Parallel()
	shop := upgradeShop(t, upgradeProducts(), sold("S0"), sold("S1"), sold("S2"), sold("S3"), sold("S4"), sold("S5"))
	upgrades := map[string]string{}
	for i := range 6 {
		reference := fmt.Sprint("S", i)
		upgrades[upgrade(t, shop, noon, item(reference, "PRO", "1")).RefNo] = reference
	}
	happened, done := progressed(t, shop, noon, noon.AddDate(0, 0, 40))
	if done.Completed < 2 || done.Canceled < 1 || len(happened) != 6 {
		t.Errorf("got %+v, want some of each", done)
	}
	for _, h := range happened {
		ref := strings.Fields(h.What)[1]
		want := "order " + ref + ", subscription " + upgrades[ref]
		if strings.Contains(h.What, "completes") {
			want = "order 1000001, " + want
		}
		var names []record.Name
		for _, c := range h.Changes {
			names = append(names, record.Name{Kind: c.Kind, ID: c.ID})
		}
		if got := recordNames(names); got != want {
			t.Errorf("%s: got the changes of %s, want %s", h.What, got, want)
		}
	}
}
