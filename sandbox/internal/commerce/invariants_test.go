package commerce_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// soundWorld breaks no rule at the moment moved: an order of one line, with the
// subscription it began.
type soundWorld struct {
	order        commerce.StoredOrder
	other        commerce.StoredOrder // finished a day before
	subscription commerce.Subscription
	campaign     commerce.Campaign
	handle       commerce.Handle
}

func aSoundWorld() *soundWorld {
	customer := commerce.Customer{Reference: 7}
	line := soundPrice(commerce.Cents(100_00), commerce.Cents(10_00), 2)
	w := &soundWorld{order: commerce.StoredOrder{Order: commerce.Order{
		RefNo: "1000002", Status: catalog.Pending, ApproveStatus: catalog.Waiting, MerchantCode: merchant,
		OrderDate: commerce.At(moved.Add(-time.Hour)), CustomerDetails: &customer, OrderFlow: catalog.RegularFlow, Currency: "eur",
		PaymentDetails: commerce.PaymentDetails{Type: "WIRE", Currency: "eur"}, Promotions: []commerce.Promotion{},
		Items:  []commerce.Item{{Code: "YEARLY", Quantity: 2, Price: line, PriceOptions: []commerce.ItemOption{}}},
		Totals: line.Totals,
	}}}
	w.other = commerce.StoredOrder{Order: w.order.Order}
	w.other.Order.RefNo, w.other.Order.OrderDate = "1000001", commerce.At(moved.AddDate(0, 0, -1))
	w.other.Order.Items = []commerce.Item{{Code: "BOOK", Quantity: 2, Price: line, PriceOptions: []commerce.ItemOption{}}}
	finish(&w.other, 1, w.other.Order.OrderDate)
	finish(&w.order, 2, w.order.Order.OrderDate)
	w.subscription = commerce.Subscription{
		Reference: "ABCDEFGHJK", Customer: 7, Order: "1000002", Product: "YEARLY", Quantity: 2,
		StartDate: *w.order.Order.FinishDate, ExpirationDate: commerce.At(moved.AddDate(1, 0, 0)), Enabled: true,
	}
	w.order.Order.Items[0].ProductDetails.Subscriptions = []commerce.ItemSubscription{{
		SubscriptionReference: w.subscription.Reference, PurchaseDate: w.subscription.StartDate,
		SubscriptionStartDate: w.subscription.StartDate, ExpirationDate: w.subscription.ExpirationDate, Enabled: true,
	}}
	w.campaign = commerce.Campaign{Code: "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c40", Name: "Better"}
	w.handle = commerce.Handle{Kind: "subscription", IDs: map[string]string{
		"OrderReference": "1000002", "SubscriptionReference": w.subscription.Reference, "CustomerReference": "7",
	}}
	return w
}

// soundPrice returns the price of pieces with a discount and 20 percent VAT.
func soundPrice(net, discount commerce.Money, pieces int) commerce.Price {
	discounted := net.Minus(discount)
	vat := discounted.Percent(commerce.Cents(20_00))
	return commerce.Price{
		UnitNetPrice: net, UnitGrossPrice: net.Plus(vat), UnitVAT: vat, UnitDiscount: discount,
		UnitNetDiscountedPrice: discounted, UnitGrossDiscountedPrice: discounted.Plus(vat), VATPercent: commerce.Cents(20_00), Currency: "eur",
		Totals: commerce.Totals{
			NetPrice: net.Times(pieces), GrossPrice: net.Plus(vat).Times(pieces), VAT: vat.Times(pieces), Discount: discount.Times(pieces),
			NetDiscountedPrice: discounted.Times(pieces), GrossDiscountedPrice: discounted.Plus(vat).Times(pieces),
		},
	}
}

// finish makes an order COMPLETE.
func finish(r *commerce.StoredOrder, number int64, at commerce.Moment) {
	r.Order.Status, r.Order.ApproveStatus, r.Order.FinishDate, r.Order.OrderNo = catalog.Complete, catalog.Approved, &at, number
	r.Sale, r.Invoice, r.Order.DeliveryFinalized = number, string(rune('0'+number)), true
}

func (w *soundWorld) write(tx commerce.Tx) error {
	return errors.Join(commerce.World{
		Customers: slices.Values([]commerce.Customer{{Reference: 7}}), Orders: slices.Values([]commerce.StoredOrder{w.other, w.order}),
		Subscriptions: slices.Values([]commerce.Subscription{w.subscription}), Campaigns: []commerce.Campaign{w.campaign},
		Handles: map[string]commerce.Handle{"bought": w.handle},
	}.Write(tx))
}

// breaches returns the names of the rules broken by the world.
func (w *soundWorld) breaches(t *testing.T, store commerce.Store, now time.Time) []string {
	t.Helper()
	var broken error
	_, err := store.Preview(func(tx commerce.Tx) error {
		if err := w.write(tx); err != nil {
			return err
		}
		broken = commerce.Invariants(tx, now)
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
		found := err.(*commerce.Breach)
		if !strings.HasPrefix(err.Error(), found.Record+" breaks the rule "+found.Rule.Name+": ") {
			t.Errorf("got %q", err)
		}
		names = append(names, found.Rule.Name)
	}
	return names
}

func TestInvariants(t *testing.T) {
	t.Parallel()
	store := openStore(t, commerce.World{})
	if got := aSoundWorld().breaches(t, store, moved); got != nil {
		t.Fatalf("a sound world breaks %v", got)
	}
	order := func(change func(*commerce.Order)) func(*soundWorld) {
		return func(w *soundWorld) { change(&w.order.Order) }
	}
	price := func(change func(*commerce.Price)) func(*soundWorld) {
		return order(func(o *commerce.Order) { change(&o.Items[0].Price); o.Totals = o.Items[0].Price.Totals })
	}
	later := commerce.At(moved.AddDate(0, 1, 0))
	broken := map[string]bool{}
	for _, test := range []struct {
		rule   string
		breaks func(*soundWorld)
	}{
		{"line-prices", price(func(p *commerce.Price) { p.UnitGrossPrice = p.UnitGrossPrice.Plus(commerce.Cents(1)) })},
		{"line-prices", price(func(p *commerce.Price) { p.GrossDiscountedPrice = p.GrossDiscountedPrice.Plus(commerce.Cents(1)) })},
		{"line-quantity", price(func(p *commerce.Price) {
			p.NetPrice, p.GrossPrice = p.NetPrice.Plus(commerce.Cents(3)), p.GrossPrice.Plus(commerce.Cents(3))
			p.Discount = p.Discount.Plus(commerce.Cents(3))
		})},
		{"line-vat", price(func(p *commerce.Price) { p.VATPercent = commerce.Cents(22_00) })},
		{"order-totals", order(func(o *commerce.Order) { o.AffiliateCommission = commerce.Cents(1) })},
		{"order-currency", order(func(o *commerce.Order) { o.PaymentDetails.Currency = "usd" })},
		{"order-currency", order(func(o *commerce.Order) { o.Items[0].Price.Currency = "usd" })},
		{"refund-amounts", order(func(o *commerce.Order) { o.Refunds = aRefund(o, o.GrossDiscountedPrice) })},
		{"refund-amounts", order(func(o *commerce.Order) { o.Refunds = aRefund(o, commerce.Cents(-1)) })},
		{"refund-amounts", order(func(o *commerce.Order) {
			o.Refunds = aRefund(o, commerce.Cents(1))
			o.Refunds[0].Currency = "eur"
		})},
		{"refund-amounts", func(w *soundWorld) {
			w.order.Order.Status = catalog.Refund
			w.order.Order.Refunds = aRefund(&w.order.Order, commerce.Cents(1))
			w.disable()
		}},
		{"refund-amounts", func(w *soundWorld) { w.order.Order.Status = catalog.Refund; w.disable() }},
		{"approve-status", order(func(o *commerce.Order) { o.ApproveStatus = catalog.Fraud })},
		{"finished", func(w *soundWorld) { w.order.Sale = 0 }},
		{"finished", func(w *soundWorld) { w.order.Invoice = "" }},
		{"finished", order(func(o *commerce.Order) { o.OrderNo = 0 })},
		{"finished", order(func(o *commerce.Order) { o.FinishDate = nil })},
		{"finished unpaid-subscriptions", order(func(o *commerce.Order) { o.Status = catalog.AuthReceived })},
		{"dispute", order(func(o *commerce.Order) { o.ChargebackResolution = new(catalog.DisputeOpen) })},
		{"dispute", order(func(o *commerce.Order) {
			o.ChargebackResolution, o.ChargebackReasonCode = new(catalog.DisputeLost), new(catalog.FraudReason)
		})},
		{"purchase-order", order(func(o *commerce.Order) { o.OrderFlow = catalog.PurchaseOrderFlow })},
		{"purchase-order", order(func(o *commerce.Order) { o.PODetails = &commerce.PODetails{} })},
		{"purchase-order", func(w *soundWorld) {
			w.order.Order.OrderFlow, w.order.Order.PODetails = catalog.PurchaseOrderFlow, &commerce.PODetails{}
			w.order.PurchaseOrder = &commerce.PurchaseOrder{State: catalog.AwaitingForm}
		}},
		{"test-order", order(func(o *commerce.Order) { o.TestOrder = true })},
		{"unpaid-subscriptions", func(w *soundWorld) {
			w.order.Order.Status = catalog.Refund
			w.order.Order.Refunds = aRefund(&w.order.Order, w.order.Order.GrossDiscountedPrice)
		}},
		{"order-dates", order(func(o *commerce.Order) { o.OrderDate = commerce.At(o.FinishDate.Add(time.Second)) })},
		{"order-dates", order(func(o *commerce.Order) {
			o.Refunds = aRefund(o, commerce.Cents(1))
			o.Refunds[0].Date = commerce.At(o.FinishDate.Add(-time.Second))
		})},
		{"order-present", order(func(o *commerce.Order) { o.FinishDate = &later })},
		{"order-customer", order(func(o *commerce.Order) { o.CustomerDetails = &commerce.Customer{Reference: 8} })},
		{"shown-subscriptions", func(w *soundWorld) { w.subscription.Product = "OTHER" }},
		{"shown-subscriptions", func(w *soundWorld) { w.subscription.Enabled = false }},
		{"subscription-order", func(w *soundWorld) { w.order.Order.Items[0].ProductDetails.Subscriptions = nil }},
		{"shown-subscriptions subscription-order", func(w *soundWorld) { w.subscription.Order = "1000001" }},
		{"subscription-dates", func(w *soundWorld) {
			w.subscription.StartDate = commerce.At(w.subscription.ExpirationDate.Add(time.Second))
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
			w.campaign.StartDate, w.campaign.EndDate = new(commerce.DayOf(moved)), new(commerce.DayOf(moved.AddDate(0, 0, -1)))
		}},
		{"order-numbers", order(func(o *commerce.Order) { o.OrderNo = 1 })},
		{"order-numbers", func(w *soundWorld) { w.order.Order.OrderNo, w.other.Order.OrderNo = 1, 2 }},
		{"handles", func(w *soundWorld) { w.handle.IDs["OrderReference"] = "1000009" }},
		{"handles", func(w *soundWorld) { w.handle.IDs["SubscriptionReference"] = "NONE" }},
		{"handles", func(w *soundWorld) { w.handle.IDs["CustomerReference"] = "9" }},
	} {
		w := aSoundWorld()
		test.breaks(w)
		if got := strings.Join(w.breaches(t, store, moved), " "); got != test.rule {
			t.Errorf("got breaches of %q, want %q", got, test.rule)
		}
		broken[test.rule] = true
	}
	for _, rule := range commerce.Rules() {
		if !broken[rule.Name] {
			t.Errorf("no world breaks the rule %s alone", rule.Name)
		}
	}
}

func aRefund(o *commerce.Order, amount commerce.Money) []commerce.Refund {
	return []commerce.Refund{{Date: *o.FinishDate, Amount: amount, Currency: "EUR", Items: []commerce.RefundItem{}}}
}

// disable disables the subscription, in its order too.
func (w *soundWorld) disable() {
	w.subscription.Enabled, w.order.Order.Items[0].ProductDetails.Subscriptions[0].Enabled = false, false
}

// TestInvariantsOfARenewal lets an order show a subscription as it was before a later
// order that shows it, and only then.
func TestInvariantsOfARenewal(t *testing.T) {
	t.Parallel()
	store := openStore(t, commerce.World{})
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
		shown.ExpirationDate = commerce.At(moved.AddDate(0, 1, 0))
		w.other.Order.Items[0].ProductDetails.Subscriptions = []commerce.ItemSubscription{shown}
		test.change(w)
		if got := w.breaches(t, store, moved); !slices.Equal(got, test.want) {
			t.Errorf("%s: got breaches of %v, want %v", name, got, test.want)
		}
	}
}

// A clock moved back leaves records later than the present.
func TestInvariantsOfAClockMovedBack(t *testing.T) {
	t.Parallel()
	store := openStore(t, commerce.World{})
	w := aSoundWorld()
	w.order.Order.OrderNo, w.other.Order.OrderNo = 1, 2
	early := moved.AddDate(0, 0, -1).Add(time.Minute)
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
	store := openStore(t, commerce.World{})
	cent, cents := commerce.Cents(1), commerce.Cents(3)
	second := func(change func(*commerce.Price)) func(*commerce.Order) {
		return func(o *commerce.Order) {
			change(&o.Items[1].Price)
			o.Totals = o.Items[0].Price.Plus(o.Items[1].Price.Totals)
		}
	}
	for _, test := range []struct {
		rule, part string
		breaks     func(*commerce.Order)
	}{
		{"line-prices", "line 2", second(func(p *commerce.Price) { p.UnitGrossPrice = p.UnitGrossPrice.Plus(cent) })},
		{"line-quantity", "line 2", second(func(p *commerce.Price) {
			p.NetPrice, p.GrossPrice, p.Discount = p.NetPrice.Plus(cents), p.GrossPrice.Plus(cents), p.Discount.Plus(cents)
		})},
		{"line-vat", "line 2", second(func(p *commerce.Price) { p.VATPercent = commerce.Cents(22_00) })},
		{"order-currency", "line 2", second(func(p *commerce.Price) { p.Currency = "usd" })},
		{"order-currency", "xxx….", second(func(p *commerce.Price) { p.Currency = strings.Repeat("x", 100_000) })},
		{"order-dates", "refund 2", func(o *commerce.Order) {
			o.Refunds = append(aRefund(o, cent), aRefund(o, cent)...)
			o.Refunds[1].Date = commerce.At(o.FinishDate.Add(-time.Second))
		}},
		{"purchase-order", "purchase order state: false", func(o *commerce.Order) { o.OrderFlow = catalog.PurchaseOrderFlow }},
	} {
		w := aSoundWorld()
		o := &w.order.Order
		o.Items = append(slices.Clone(o.Items), commerce.Item{Code: "BOOK", Quantity: 2, Price: o.Items[0].Price, PriceOptions: []commerce.ItemOption{}})
		o.Totals = o.Items[0].Price.Plus(o.Items[1].Price.Totals)
		test.breaks(o)
		var broken error
		_, err := store.Preview(func(tx commerce.Tx) error {
			err := w.write(tx)
			broken = commerce.Invariants(tx, moved)
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
	for _, r := range commerce.Rules() {
		if seen[r.Name] || r.Kind == "" || !strings.HasSuffix(r.Must, ".") && !strings.HasSuffix(r.Must, ").") {
			t.Errorf("got %+v", r)
		}
		seen[r.Name] = true
	}
}
