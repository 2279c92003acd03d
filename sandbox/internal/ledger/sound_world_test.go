package ledger_test

import (
	"errors"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// soundWorld breaks no rule at the present: an order of one line, with the
// subscription it began.
type soundWorld struct {
	order        record.StoredOrder
	other        record.StoredOrder // finished a day before
	subscription record.Subscription
	campaign     record.Campaign
	handle       record.Handle
}

func aSoundWorld() *soundWorld {
	customer := record.Customer{Reference: 7}
	line := soundPrice(record.Cents(100_00), record.Cents(10_00), 2)
	w := &soundWorld{order: record.StoredOrder{Order: record.Order{
		RefNo: "1000002", Status: catalog.Pending, ApproveStatus: catalog.Waiting, MerchantCode: merchant,
		OrderDate: record.At(present.Add(-time.Hour)), CustomerDetails: &customer, OrderFlow: catalog.RegularFlow, Currency: "eur",
		PaymentDetails: record.PaymentDetails{Type: "WIRE", Currency: "eur"}, Promotions: []record.Promotion{},
		Items:  []record.Item{{Code: "YEARLY", Quantity: 2, Price: line, PriceOptions: []record.ItemOption{}}},
		Totals: line.Totals,
	}}}
	w.other = record.StoredOrder{Order: w.order.Order}
	w.other.Order.RefNo, w.other.Order.OrderDate = "1000001", record.At(present.AddDate(0, 0, -1))
	w.other.Order.Items = []record.Item{{Code: "BOOK", Quantity: 2, Price: line, PriceOptions: []record.ItemOption{}}}
	finish(&w.other, 1, w.other.Order.OrderDate)
	finish(&w.order, 2, w.order.Order.OrderDate)
	w.subscription = record.Subscription{
		Reference: "ABCDEFGHJK", Customer: 7, Order: "1000002", Product: "YEARLY", Quantity: 2,
		StartDate: *w.order.Order.FinishDate, ExpirationDate: record.At(present.AddDate(1, 0, 0)), Enabled: true,
	}
	w.order.Order.Items[0].ProductDetails.Subscriptions = []record.ItemSubscription{{
		SubscriptionReference: w.subscription.Reference, PurchaseDate: w.subscription.StartDate,
		SubscriptionStartDate: w.subscription.StartDate, ExpirationDate: w.subscription.ExpirationDate, Enabled: true,
	}}
	w.campaign = record.Campaign{Code: "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c40", Name: "Better"}
	w.handle = record.Handle{Kind: "subscription", IDs: map[string]string{
		"OrderReference": "1000002", "SubscriptionReference": w.subscription.Reference, "CustomerReference": "7",
	}}
	return w
}

// soundPrice returns the price of pieces with a discount and 20 percent VAT.
func soundPrice(net, discount record.Money, pieces int) record.Price {
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

// finish makes an order COMPLETE.
func finish(r *record.StoredOrder, number int64, at record.Moment) {
	r.Order.Status, r.Order.ApproveStatus, r.Order.FinishDate, r.Order.OrderNo = catalog.Complete, catalog.Approved, &at, number
	r.Sale, r.Invoice, r.Order.DeliveryFinalized = number, string(rune('0'+number)), true
}

func (w *soundWorld) write(tx commerce.Tx) error {
	return errors.Join(commerce.World{
		Customers: slices.Values([]record.Customer{{Reference: 7}}), Orders: slices.Values([]record.StoredOrder{w.other, w.order}),
		Subscriptions: slices.Values([]record.Subscription{w.subscription}), Campaigns: []record.Campaign{w.campaign},
		Handles: map[string]record.Handle{"bought": w.handle},
	}.Write(tx))
}
