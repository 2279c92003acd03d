package commerce_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commercetest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// shownByMany has orders of one customer. The last one begins a subscription, and all
// show it.
func shownByMany(orders int) commerce.World {
	w := commercetest.NewSoundWorld(moved)
	w.Subscription.Order = fmt.Sprint(1_000_000 + orders)
	return commerce.World{
		Customers: slices.Values([]record.Customer{{Reference: 7}}), Subscriptions: slices.Values([]record.Subscription{w.Subscription}),
		Orders: func(yield func(record.StoredOrder) bool) {
			for i := range orders {
				r := w.Order
				r.Order.RefNo, r.Sale, r.Invoice = fmt.Sprint(1_000_001+i), int64(i+1), fmt.Sprint(i+1)
				if !yield(r) {
					return
				}
			}
		},
	}
}

// TestChangesByHandOfManyRecords refuses a change and a deletion that affect more records
// than the maximum, and makes one that affects just as many.
func TestChangesByHandOfManyRecords(t *testing.T) {
	t.Parallel()
	shop := openShop(t, shownByMany(commerce.MaxChangedByHand+1))
	customer, subscription := record.Name{Kind: "customer", ID: "7"}, record.Name{Kind: "subscription", ID: "ABCDEFGHJK"}
	change := func(shop *commerce.Shop) (int, error) {
		changes, err := shop.ChangeCustomer(7, func(c *record.Customer) { c.FirstName = "Ida" })
		return len(changes), err
	}
	prolong := func(shop *commerce.Shop) (int, error) {
		end := moved.AddDate(10, 0, 0)
		changes, err := shop.ChangeSubscription(commerce.Terms{Now: moved}, subscription.ID, commerce.SubscriptionChange{ExpirationDate: &end})
		return len(changes), err
	}
	remove := func(of record.Name) func(*commerce.Shop) (int, error) {
		return func(shop *commerce.Shop) (int, error) {
			d, _, err := shop.DeleteRecord(of)
			return max(len(d.Removed), len(d.Changed)), err
		}
	}
	try := func(what string, do func(*commerce.Shop) (int, error), want int) {
		t.Helper()
		got, err := do(shop.Discarding())
		var tooMany *commerce.TooManyError
		if refused := errors.As(err, &tooMany); refused != (want == 0) || !refused && (err != nil || got != want) {
			t.Errorf("%s: got %d records (%v), want %d", what, got, err, want)
		}
	}
	deleteOrder := func(ref string) {
		t.Helper()
		_, _, err := shop.DeleteRecord(record.Name{Kind: "order", ID: ref})
		must(t, err)
	}
	try("a change of one more", change, 0)
	try("a change of the subscription shown by one more", prolong, 0)
	try("the subscription shown by one more", remove(subscription), 0)
	deleteOrder("1000001")
	try("a change of the maximum", change, commerce.MaxChangedByHand+1)                            // and the customer
	try("a change of the subscription shown by the maximum", prolong, commerce.MaxChangedByHand+1) // and the subscription
	try("the subscription shown by the maximum", remove(subscription), commerce.MaxChangedByHand)
	try("the customer of one more", remove(customer), 0)
	deleteOrder("1000002")
	deleteOrder("1000003")
	try("the customer of the maximum", remove(customer), commerce.MaxChangedByHand) // with the customer and the subscription
}

// TestDeleteOrderOfNobody deletes an order that belongs to no customer. The subscriptions
// that it did not begin stay.
func TestDeleteOrderOfNobody(t *testing.T) {
	t.Parallel()
	w := commercetest.NewSoundWorld(moved)
	w.Other.Order.CustomerDetails, w.Order.Order.CustomerDetails = nil, nil
	w.Subscription.Customer, w.Subscription.PreviousOrders = 0, []string{w.Other.Order.RefNo}
	unrelated := w.Subscription
	unrelated.Reference, unrelated.PreviousOrders = "UNRELATED0", nil
	shop := openShop(t, commerce.World{
		Orders:        slices.Values([]record.StoredOrder{w.Other, w.Order}),
		Subscriptions: slices.Values([]record.Subscription{w.Subscription, unrelated}),
	})
	before := everything(t, shop)
	d, _, err := shop.DeleteRecord(record.Name{Kind: "order", ID: w.Other.Order.RefNo})
	if got := recordNames(d.Removed) + "; " + recordNames(d.Changed); err != nil || got != "order 1000001; subscription ABCDEFGHJK" {
		t.Errorf("got %s (%v)", got, err)
	}
	checkDeleted(t, d.Removed[0], d, before, everything(t, shop))
}

// TestDeleteCustomerOfNoOrder deletes a customer whose subscriptions were bought with orders
// of nobody. The orders stay and no longer show them.
func TestDeleteCustomerOfNoOrder(t *testing.T) {
	t.Parallel()
	w := commercetest.NewSoundWorld(moved)
	w.Other.Order.CustomerDetails, w.Order.Order.CustomerDetails = nil, nil
	earlier := w.Subscription
	earlier.Reference, earlier.Order = "AAAAAAAAAA", w.Other.Order.RefNo
	shop := openShop(t, commerce.World{
		Customers: slices.Values([]record.Customer{{Reference: 7}}), Orders: slices.Values([]record.StoredOrder{w.Other, w.Order}),
		Subscriptions: slices.Values([]record.Subscription{w.Subscription, earlier}),
	})
	d, _, err := shop.DeleteRecord(record.Name{Kind: "customer", ID: "7"})
	if got := recordNames(d.Removed) + "; " + recordNames(d.Changed); err != nil || got != "customer 7, subscription AAAAAAAAAA, subscription ABCDEFGHJK; order 1000002" {
		t.Errorf("got %s (%v)", got, err)
	}
}
