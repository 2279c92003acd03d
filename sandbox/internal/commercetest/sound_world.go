package commercetest

import (
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// SoundWorld are records that break no rule at a moment: an order of one line, with the
// subscription it began.
type SoundWorld struct {
	Order        record.StoredOrder
	Other        record.StoredOrder // finished a day before
	Subscription record.Subscription
	Campaign     record.Campaign
	Handle       record.Handle
}

// NewSoundWorld returns the records at a moment.
func NewSoundWorld(present time.Time) *SoundWorld {
	customer := record.Customer{Reference: 7}
	line := SoundPrice(record.Cents(100_00), record.Cents(10_00), 2)
	w := &SoundWorld{Order: record.StoredOrder{Order: record.Order{
		RefNo: "1000002", Status: catalog.Pending, ApproveStatus: catalog.Waiting, MerchantCode: Merchant,
		OrderDate: record.At(present.Add(-time.Hour)), CustomerDetails: &customer, OrderFlow: catalog.RegularFlow, Currency: "eur",
		PaymentDetails: record.PaymentDetails{Type: "WIRE", Currency: "eur"}, Promotions: []record.Promotion{},
		Items:  []record.Item{{Code: "YEARLY", Quantity: 2, Price: line, PriceOptions: []record.ItemOption{}}},
		Totals: line.Totals,
	}}}
	w.Other = record.StoredOrder{Order: w.Order.Order}
	w.Other.Order.RefNo, w.Other.Order.OrderDate = "1000001", record.At(present.AddDate(0, 0, -1))
	w.Other.Order.Items = []record.Item{{Code: "BOOK", Quantity: 2, Price: line, PriceOptions: []record.ItemOption{}}}
	Finish(&w.Other, 1, w.Other.Order.OrderDate)
	Finish(&w.Order, 2, w.Order.Order.OrderDate)
	w.Subscription = record.Subscription{
		Reference: "ABCDEFGHJK", Customer: 7, Order: "1000002", Product: "YEARLY", Quantity: 2,
		StartDate: *w.Order.Order.FinishDate, ExpirationDate: record.At(present.AddDate(1, 0, 0)), Enabled: true,
	}
	w.Order.Order.Items[0].ProductDetails.Subscriptions = []record.ItemSubscription{{
		SubscriptionReference: w.Subscription.Reference, PurchaseDate: w.Subscription.StartDate,
		SubscriptionStartDate: w.Subscription.StartDate, ExpirationDate: w.Subscription.ExpirationDate, Enabled: true,
	}}
	w.Campaign = record.Campaign{Code: "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c40", Name: "Better"}
	w.Handle = record.Handle{Kind: "subscription", IDs: map[string]string{
		"OrderReference": "1000002", "SubscriptionReference": w.Subscription.Reference, "CustomerReference": "7",
	}}
	return w
}

// SoundPrice returns the price of pieces with a discount and 20 percent VAT.
func SoundPrice(net, discount record.Money, pieces int) record.Price {
	discounted := net.Minus(discount)
	vat := discounted.Percent(record.Cents(20_00))
	return record.Price{
		UnitNetPrice: net, UnitGrossPrice: net.Plus(vat), UnitVAT: vat, UnitDiscount: discount,
		UnitNetDiscountedPrice: discounted, UnitGrossDiscountedPrice: discounted.Plus(vat), VATPercent: record.Cents(20_00), Currency: "eur",
		Totals: record.Totals{
			NetPrice: net.Times(pieces), GrossPrice: net.Plus(vat).Times(pieces), VAT: vat.Times(pieces), Discount: discount.Times(pieces),
			NetDiscountedPrice: discounted.Times(pieces), GrossDiscountedPrice: discounted.Plus(vat).Times(pieces),
		},
	}
}

// Finish makes an order COMPLETE.
func Finish(r *record.StoredOrder, number int64, at record.Moment) {
	r.Order.Status, r.Order.ApproveStatus, r.Order.FinishDate, r.Order.OrderNo = catalog.Complete, catalog.Approved, &at, number
	r.Sale, r.Invoice, r.Order.DeliveryFinalized = number, string(rune('0'+number)), true
}

// Write writes the records.
func (w *SoundWorld) Write(tx commerce.Tx) error {
	return commerce.World{
		Customers: slices.Values([]record.Customer{{Reference: 7}}), Orders: slices.Values([]record.StoredOrder{w.Other, w.Order}),
		Subscriptions: slices.Values([]record.Subscription{w.Subscription}), Campaigns: []record.Campaign{w.Campaign},
		Handles: map[string]record.Handle{"bought": w.Handle},
	}.Write(tx)
}
