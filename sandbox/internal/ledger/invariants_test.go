package ledger_test

import (
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

// present is the moment of every check.
var present = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// breaches returns the names of the rules broken by the world.
func breaches(t *testing.T, w *commercetest.SoundWorld, store commerce.Store, now time.Time) []string {
	t.Helper()
	var broken error
	_, err := store.Preview(func(tx commerce.Tx) error {
		if err := w.Write(tx); err != nil {
			return err
		}
		broken = ledger.Invariants(tx, now)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if broken == nil {
		return nil
	}
	var names []string
	for _, err := range broken.(interface{ Unwrap() []error }).Unwrap() {
		found := err.(*ledger.Breach)
		if !strings.HasPrefix(err.Error(), found.Record+" breaks the rule "+found.Rule.Name+": ") {
			t.Errorf("got %q", err)
		}
		names = append(names, found.Rule.Name)
	}
	return names
}

func TestInvariants(t *testing.T) {
	t.Parallel()
	store := commercetest.OpenStore(t, commerce.World{})
	if got := breaches(t, commercetest.NewSoundWorld(present), store, present); got != nil {
		t.Fatalf("a sound world breaks %v", got)
	}
	order := func(change func(*record.Order)) func(*commercetest.SoundWorld) {
		return func(w *commercetest.SoundWorld) { change(&w.Order.Order) }
	}
	price := func(change func(*record.Price)) func(*commercetest.SoundWorld) {
		return order(func(o *record.Order) { change(&o.Items[0].Price); o.Totals = o.Items[0].Price.Totals })
	}
	later := record.At(present.AddDate(0, 1, 0))
	broken := map[string]bool{}
	for _, test := range []struct {
		rule   string
		breaks func(*commercetest.SoundWorld)
	}{
		{"line-prices", price(func(p *record.Price) { p.UnitGrossPrice = p.UnitGrossPrice.Plus(record.Cents(1)) })},
		{"line-prices", price(func(p *record.Price) { p.GrossDiscountedPrice = p.GrossDiscountedPrice.Plus(record.Cents(1)) })},
		{"line-prices", price(func(p *record.Price) { *p = commercetest.SoundPrice(record.Cents(90_00), record.Cents(-1_00), 2) })},
		{"line-quantity", price(func(p *record.Price) {
			p.NetPrice, p.GrossPrice = p.NetPrice.Plus(record.Cents(3)), p.GrossPrice.Plus(record.Cents(3))
			p.Discount = p.Discount.Plus(record.Cents(3))
		})},
		{"line-vat", price(func(p *record.Price) { p.VATPercent = record.Cents(22_00) })},
		{"order-totals", order(func(o *record.Order) { o.AffiliateCommission = record.Cents(1) })},
		{"order-currency", order(func(o *record.Order) { o.PaymentDetails.Currency = "usd" })},
		{"order-currency", order(func(o *record.Order) { o.Items[0].Price.Currency = "usd" })},
		{"refund-amounts", order(func(o *record.Order) { o.Refunds = aRefund(o, o.GrossDiscountedPrice) })},
		{"refund-amounts", order(func(o *record.Order) { o.Refunds = aRefund(o, record.Cents(-1)) })},
		{"refund-amounts", order(func(o *record.Order) {
			o.Refunds = aRefund(o, record.Cents(1))
			o.Refunds[0].Currency = "eur"
		})},
		{"refund-amounts", func(w *commercetest.SoundWorld) {
			w.Order.Order.Status = catalog.Refund
			w.Order.Order.Refunds = aRefund(&w.Order.Order, record.Cents(1))
			disable(w)
		}},
		{"refund-amounts", func(w *commercetest.SoundWorld) { w.Order.Order.Status = catalog.Refund; disable(w) }},
		{"refund-amounts", func(w *commercetest.SoundWorld) { free(w, catalog.Refund); disable(w) }},
		{"approve-status", order(func(o *record.Order) { o.ApproveStatus = catalog.Fraud })},
		{"finished", func(w *commercetest.SoundWorld) { w.Order.Sale = 0 }},
		{"finished", func(w *commercetest.SoundWorld) { w.Order.Invoice = "" }},
		{"finished", order(func(o *record.Order) { o.OrderNo = 0 })},
		{"finished", order(func(o *record.Order) { o.FinishDate = nil })},
		{"finished unpaid-subscriptions", order(func(o *record.Order) { o.Status = catalog.AuthReceived })},
		{"dispute", order(func(o *record.Order) { o.ChargebackResolution = new(catalog.DisputeOpen) })},
		{"dispute", order(func(o *record.Order) {
			o.ChargebackResolution, o.ChargebackReasonCode = new(catalog.DisputeLost), new(catalog.FraudReason)
		})},
		{"purchase-order", order(func(o *record.Order) { o.OrderFlow = catalog.PurchaseOrderFlow })},
		{"purchase-order", order(func(o *record.Order) { o.PODetails = &record.PODetails{} })},
		{"purchase-order", func(w *commercetest.SoundWorld) {
			w.Order.Order.OrderFlow, w.Order.Order.PODetails = catalog.PurchaseOrderFlow, &record.PODetails{}
			w.Order.PurchaseOrder = &record.PurchaseOrder{State: catalog.AwaitingForm}
		}},
		{"test-order", order(func(o *record.Order) { o.TestOrder = true })},
		{"unpaid-subscriptions", func(w *commercetest.SoundWorld) { unfinish(&w.Order, catalog.Pending, catalog.Waiting) }},
		{"unpaid-subscriptions", func(w *commercetest.SoundWorld) { unfinish(&w.Order, catalog.Canceled, catalog.Approved) }},
		{"unpaid-subscriptions", func(w *commercetest.SoundWorld) {
			w.Order.Order.Status = catalog.Refund
			w.Order.Order.Refunds = aRefund(&w.Order.Order, w.Order.Order.GrossDiscountedPrice)
		}},
		{"order-dates", order(func(o *record.Order) { o.OrderDate = record.At(o.FinishDate.Add(time.Second)) })},
		{"order-dates", order(func(o *record.Order) {
			o.Refunds = aRefund(o, record.Cents(1))
			o.Refunds[0].Date = record.At(o.FinishDate.Add(-time.Second))
		})},
		{"order-dates", order(func(o *record.Order) {
			o.OrderDate, o.Refunds = record.At(o.FinishDate.Add(-time.Hour)), aRefund(o, record.Cents(1))
			o.Refunds[0].Date = record.At(o.FinishDate.Add(-time.Second))
		})},
		{"order-present", order(func(o *record.Order) { o.FinishDate = &later })},
		{"order-customer", order(func(o *record.Order) { o.CustomerDetails = &record.Customer{Reference: 8} })},
		{"shown-subscriptions", func(w *commercetest.SoundWorld) { w.Subscription.Product = "OTHER" }},
		{"shown-subscriptions", func(w *commercetest.SoundWorld) { w.Subscription.Enabled = false }},
		{"shown-subscriptions", func(w *commercetest.SoundWorld) { w.Subscription.Quantity = 1 }},
		{"shown-subscriptions", func(w *commercetest.SoundWorld) { w.Subscription.ExpirationDate = later }},
		{"subscription-order", func(w *commercetest.SoundWorld) { w.Order.Order.Items[0].ProductDetails.Subscriptions = nil }},
		{"shown-subscriptions subscription-order", func(w *commercetest.SoundWorld) { w.Subscription.Order = "1000001" }},
		{"subscription-dates", func(w *commercetest.SoundWorld) {
			w.Subscription.StartDate = record.At(w.Subscription.ExpirationDate.Add(time.Second))
			w.Order.Order.Items[0].ProductDetails.Subscriptions[0].SubscriptionStartDate = w.Subscription.StartDate
		}},
		{"subscription-upgrade", func(w *commercetest.SoundWorld) { w.Subscription.UpgradeOrder = "1000001" }},
		{"subscription-upgrade", func(w *commercetest.SoundWorld) {
			w.Subscription.UpgradeOrder = "1000001"
			unfinish(&w.Other, catalog.Pending, catalog.Waiting)
		}},
		{"subscription-customer", func(w *commercetest.SoundWorld) { w.Subscription.Customer = 8 }},
		{"campaign-dates", func(w *commercetest.SoundWorld) {
			w.Campaign.StartDate, w.Campaign.EndDate = new(record.DayOf(present)), new(record.DayOf(present.AddDate(0, 0, -1)))
		}},
		{"order-numbers", order(func(o *record.Order) { o.OrderNo = 1 })},
		{"order-numbers", func(w *commercetest.SoundWorld) { w.Order.Order.OrderNo, w.Other.Order.OrderNo = 1, 2 }},
		{"handles", func(w *commercetest.SoundWorld) { w.Handle.IDs["OrderReference"] = "1000009" }},
		{"handles", func(w *commercetest.SoundWorld) { w.Handle.IDs["SubscriptionReference"] = "NONE" }},
		{"handles", func(w *commercetest.SoundWorld) { w.Handle.IDs["CustomerReference"] = "9" }},
	} {
		w := commercetest.NewSoundWorld(present)
		test.breaks(w)
		if got := strings.Join(breaches(t, w, store, present), " "); got != test.rule {
			t.Errorf("got breaches of %q, want %q", got, test.rule)
		}
		broken[test.rule] = true
	}
	for _, rule := range ledger.Rules() {
		if !broken[rule.Name] {
			t.Errorf("no world breaks the rule %s alone", rule.Name)
		}
	}
}

func aRefund(o *record.Order, amount record.Money) []record.Refund {
	return []record.Refund{{Date: *o.FinishDate, Amount: amount, Currency: "EUR", Items: []record.RefundItem{}}}
}

// unfinish gives the order a status before its end.
func unfinish(r *record.StoredOrder, to catalog.Status, approval catalog.ApproveStatus) {
	r.Order.Status, r.Order.ApproveStatus = to, approval
	r.Order.FinishDate, r.Order.OrderNo, r.Sale, r.Invoice = nil, 0, 0, ""
}

// free makes the order free of charge and gives it a status.
func free(w *commercetest.SoundWorld, to catalog.Status) {
	o := &w.Order.Order
	o.Status, o.Items[0].Price = to, commercetest.SoundPrice(record.Money{}, record.Money{}, 2)
	o.Totals = o.Items[0].Price.Totals
}

// disable disables the subscription, in its order too.
func disable(w *commercetest.SoundWorld) {
	w.Subscription.Enabled, w.Order.Order.Items[0].ProductDetails.Subscriptions[0].Enabled = false, false
}

// TestInvariantsOfARenewal lets an order show a subscription as it was before a later
// order that shows it, and only then.
func TestInvariantsOfARenewal(t *testing.T) {
	t.Parallel()
	store := commercetest.OpenStore(t, commerce.World{})
	for name, test := range map[string]struct {
		change func(w *commercetest.SoundWorld)
		want   []string
	}{
		"renewed": {func(*commercetest.SoundWorld) {}, nil},
		"at the same moment": {func(w *commercetest.SoundWorld) {
			w.Other.Order.OrderDate = w.Order.Order.OrderDate
			*w.Other.Order.FinishDate = *w.Order.Order.FinishDate
		}, []string{"shown-subscriptions"}},
		"not shown later":    {func(w *commercetest.SoundWorld) { w.Order.Order.Items[0].ProductDetails.Subscriptions = nil }, []string{"shown-subscriptions", "subscription-order"}},
		"the latest differs": {func(w *commercetest.SoundWorld) { w.Subscription.Trial = true }, []string{"shown-subscriptions"}},
	} {
		w := commercetest.NewSoundWorld(present)
		shown := w.Order.Order.Items[0].ProductDetails.Subscriptions[0]
		shown.ExpirationDate = record.At(present.AddDate(0, 1, 0))
		w.Other.Order.Items[0].ProductDetails.Subscriptions = []record.ItemSubscription{shown}
		test.change(w)
		if got := breaches(t, w, store, present); !slices.Equal(got, test.want) {
			t.Errorf("%s: got breaches of %v, want %v", name, got, test.want)
		}
	}
}

// A clock moved back leaves records later than the present.
func TestInvariantsOfAClockMovedBack(t *testing.T) {
	t.Parallel()
	store := commercetest.OpenStore(t, commerce.World{})
	w := commercetest.NewSoundWorld(present)
	w.Order.Order.OrderNo, w.Other.Order.OrderNo = 1, 2
	early := present.AddDate(0, 0, -1).Add(time.Minute)
	if got, want := breaches(t, w, store, early), []string{"order-present", "order-numbers"}; !slices.Equal(got, want) {
		t.Errorf("got breaches of %v, want %v", got, want)
	}
	if got := breaches(t, w, store, time.Time{}); got != nil {
		t.Errorf("got breaches of %v", got)
	}
}

// TestBreachNamesThePart reads the line, the refund or the missing part in a breach.
func TestBreachNamesThePart(t *testing.T) {
	t.Parallel()
	store := commercetest.OpenStore(t, commerce.World{})
	cent, cents := record.Cents(1), record.Cents(3)
	second := func(change func(*record.Price)) func(*record.Order) {
		return func(o *record.Order) {
			change(&o.Items[1].Price)
			o.Totals = o.Items[0].Price.Plus(o.Items[1].Price.Totals)
		}
	}
	for _, test := range []struct {
		rule, part string
		breaks     func(*record.Order)
	}{
		{"line-prices", "line 2", second(func(p *record.Price) { p.UnitGrossPrice = p.UnitGrossPrice.Plus(cent) })},
		{"line-quantity", "line 2", second(func(p *record.Price) {
			p.NetPrice, p.GrossPrice, p.Discount = p.NetPrice.Plus(cents), p.GrossPrice.Plus(cents), p.Discount.Plus(cents)
		})},
		{"line-vat", "line 2", second(func(p *record.Price) { p.VATPercent = record.Cents(22_00) })},
		{"order-currency", "line 2", second(func(p *record.Price) { p.Currency = "usd" })},
		{"order-currency", "xxx….", second(func(p *record.Price) { p.Currency = strings.Repeat("x", 100_000) })},
		{"order-dates", "refund 2", func(o *record.Order) {
			o.Refunds = append(aRefund(o, cent), aRefund(o, cent)...)
			o.Refunds[1].Date = record.At(o.FinishDate.Add(-time.Second))
		}},
		{"order-dates", "before FinishDate, 2026-10-09 11:00:00", func(o *record.Order) {
			o.OrderDate, o.Refunds = record.At(o.FinishDate.Add(-time.Hour)), aRefund(o, cent)
			o.Refunds[0].Date = record.At(o.FinishDate.Add(-time.Second))
		}},
		{"shown-subscriptions", "subscription ABCDEFGHJK has the expiration 2027-10-09 12:00:00, the line shows null", func(o *record.Order) {
			o.Items[0].ProductDetails.Subscriptions[0].ExpirationDate = record.Moment{}
		}},
		{"shown-subscriptions", "subscription NONE does not exist", func(o *record.Order) {
			o.Items[1].ProductDetails.Subscriptions = []record.ItemSubscription{{SubscriptionReference: "NONE"}}
		}},
		{"purchase-order", "PODetails: true", func(o *record.Order) { o.PODetails = &record.PODetails{} }},
		{"purchase-order", "purchase order state: false", func(o *record.Order) { o.OrderFlow = catalog.PurchaseOrderFlow }},
	} {
		w := commercetest.NewSoundWorld(present)
		o := &w.Order.Order
		o.Items = append(slices.Clone(o.Items), record.Item{Code: "BOOK", Quantity: 2, Price: o.Items[0].Price, PriceOptions: []record.ItemOption{}})
		o.Totals = o.Items[0].Price.Plus(o.Items[1].Price.Totals)
		test.breaks(o)
		var broken error
		_, err := store.Preview(func(tx commerce.Tx) error {
			err := w.Write(tx)
			broken = ledger.Invariants(tx, present)
			return err
		})
		if got := fmt.Sprint(broken); err != nil || !strings.Contains(got, test.rule+": ") || !strings.Contains(got, test.part) || strings.Contains(got, "\n") || len(got) > 1000 {
			t.Errorf("%s: got %.1000s (%v)", test.rule, got, err)
		}
	}
}

// TestRules checks that every rule is named once and has a sentence.
func TestRules(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range ledger.Rules() {
		if seen[r.Name] || r.Kind == "" || !strings.HasSuffix(r.Must, ".") && !strings.HasSuffix(r.Must, ").") {
			t.Errorf("got %+v", r)
		}
		seen[r.Name] = true
	}
}
