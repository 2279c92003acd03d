package commerce_test

import (
	"errors"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestCompleteOrder completes orders of every state before COMPLETE.
func TestCompleteOrder(t *testing.T) {
	t.Parallel()
	terms := commerce.Terms{Now: moved}
	for name, test := range map[string]struct{ before, after record.StoredOrder }{
		"pending":                   {aPendingOrder(), finishOrder(aPendingOrder())},
		"paid":                      {with(aPendingOrder(), status(catalog.AuthReceived, catalog.Approved)), finishOrder(aPendingOrder())},
		"awaiting its confirmation": {aPurchaseOrder(catalog.AwaitingConfirmation), finishOrder(aPurchaseOrder(catalog.Confirmed))},
		"awaiting its payment":      {aPurchaseOrder(catalog.AwaitingPayment), finishOrder(aPurchaseOrder(catalog.Confirmed))},
		"a paid purchase order":     {with(aPurchaseOrder(catalog.Confirmed), status(catalog.AuthReceived, catalog.Approved)), finishOrder(aPurchaseOrder(catalog.Confirmed))},
		"complete":                  {finishOrder(aPendingOrder()), finishOrder(aPendingOrder())},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var known []record.Subscription
			if test.before.Order.Status == catalog.Complete {
				known = append(known, theSubscription())
			}
			shop := moveShop(t, test.before, known...)
			must(t, lastly(shop.CompleteOrder(terms, "1000001")))
			checkMoved(t, shop, test.after, []record.Subscription{theSubscription()})
			if changes, err := shop.CompleteOrder(terms, "1000001"); err != nil || len(changes) > 0 {
				t.Errorf("again: got %d changes, %v", len(changes), err)
			}
		})
	}
}

// TestCompleteOrderRefused tries orders that cannot become COMPLETE, and leaves them as they are.
func TestCompleteOrderRefused(t *testing.T) {
	t.Parallel()
	canceled := with(aPendingOrder(), status(catalog.Canceled, catalog.Approved))
	shop := moveShop(t, canceled)
	var transition *commerce.TransitionError
	if _, err := shop.CompleteOrder(commerce.Terms{Now: moved}, "1000001"); !errors.As(err, &transition) {
		t.Errorf("a canceled order: got %v", err)
	}
	checkMoved(t, shop, canceled, nil)
	formless := moveShop(t, aPurchaseOrder(catalog.AwaitingForm))
	if _, err := formless.CompleteOrder(commerce.Terms{Now: moved}, "1000001"); !errors.As(err, &transition) {
		t.Errorf("a purchase order without a form: got %v", err)
	}
	checkMoved(t, formless, aPurchaseOrder(catalog.AwaitingForm), nil)
	var problem *commerce.Problem
	if _, err := shop.CompleteOrder(commerce.Terms{Now: moved}, "1"); !errors.As(err, &problem) || problem.Code != catalog.OrderNotFound {
		t.Errorf("an unknown order: got %v", err)
	}
}

// TestRefundAmounts accepts amounts above 0 that the currency can pay.
func TestRefundAmounts(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{"0.01": true, "1.000": true, "0": false, "-0.01": false, "0.005": false, "1.001": false} {
		amount, err := record.ParseMoney(text)
		must(t, err)
		if err := (commerce.OrderMove{Refund: &commerce.RefundMove{Amount: &amount}}).Validate(); (err == nil) != ok {
			t.Errorf("%s: got %v, want it accepted: %t", text, err, ok)
		}
	}
}

// TestRefundDates refunds parts of an order while the clock goes forward and back.
func TestRefundDates(t *testing.T) {
	t.Parallel()
	shop := moveShop(t, with(aPendingOrder(), status(catalog.AuthReceived, catalog.Approved)))
	give := commerce.OrderMove{Refund: &commerce.RefundMove{Amount: new(record.Cents(1_00)), Reason: "LATE"}}
	moves := []struct {
		at   time.Time
		move commerce.OrderMove
	}{
		{moved, commerce.OrderMove{Status: catalog.Complete}},
		{moved.Add(-time.Hour), give}, // not before the order was finished
		{moved.Add(2 * time.Hour), give},
		{moved.Add(time.Hour), give}, // not before the last refund
		{moved.Add(3 * time.Hour), give},
	}
	for _, m := range moves {
		must(t, lastly(shop.MoveOrder(commerce.Terms{Now: m.at}, "1000001", m.move)))
	}
	refunds := storedOrder(t, shop, "1000001").Order.Refunds
	for i, want := range []time.Time{moved, moved.Add(2 * time.Hour), moved.Add(2 * time.Hour), moved.Add(3 * time.Hour)} {
		if got := refunds[i].Date; !got.Equal(want) {
			t.Errorf("refund %d: got %s, want %s", i+1, got.Time, want)
		}
	}
}
