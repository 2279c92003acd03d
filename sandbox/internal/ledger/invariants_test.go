package ledger_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// breaches returns the names of the rules broken by the world.
func (w *soundWorld) breaches(t *testing.T, store commerce.Store, now time.Time) []string {
	t.Helper()
	var broken error
	_, err := store.Preview(func(tx commerce.Tx) error {
		if err := w.write(tx); err != nil {
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
	store := openStore(t)
	if got := aSoundWorld().breaches(t, store, present); got != nil {
		t.Fatalf("a sound world breaks %v", got)
	}
	order := func(change func(*record.Order)) func(*soundWorld) {
		return func(w *soundWorld) { change(&w.order.Order) }
	}
	price := func(change func(*record.Price)) func(*soundWorld) {
		return order(func(o *record.Order) { change(&o.Items[0].Price); o.Totals = o.Items[0].Price.Totals })
	}
	later := record.At(present.AddDate(0, 1, 0))
	broken := map[string]bool{}
	for _, test := range []struct {
		rule   string
		breaks func(*soundWorld)
	}{
		{"line-prices", price(func(p *record.Price) { p.UnitGrossPrice = p.UnitGrossPrice.Plus(record.Cents(1)) })},
		{"line-prices", price(func(p *record.Price) { p.GrossDiscountedPrice = p.GrossDiscountedPrice.Plus(record.Cents(1)) })},
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
		{"refund-amounts", func(w *soundWorld) {
			w.order.Order.Status = catalog.Refund
			w.order.Order.Refunds = aRefund(&w.order.Order, record.Cents(1))
			w.disable()
		}},
		{"refund-amounts", func(w *soundWorld) { w.order.Order.Status = catalog.Refund; w.disable() }},
		{"approve-status", order(func(o *record.Order) { o.ApproveStatus = catalog.Fraud })},
		{"finished", func(w *soundWorld) { w.order.Sale = 0 }},
		{"finished", func(w *soundWorld) { w.order.Invoice = "" }},
		{"finished", order(func(o *record.Order) { o.OrderNo = 0 })},
		{"finished", order(func(o *record.Order) { o.FinishDate = nil })},
		{"finished unpaid-subscriptions", order(func(o *record.Order) { o.Status = catalog.AuthReceived })},
		{"dispute", order(func(o *record.Order) { o.ChargebackResolution = new(catalog.DisputeOpen) })},
		{"dispute", order(func(o *record.Order) {
			o.ChargebackResolution, o.ChargebackReasonCode = new(catalog.DisputeLost), new(catalog.FraudReason)
		})},
		{"purchase-order", order(func(o *record.Order) { o.OrderFlow = catalog.PurchaseOrderFlow })},
		{"purchase-order", order(func(o *record.Order) { o.PODetails = &record.PODetails{} })},
		{"purchase-order", func(w *soundWorld) {
			w.order.Order.OrderFlow, w.order.Order.PODetails = catalog.PurchaseOrderFlow, &record.PODetails{}
			w.order.PurchaseOrder = &record.PurchaseOrder{State: catalog.AwaitingForm}
		}},
		{"test-order", order(func(o *record.Order) { o.TestOrder = true })},
		{"unpaid-subscriptions", func(w *soundWorld) {
			w.order.Order.Status = catalog.Refund
			w.order.Order.Refunds = aRefund(&w.order.Order, w.order.Order.GrossDiscountedPrice)
		}},
		{"order-dates", order(func(o *record.Order) { o.OrderDate = record.At(o.FinishDate.Add(time.Second)) })},
		{"order-dates", order(func(o *record.Order) {
			o.Refunds = aRefund(o, record.Cents(1))
			o.Refunds[0].Date = record.At(o.FinishDate.Add(-time.Second))
		})},
		{"order-present", order(func(o *record.Order) { o.FinishDate = &later })},
		{"order-customer", order(func(o *record.Order) { o.CustomerDetails = &record.Customer{Reference: 8} })},
		{"shown-subscriptions", func(w *soundWorld) { w.subscription.Product = "OTHER" }},
		{"shown-subscriptions", func(w *soundWorld) { w.subscription.Enabled = false }},
		{"subscription-order", func(w *soundWorld) { w.order.Order.Items[0].ProductDetails.Subscriptions = nil }},
		{"shown-subscriptions subscription-order", func(w *soundWorld) { w.subscription.Order = "1000001" }},
		{"subscription-dates", func(w *soundWorld) {
			w.subscription.StartDate = record.At(w.subscription.ExpirationDate.Add(time.Second))
			w.order.Order.Items[0].ProductDetails.Subscriptions[0].SubscriptionStartDate = w.subscription.StartDate
		}},
		{"subscription-upgrade", func(w *soundWorld) { w.subscription.UpgradeOrder = "1000001" }},
		{"subscription-upgrade", func(w *soundWorld) {
			w.subscription.UpgradeOrder = "1000001"
			w.other.Order.Status, w.other.Order.ApproveStatus = catalog.Pending, catalog.Waiting
			w.other.Order.FinishDate, w.other.Order.OrderNo, w.other.Sale, w.other.Invoice = nil, 0, 0, ""
		}},
		{"subscription-customer", func(w *soundWorld) { w.subscription.Customer = 8 }},
		{"campaign-dates", func(w *soundWorld) {
			w.campaign.StartDate, w.campaign.EndDate = new(record.DayOf(present)), new(record.DayOf(present.AddDate(0, 0, -1)))
		}},
		{"order-numbers", order(func(o *record.Order) { o.OrderNo = 1 })},
		{"order-numbers", func(w *soundWorld) { w.order.Order.OrderNo, w.other.Order.OrderNo = 1, 2 }},
		{"handles", func(w *soundWorld) { w.handle.IDs["OrderReference"] = "1000009" }},
		{"handles", func(w *soundWorld) { w.handle.IDs["SubscriptionReference"] = "NONE" }},
		{"handles", func(w *soundWorld) { w.handle.IDs["CustomerReference"] = "9" }},
	} {
		w := aSoundWorld()
		test.breaks(w)
		if got := strings.Join(w.breaches(t, store, present), " "); got != test.rule {
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

// disable disables the subscription, in its order too.
func (w *soundWorld) disable() {
	w.subscription.Enabled, w.order.Order.Items[0].ProductDetails.Subscriptions[0].Enabled = false, false
}

// TestInvariantsOfARenewal lets an order show a subscription as it was before a later
// order that shows it, and only then.
func TestInvariantsOfARenewal(t *testing.T) {
	t.Parallel()
	store := openStore(t)
	for name, test := range map[string]struct {
		change func(w *soundWorld)
		want   []string
	}{
		"renewed": {func(*soundWorld) {}, nil},
		"at the same moment": {func(w *soundWorld) {
			w.other.Order.OrderDate = w.order.Order.OrderDate
			*w.other.Order.FinishDate = *w.order.Order.FinishDate
		}, []string{"shown-subscriptions"}},
		"not shown later":    {func(w *soundWorld) { w.order.Order.Items[0].ProductDetails.Subscriptions = nil }, []string{"shown-subscriptions", "subscription-order"}},
		"the latest differs": {func(w *soundWorld) { w.subscription.Trial = true }, []string{"shown-subscriptions"}},
	} {
		w := aSoundWorld()
		shown := w.order.Order.Items[0].ProductDetails.Subscriptions[0]
		shown.ExpirationDate = record.At(present.AddDate(0, 1, 0))
		w.other.Order.Items[0].ProductDetails.Subscriptions = []record.ItemSubscription{shown}
		test.change(w)
		if got := w.breaches(t, store, present); !slices.Equal(got, test.want) {
			t.Errorf("%s: got breaches of %v, want %v", name, got, test.want)
		}
	}
}

// A clock moved back leaves records later than the present.
func TestInvariantsOfAClockMovedBack(t *testing.T) {
	t.Parallel()
	store := openStore(t)
	w := aSoundWorld()
	w.order.Order.OrderNo, w.other.Order.OrderNo = 1, 2
	early := present.AddDate(0, 0, -1).Add(time.Minute)
	if got, want := w.breaches(t, store, early), []string{"order-present", "order-numbers"}; !slices.Equal(got, want) {
		t.Errorf("got breaches of %v, want %v", got, want)
	}
	if got := w.breaches(t, store, time.Time{}); got != nil {
		t.Errorf("got breaches of %v", got)
	}
}

// TestBreachNamesThePart reads the line, the refund or the missing part in a breach.
func TestBreachNamesThePart(t *testing.T) {
	t.Parallel()
	store := openStore(t)
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
		{"purchase-order", "purchase order state: false", func(o *record.Order) { o.OrderFlow = catalog.PurchaseOrderFlow }},
	} {
		w := aSoundWorld()
		o := &w.order.Order
		o.Items = append(slices.Clone(o.Items), record.Item{Code: "BOOK", Quantity: 2, Price: o.Items[0].Price, PriceOptions: []record.ItemOption{}})
		o.Totals = o.Items[0].Price.Plus(o.Items[1].Price.Totals)
		test.breaks(o)
		var broken error
		_, err := store.Preview(func(tx commerce.Tx) error {
			err := w.write(tx)
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
