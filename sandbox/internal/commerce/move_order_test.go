package commerce_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commercetest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

var moved = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// aPendingOrder has a line with a new subscription and one without.
func aPendingOrder() record.StoredOrder {
	partner := "NORTH"
	return record.StoredOrder{Order: record.Order{
		RefNo: "1000001", Status: catalog.Pending, ApproveStatus: catalog.Waiting,
		OrderDate: record.At(moved.AddDate(0, 0, -1)), CustomerDetails: &record.Customer{Reference: 7},
		PartnerCode: &partner, ExtraInformation: &record.ExtraInformation{PaymentLink: "https://pay.example.test/"},
		Errors: map[string]string{"PAYMENT_ERROR": "declined"}, OrderFlow: catalog.RegularFlow,
		Items: []record.Item{
			{Code: "YEARLY", Quantity: 3, RecurringOptions: &record.RecurringOptions{}, Price: plainPrice(30_00, 3),
				PriceOptions: []record.ItemOption{{Code: "USERS", Options: []string{"five"}}}},
			{Code: "BOOK", Quantity: 1, Price: plainPrice(30_00, 1)},
		},
		Promotions: []record.Promotion{}, Currency: "eur", Totals: plainPrice(30_00, 4).Totals,
		PaymentDetails: record.PaymentDetails{Type: "WIRE", Currency: "eur"},
	}}
}

// plainPrice returns the price of pieces without VAT and discount.
func plainPrice(cents int64, pieces int) record.Price {
	p := commercetest.SoundPrice(record.Cents(cents), record.Money{}, pieces)
	net, total := record.Cents(cents), record.Cents(cents).Times(pieces)
	p.UnitGrossPrice, p.UnitGrossDiscountedPrice, p.UnitVAT, p.VATPercent = net, net, record.Money{}, record.Money{}
	p.GrossPrice, p.GrossDiscountedPrice, p.VAT = total, total, record.Money{}
	return p
}

func aPurchaseOrder(state catalog.PurchaseOrderState) record.StoredOrder {
	r := aPendingOrder()
	r.Order.OrderFlow = catalog.PurchaseOrderFlow
	r.PurchaseOrder = &record.PurchaseOrder{State: state, Forms: []record.Form{}}
	return r
}

// finishOrder is the order once it is complete.
func finishOrder(r record.StoredOrder) record.StoredOrder {
	now := record.At(moved)
	r.Order.Status, r.Order.ApproveStatus, r.Order.OrderNo = catalog.Complete, catalog.Approved, 1
	r.Order.FinishDate, r.Order.DeliveryFinalized = &now, true
	r.Order.ExtraInformation, r.Order.Errors = nil, nil
	r.Sale, r.Invoice = 1, "1"
	if r.PurchaseOrder != nil {
		r.PurchaseOrder = &record.PurchaseOrder{State: catalog.Confirmed, Forms: r.PurchaseOrder.Forms}
	}
	r.Order.Items = slices.Clone(r.Order.Items)
	r.Order.Items[0].ProductDetails.Subscriptions = []record.ItemSubscription{{
		SubscriptionReference: begun, PurchaseDate: now, SubscriptionStartDate: now, ExpirationDate: record.At(moved.AddDate(1, 0, 0)),
		Enabled: true, RecurringEnabled: true,
	}}
	return r
}

var begun = commerce.SubscriptionReference(1000001, 0)

func theSubscription() record.Subscription {
	return record.Subscription{
		Reference: begun, Customer: 7, Partner: "NORTH", Order: "1000001", Product: "YEARLY", Quantity: 3, PricingOptions: []string{"five"},
		Upgradable: true, StartDate: record.At(moved), ExpirationDate: record.At(moved.AddDate(1, 0, 0)), Enabled: true,
	}
}

func with(r record.StoredOrder, change func(*record.StoredOrder)) record.StoredOrder {
	change(&r)
	return r
}

func disputed(resolution catalog.Resolution, reason catalog.Reason) func(*record.StoredOrder) {
	return func(r *record.StoredOrder) {
		r.Order.ChargebackResolution, r.Order.ChargebackReasonCode = &resolution, &reason
	}
}

func status(s catalog.Status, a catalog.ApproveStatus) func(*record.StoredOrder) {
	return func(r *record.StoredOrder) {
		r.Order.Status, r.Order.ApproveStatus = s, a
		if s != catalog.Pending {
			r.Order.ExtraInformation, r.Order.Errors = nil, nil
		}
	}
}

// cancel cancels an order and keeps its errors.
func cancel(r *record.StoredOrder) {
	r.Order.Status, r.Order.ApproveStatus, r.Order.ExtraInformation = catalog.Canceled, catalog.Approved, nil
}

// moves is one way of an order; each step is a move of its own.
type moves []commerce.OrderMove

func TestMoveOrder(t *testing.T) {
	t.Parallel()
	authorised := with(aPendingOrder(), status(catalog.AuthReceived, catalog.Approved))
	refunded := with(finishOrder(aPendingOrder()), func(r *record.StoredOrder) {
		r.Order.Status = catalog.Refund
		r.Order.Refunds = []record.Refund{{Date: record.At(moved), Amount: record.Cents(120_00), Currency: "EUR", Reason: "CUSTOM_REASON",
			Items: []record.RefundItem{{LineItemReference: "YEARLY", Quantity: 3, Amount: record.Cents(90_00)}, {LineItemReference: "BOOK", Quantity: 1, Amount: record.Cents(30_00)}}}}
		ended := &r.Order.Items[0].ProductDetails.Subscriptions[0]
		ended.Enabled, ended.RecurringEnabled = false, false
	})
	chargedBack := with(refunded, func(r *record.StoredOrder) {
		r.Order.Refunds = slices.Clone(r.Order.Refunds)
		r.Order.Refunds[0].Reason = "CHARGEBACK"
	})
	part := func(cents int64) record.Refund {
		return record.Refund{Date: record.At(moved), Amount: record.Cents(cents), Currency: "EUR", Reason: "LATE", Comment: "Sorry", Items: []record.RefundItem{}}
	}
	give := func(cents int64) commerce.OrderMove {
		return commerce.OrderMove{Refund: &commerce.RefundMove{Amount: new(record.Cents(cents)), Reason: "LATE", Comment: "Sorry"}}
	}
	parts := func(status catalog.Status, refunds ...record.Refund) func(*record.StoredOrder) {
		return func(r *record.StoredOrder) { r.Order.Status, r.Order.Refunds = status, refunds }
	}
	ended := theSubscription()
	ended.Enabled, ended.Upgradable = false, false
	pay := commerce.OrderMove{Status: catalog.AuthReceived}
	complete := commerce.OrderMove{Status: catalog.Complete}
	tests := []struct {
		what   string
		before record.StoredOrder
		moves  moves
		after  record.StoredOrder
		begun  []record.Subscription
	}{
		{"paid", aPendingOrder(), moves{pay}, authorised, nil},
		{"complete", aPendingOrder(), moves{pay, complete}, finishOrder(aPendingOrder()), []record.Subscription{theSubscription()}},
		{"complete twice", aPendingOrder(), moves{pay, complete, complete}, finishOrder(aPendingOrder()), []record.Subscription{theSubscription()}},
		{"refunded", aPendingOrder(), moves{pay, complete, {Status: catalog.Refund}}, refunded, []record.Subscription{ended}},
		{"reversed", aPendingOrder(), moves{pay, {Status: catalog.Reversed}}, with(authorised, status(catalog.Reversed, catalog.Fraud)), nil},
		{"canceled", aPendingOrder(), moves{{Status: catalog.Canceled}}, with(aPendingOrder(), cancel), nil},
		{"disputed", aPendingOrder(), moves{pay, {Status: catalog.Complete, Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeOpen, Reason: catalog.FraudReason}}},
			with(finishOrder(aPendingOrder()), disputed(catalog.DisputeOpen, catalog.FraudReason)), []record.Subscription{theSubscription()}},
		{"dispute won", aPendingOrder(), moves{pay, {Status: catalog.Complete, Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeOpen, Reason: catalog.FraudReason}},
			{Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeWon}}},
			with(finishOrder(aPendingOrder()), disputed(catalog.DisputeWon, catalog.FraudReason)), []record.Subscription{theSubscription()}},
		{"dispute ended", aPendingOrder(), moves{pay, {Status: catalog.Complete, Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeWon}}, {Dispute: &commerce.DisputeMove{}}},
			finishOrder(aPendingOrder()), []record.Subscription{theSubscription()}},
		{"dispute lost", aPendingOrder(), moves{pay, complete, {Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeOpen}}, {Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeLost}}},
			with(chargedBack, disputed(catalog.DisputeLost, catalog.UnknownReason)), []record.Subscription{ended}},
		{"dispute accepted with a refund", aPendingOrder(), moves{pay, complete, {Status: catalog.Refund, Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeAccepted}}},
			with(refunded, disputed(catalog.DisputeAccepted, catalog.UnknownReason)), []record.Subscription{ended}},
		{"reversed with a dispute", aPendingOrder(), moves{pay, {Status: catalog.Reversed, Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeLost, Reason: catalog.FraudReason}}},
			with(with(authorised, status(catalog.Reversed, catalog.Fraud)), disputed(catalog.DisputeLost, catalog.FraudReason)), nil},
		{"refunded in parts", aPendingOrder(), moves{pay, complete, give(20_00), give(0_01)},
			with(finishOrder(aPendingOrder()), parts(catalog.Complete, part(20_00), part(0_01))), []record.Subscription{theSubscription()}},
		{"the rest refunded", aPendingOrder(), moves{pay, complete, give(20_00), give(100_00)},
			with(refunded, parts(catalog.Refund, part(20_00), part(100_00))), []record.Subscription{ended}},
		{"refunded with a reason", aPendingOrder(), moves{pay, complete, {Status: catalog.Refund, Refund: &commerce.RefundMove{Reason: "CHARGEBACK"}}}, chargedBack, []record.Subscription{ended}},
		{"refunded without its subscription", finishOrder(aPendingOrder()), moves{{Status: catalog.Refund}}, refunded, nil},
		{"disputed after a refund", refunded, moves{{Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeLost}}}, with(refunded, disputed(catalog.DisputeLost, catalog.UnknownReason)), nil},
		{"dispute won for another reason", with(finishOrder(aPendingOrder()), disputed(catalog.DisputeOpen, catalog.FraudReason)),
			moves{{Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeWon, Reason: catalog.UnknownReason}}}, with(finishOrder(aPendingOrder()), disputed(catalog.DisputeWon, catalog.UnknownReason)), nil},
		{"form waived", aPurchaseOrder(catalog.AwaitingForm), moves{{PurchaseOrder: catalog.AwaitingConfirmation}, {PurchaseOrder: catalog.AwaitingPayment}},
			aPurchaseOrder(catalog.AwaitingPayment), nil},
		{"purchase order confirmed", aPurchaseOrder(catalog.AwaitingPayment), moves{{PurchaseOrder: catalog.Confirmed, Status: catalog.Complete}},
			finishOrder(aPurchaseOrder(catalog.Confirmed)), []record.Subscription{theSubscription()}},
		{"purchase order paid", aPurchaseOrder(catalog.AwaitingPayment), moves{pay}, with(aPurchaseOrder(catalog.Confirmed), status(catalog.AuthReceived, catalog.Approved)), nil},
		{"purchase order canceled", aPurchaseOrder(catalog.AwaitingForm), moves{{Status: catalog.Canceled}}, with(aPurchaseOrder(catalog.CanceledOrder), cancel), nil},
		{"purchase order canceled by its state", aPurchaseOrder(catalog.AwaitingForm), moves{{PurchaseOrder: catalog.CanceledOrder}}, with(aPurchaseOrder(catalog.CanceledOrder), cancel), nil},
		{"approved", with(aPendingOrder(), status(catalog.AuthReceived, catalog.Waiting)), moves{{ApproveStatus: catalog.Approved}}, authorised, nil},
		{"approved as it is", authorised, moves{{ApproveStatus: catalog.Approved}}, authorised, nil},
		{"an upgrade begins nothing", with(aPendingOrder(), func(r *record.StoredOrder) { r.Proforma = "PF1" }), moves{pay, complete},
			with(finishOrder(aPendingOrder()), func(r *record.StoredOrder) {
				r.Proforma, r.Order.Items[0].ProductDetails.Subscriptions = "PF1", nil
			}), nil},
	}
	for _, test := range tests {
		t.Run(test.what, func(t *testing.T) {
			t.Parallel()
			shop := moveShop(t, test.before)
			for _, m := range test.moves {
				if _, err := shop.MoveOrder(commerce.Terms{Now: moved}, "1000001", m); err != nil {
					t.Fatalf("%+v: %v", m, err)
				}
			}
			checkMoved(t, shop, test.after, test.begun)
		})
	}
}

func TestMoveOrderRefused(t *testing.T) {
	t.Parallel()
	completed := with(finishOrder(aPendingOrder()), func(r *record.StoredOrder) { r.Order.Items[0].ProductDetails.Subscriptions = nil })
	tests := []struct {
		what   string
		before record.StoredOrder
		move   commerce.OrderMove
		want   error
	}{
		{"not so fast", aPendingOrder(), commerce.OrderMove{Status: catalog.Complete},
			&commerce.TransitionError{What: "status", To: "COMPLETE", Why: "it is PENDING", Legal: []string{"AUTHRECEIVED", "CANCELED"}}},
		{"an approval of another status", completed, commerce.OrderMove{ApproveStatus: catalog.Fraud},
			&commerce.TransitionError{What: "approve_status", To: "FRAUD", Why: "FRAUD goes with the status CANCELED or REVERSED, this order is COMPLETE with OK"}},
		{"the end", with(aPendingOrder(), status(catalog.Reversed, catalog.Fraud)), commerce.OrderMove{Status: catalog.Refund},
			&commerce.TransitionError{What: "status", To: "REFUND", Why: "it is REVERSED"}},
		{"no purchase order", aPendingOrder(), commerce.OrderMove{PurchaseOrder: catalog.Confirmed},
			&commerce.TransitionError{What: "purchase_order", To: "confirmed", Why: "the order is no purchase order"}},
		{"a purchase order that waits", aPurchaseOrder(catalog.AwaitingForm), commerce.OrderMove{Status: catalog.AuthReceived},
			&commerce.TransitionError{What: "status", To: "AUTHRECEIVED", Why: "it is PENDING", Legal: []string{"CANCELED"}}},
		{"back", aPurchaseOrder(catalog.AwaitingPayment), commerce.OrderMove{PurchaseOrder: catalog.AwaitingForm},
			&commerce.TransitionError{What: "purchase_order", To: "awaiting_form", Why: "it is awaiting_payment", Legal: []string{"confirmed", "canceled"}}},
		{"all or nothing", aPendingOrder(), commerce.OrderMove{Status: catalog.AuthReceived, Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeOpen}},
			&commerce.TransitionError{What: "dispute", To: "OPEN", Why: "the order is AUTHRECEIVED, and only a paid order has a dispute"}},
		{"lost and still complete", completed, commerce.OrderMove{Status: catalog.Complete, Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeLost}},
			&commerce.TransitionError{What: "dispute", To: "LOST", Why: "the order is COMPLETE", Legal: []string{"OPEN", "WON"}}},
		{"refunded during a dispute", with(completed, disputed(catalog.DisputeOpen, catalog.FraudReason)), commerce.OrderMove{Status: catalog.Refund},
			&commerce.TransitionError{What: "status", To: "REFUND", Why: "its dispute is OPEN", Legal: []string{"LOST", "ACCEPTED"}}},
		{"a part of an unpaid order", aPendingOrder(), commerce.OrderMove{Refund: &commerce.RefundMove{Amount: new(record.Cents(1))}},
			&commerce.TransitionError{What: "status", To: "REFUND", Why: "it is PENDING", Legal: []string{"AUTHRECEIVED", "CANCELED"}}},
		{"too late", with(completed, func(r *record.StoredOrder) {
			r.Order.FinishDate = new(record.At(moved.AddDate(0, -3, 0).Add(-time.Second)))
		}),
			commerce.OrderMove{Refund: &commerce.RefundMove{Amount: new(record.Cents(1))}},
			&commerce.TransitionError{What: "refund", To: "partial", Legal: []string{"REFUND"},
				Why: "it was finished 2026-07-09 11:59:59, more than 3 months ago, and is COMPLETE"}},
		{"too much", completed, commerce.OrderMove{Refund: &commerce.RefundMove{Amount: new(record.Cents(120_01))}},
			commerce.Problemf(catalog.InvalidParameter, "refund.amount must be at most 120.00, which is left of the order, got \"120.01\"").
				Of("refund.amount", "120.01", "at most 120.00, which is left of the order")},
		{"a part with the status", completed, commerce.OrderMove{Status: catalog.Refund, Refund: &commerce.RefundMove{Amount: new(record.Cents(1))}},
			commerce.Problemf(catalog.InvalidParameter, "refund.amount must be 120.00, which is left of the order, or absent, with the status REFUND, got \"0.01\"").
				Of("refund.amount", "0.01", "120.00, which is left of the order, or absent, with the status REFUND")},
		{"nothing", completed, commerce.OrderMove{Refund: &commerce.RefundMove{Amount: new(record.Cents(0))}},
			commerce.Problemf(catalog.InvalidParameter, "refund.amount must be above 0, with at most two decimals, got \"0\"").
				Of("refund.amount", "0", "above 0, with at most two decimals")},
		{"no such status", aPendingOrder(), commerce.OrderMove{Status: "DONE"},
			commerce.Problemf(catalog.InvalidParameter, `status must be COMPLETE, PENDING, CANCELED, REFUND, AUTHRECEIVED or REVERSED, got "DONE"`).
				Of("status", "DONE", "COMPLETE, PENDING, CANCELED, REFUND, AUTHRECEIVED or REVERSED")},
	}
	for _, test := range tests {
		t.Run(test.what, func(t *testing.T) {
			t.Parallel()
			shop := moveShop(t, test.before)
			_, err := shop.MoveOrder(commerce.Terms{Now: moved}, "1000001", test.move)
			if problem := (*commerce.Problem)(nil); errors.As(err, &problem) {
				problem.More = nil // an empty list and none are the same
			}
			if !reflect.DeepEqual(err, test.want) {
				t.Errorf("got %#v, want %#v", err, test.want)
			}
			checkMoved(t, shop, test.before, nil)
		})
	}
}

// TestTransitions tries every way from every state (open question transitions).
func TestTransitions(t *testing.T) {
	t.Parallel()
	all := []catalog.Status{catalog.Pending, catalog.AuthReceived, catalog.Complete, catalog.Reversed, catalog.Refund, catalog.Canceled}
	legal := map[catalog.Status][]catalog.Status{
		catalog.Pending: {catalog.AuthReceived, catalog.Canceled}, catalog.AuthReceived: {catalog.Complete, catalog.Reversed}, catalog.Complete: {catalog.Refund},
	}
	for _, from := range all {
		for _, to := range all {
			_, err := moveShop(t, with(aPendingOrder(), status(from, catalog.Approved))).MoveOrder(commerce.Terms{Now: moved}, "1000001", commerce.OrderMove{Status: to})
			if got, want := err == nil, from == to || slices.Contains(legal[from], to); got != want {
				t.Errorf("%s to %s: got %v, want legal %v", from, to, err, want)
			}
		}
	}
	states := []catalog.PurchaseOrderState{catalog.AwaitingForm, catalog.AwaitingConfirmation, catalog.AwaitingPayment, catalog.Confirmed, catalog.CanceledOrder}
	onwards := map[catalog.PurchaseOrderState]catalog.PurchaseOrderState{
		catalog.AwaitingForm: catalog.AwaitingConfirmation, catalog.AwaitingConfirmation: catalog.AwaitingPayment, catalog.AwaitingPayment: catalog.Confirmed,
	}
	for _, from := range states {
		for _, to := range states {
			_, err := moveShop(t, aPurchaseOrder(from)).MoveOrder(commerce.Terms{Now: moved}, "1000001", commerce.OrderMove{PurchaseOrder: to})
			open := onwards[from] != ""
			if got, want := err == nil, from == to || open && (to == onwards[from] || to == catalog.CanceledOrder); got != want {
				t.Errorf("%s to %s: got %v, want legal %v", from, to, err, want)
			}
		}
	}
}

// TestSubscriptionReferences passes over a taken reference.
func TestSubscriptionReferences(t *testing.T) {
	t.Parallel()
	taken := record.Subscription{Reference: begun, Order: "1000001", Product: "BOOK", StartDate: record.At(moved), ExpirationDate: record.At(moved)}
	shop := moveShop(t, with(aPendingOrder(), status(catalog.AuthReceived, catalog.Approved)), taken)
	must(t, lastly(shop.MoveOrder(commerce.Terms{Now: moved}, "1000001", commerce.OrderMove{Status: catalog.Complete})))
	next := theSubscription()
	next.Reference = commerce.SubscriptionReference(1000001+1<<30, 0)
	same(t, "subscriptions", subscriptionsOf(t, shop), map[string]record.Subscription{begun: taken, next.Reference: next})
}

// moveShop opens a shop with an order, the products of its lines, and these
// subscriptions.
func moveShop(t *testing.T, order record.StoredOrder, subscriptions ...record.Subscription) *commerce.Shop {
	t.Helper()
	return openShop(t, commerce.World{
		Customers: slices.Values([]record.Customer{{Reference: 7}}),
		Products:  []record.Product{{Code: "YEARLY", Months: 12, UpgradeProducts: []string{"OTHER"}}, {Code: "BOOK"}},
		Orders:    slices.Values([]record.StoredOrder{order}), Subscriptions: slices.Values(subscriptions),
	})
}

// checkMoved compares the whole order and all subscriptions.
func checkMoved(t *testing.T, shop *commerce.Shop, order record.StoredOrder, subscriptions []record.Subscription) {
	t.Helper()
	checkOrder(t, shop, order)
	want := map[string]record.Subscription{}
	for _, s := range subscriptions {
		want[s.Reference] = s
	}
	same(t, "subscriptions", subscriptionsOf(t, shop), want)
}

func encoded(t testing.TB, values ...any) []byte {
	t.Helper()
	text, err := record.Encode(values)
	must(t, err)
	return text
}

func subscriptionsOf(t *testing.T, shop *commerce.Shop) map[string]record.Subscription {
	t.Helper()
	all := map[string]record.Subscription{}
	must(t, shop.View(func(tx commerce.Tx) error {
		for reference := range tx.Subscriptions().References() {
			s, _, err := tx.Subscriptions().Get(reference)
			if err != nil {
				return err
			}
			all[reference] = s
		}
		return nil
	}))
	return all
}

// TestValuesOfAMove names every value of a move outside its closed set.
func TestValuesOfAMove(t *testing.T) {
	t.Parallel()
	for want, move := range map[string]commerce.OrderMove{
		"<nil>":                                   {Dispute: &commerce.DisputeMove{}},
		"status approve_status purchase_order":    {Status: "X", ApproveStatus: "X", PurchaseOrder: "X"},
		"dispute.resolution dispute.reason":       {Dispute: &commerce.DisputeMove{Resolution: "X", Reason: "Y"}},
		"dispute.resolution":                      {Dispute: &commerce.DisputeMove{Reason: catalog.FraudReason}},
		"dispute.reason":                          {Dispute: &commerce.DisputeMove{Resolution: catalog.DisputeOpen, Reason: "Y"}},
		"status dispute.resolution refund.amount": {Status: "X", Dispute: &commerce.DisputeMove{Resolution: "X"}, Refund: &commerce.RefundMove{Amount: new(record.Cents(-1))}},
	} {
		got := "<nil>"
		if p, _ := errors.AsType[*commerce.Problem](move.Validate()); p != nil {
			got = p.Field
			for _, more := range p.More {
				got += " " + more.Field
			}
		}
		if got != want {
			t.Errorf("%+v: got problems of %s, want %s", move, got, want)
		}
	}
}
