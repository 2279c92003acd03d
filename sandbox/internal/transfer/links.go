package transfer

import (
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// touched are the records with links a write may have broken, each with the written record.
type touched struct {
	orders, subscriptions map[string]found
	customers             map[int64]found // with orders possibly showing the same subscription
}

func newTouched() touched {
	return touched{map[string]found{}, map[string]found{}, map[int64]found{}}
}

// touch notes the orders that may show a written or replaced subscription.
func (a *addition) touch(f found, s *record.Subscription) {
	a.touched.orders[s.Order] = f
	if s.Customer != 0 {
		a.touched.customers[s.Customer] = f
	}
}

// touchOrder notes the subscriptions of a replaced order, and the orders that may show them.
func (a *addition) touchOrder(o *order) error {
	for _, reference := range slices.Collect(a.tx.Subscriptions().OfOrder(o.ref)) {
		s, known, err := a.tx.Subscriptions().Get(reference)
		if err != nil {
			return err
		}
		if known {
			a.touch(o.found, &s)
			a.touched.subscriptions[reference] = o.found
		}
	}
	return nil
}

// checkAgain checks the links of the orders written with incomplete links, and of
// the touched records.
func (a *addition) checkAgain() error {
	for customer, f := range a.touched.customers {
		for ref := range a.tx.Orders().OfCustomer(customer) {
			a.touched.orders[ref] = f
		}
	}
	for i := range a.again {
		if err := a.checkLinks(a.again[i].ref, a.again[i].found); err != nil {
			return err
		}
		delete(a.touched.orders, a.again[i].ref)
	}
	for _, ref := range slices.Sorted(maps.Keys(a.touched.orders)) {
		if err := a.checkLinks(ref, a.touched.orders[ref]); err != nil {
			return err
		}
	}
	maps.DeleteFunc(a.touched.subscriptions, func(reference string, _ found) bool {
		return a.from.reader.references.has(subscriptionName, reference) // it was checked
	})
	for _, reference := range slices.Sorted(maps.Keys(a.touched.subscriptions)) {
		s := subscription{found: a.touched.subscriptions[reference]}
		s.Reference = reference
		a.checkSubscription(&s)
	}
	return nil
}

// checkLinks checks the links of an order. One that the account does not have shows nothing.
func (a *addition) checkLinks(ref string, f found) error {
	stored, _, err := a.tx.Orders().Get(ref)
	if err != nil {
		return err
	}
	links, _ := split(ledger.OrderBreaches(a.tx, &stored, a.Now))
	for _, b := range links {
		a.recordBreach(f, b.Error())
	}
	return nil
}
