package transfer

import (
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// addOrders writes the orders, each with its subscriptions, and checks the rules.
func (a *addition) addOrders() error {
	of := map[string][]int{} // the subscriptions of each order
	for i := range a.subscriptions {
		s := &a.subscriptions[i]
		of[s.Order] = append(of[s.Order], i)
	}
	for i := range a.orders {
		o := &a.orders[i]
		// Decoded a second time, because all orders of a batch would need more memory than their texts.
		stored, err := o.record()
		if err != nil {
			return err
		}
		added, err := a.addOrder(i, &stored)
		if err != nil {
			return err
		}
		if !added {
			continue
		}
		for _, s := range of[o.ref] {
			if err := a.addSubscription(&a.subscriptions[s]); err != nil {
				return err
			}
		}
		links, others := split(ledger.OrderBreaches(a.tx, &stored, a.Now))
		for _, b := range others {
			a.recordBreach(o.found, b.Error())
		}
		if len(links) > 0 { // they may become complete with a later order
			a.again = append(a.again, written{o.found, o.ref})
		}
	}
	return nil
}

// addOrder writes one order, and reports whether it did. Without internal fields an order
// gets those of the replaced one.
func (a *addition) addOrder(i int, whole *record.StoredOrder) (added bool, err error) {
	o := &a.orders[i]
	stored, known, err := a.tx.Orders().Get(o.ref)
	if err != nil {
		return false, err
	}
	a.count(Orders, known)
	if known {
		if err := a.touchOrder(o); err != nil {
			return false, err
		}
		if err := a.dropSubscriptions(&stored.Order); err != nil {
			return false, err
		}
		if !o.noted {
			whole.OrderInternals = stored.OrderInternals
		}
	}
	a.fitInternals(i, whole)
	if a.numberTaken(o, whole) {
		return false, nil
	}
	return true, a.tx.Orders().Put(*whole)
}

// fitInternals gives an order its numbers and a purchase order fit for its status.
func (a *addition) fitInternals(i int, whole *record.StoredOrder) {
	noted := a.orders[i].noted
	if numbers, given := a.numbers[i]; given {
		whole.Sale, whole.Invoice = numbers.Sale, numbers.Invoice
	}
	if !isPaid(&whole.Order) && !noted {
		whole.Sale, whole.Invoice = 0, ""
	}
	if whole.Order.OrderFlow == catalog.PurchaseOrderFlow && (whole.PurchaseOrder == nil || !noted) {
		fitPurchaseOrder(whole)
	}
}

// fitPurchaseOrder gives a purchase order a state fit for its status.
func fitPurchaseOrder(stored *record.StoredOrder) {
	if stored.PurchaseOrder == nil {
		stored.PurchaseOrder = &record.PurchaseOrder{Forms: []record.Form{}}
	}
	status := stored.Order.Status
	if slices.Contains(stored.PurchaseOrder.State.Statuses(), status) {
		return
	}
	for _, state := range catalog.PurchaseOrderState("").Values() {
		if slices.Contains(state.Statuses(), status) {
			stored.PurchaseOrder.State = state
			return
		}
	}
}

// numberTaken reports whether another order of the account has the sale or the
// invoice of an order. This is a fault, because both find one order.
func (a *addition) numberTaken(o *order, stored *record.StoredOrder) bool {
	if stored.Sale != 0 {
		if other, taken := a.tx.Orders().BySale(stored.Sale); taken && other != o.ref {
			a.fault(o.within(".sandbox.sale"), "the account has the sale %d already, of order %s", stored.Sale, other)
			return true
		}
	}
	if stored.Invoice != "" {
		if other, taken := a.tx.Orders().ByInvoice(stored.Invoice); taken && other != o.ref {
			a.fault(o.within(".sandbox.invoice"), "the account has the invoice %q already, of order %s", shorten(stored.Invoice), other)
			return true
		}
	}
	return false
}

// dropSubscriptions removes the subscriptions of a replaced order, unless the import has them.
func (a *addition) dropSubscriptions(of *record.Order) error {
	for i := range of.Items {
		for _, shown := range of.Items[i].ProductDetails.Subscriptions {
			reference := shown.SubscriptionReference
			s, _, err := a.tx.Subscriptions().Get(reference)
			if err != nil {
				return err
			}
			if s.Order != of.RefNo || a.hasSubscription(reference) { // an unknown one is of no order
				continue
			}
			if err := a.removeHandles(reference); err != nil {
				return err
			}
			if err := a.tx.Subscriptions().Delete(reference); err != nil {
				return err
			}
		}
	}
	return nil
}

// hasSubscription reports whether the import has a subscription.
func (a *addition) hasSubscription(reference string) bool {
	read := &a.from.reader.references
	return read.has(subscriptionName, reference) || read.has(shownName, reference)
}

// addSubscriptions writes the subscriptions of orders already in the account. In the place
// of one without an order, it writes the one that an order of the text shows.
func (a *addition) addSubscriptions() error {
	for i := range a.subscriptions {
		s := &a.subscriptions[i]
		if a.ours[s.Order] {
			continue
		}
		if _, known := a.tx.Orders().Body(s.Order); !known {
			a.recordBreach(s.found, fmt.Sprintf("subscription %s names the order %q, which neither the account nor the text has", s.Reference, shorten(s.Order)))
			a.outcome.LeftOut[Subscriptions]++
			shown, implied := a.shown[s.Reference]
			if !implied {
				continue
			}
			s = &shown // otherwise an order would show a subscription missing from the account
		}
		if err := a.addSubscription(s); err != nil {
			return err
		}
	}
	for i := range a.subscriptions {
		if s := &a.subscriptions[i]; !s.implied {
			a.checkSubscription(s)
		}
	}
	return nil
}

func (a *addition) checkSubscription(s *subscription) {
	stored, known, err := a.tx.Subscriptions().Get(s.Reference)
	if err != nil || !known {
		return // it was left out
	}
	for _, b := range ledger.SubscriptionBreaches(a.tx, &stored) {
		a.recordBreach(s.found, b.Error())
	}
}

// addSubscription writes one subscription. One implied by an order stays as the
// account has it if the account's is of a later order.
func (a *addition) addSubscription(s *subscription) error {
	stored, known, err := a.tx.Subscriptions().Get(s.Reference)
	if err != nil {
		return err
	}
	if known && s.implied && stored.Order != s.Order {
		latest, err := a.isLatest(s, &stored)
		if err != nil || !latest {
			return err
		}
	}
	switch {
	case !s.implied:
		a.count(Subscriptions, known)
	case !a.implied[s.Reference]: // one implied by several orders counts once
		a.outcome.Implied[Subscriptions]++
		a.implied[s.Reference] = true
	}
	whole, err := a.completeSubscription(s)
	if err != nil {
		return err
	}
	if known {
		a.touch(s.found, &stored)
	}
	if known || !a.ours[s.Order] {
		a.touch(s.found, &whole)
	}
	return a.tx.Subscriptions().Put(whole)
}

// completeSubscription decides whether an implied subscription can be upgraded, and leaves
// out a customer missing from the account.
func (a *addition) completeSubscription(s *subscription) (record.Subscription, error) {
	whole := s.Subscription
	if s.implied {
		product, _, err := a.tx.Products().Product(s.Product)
		if err != nil {
			return whole, err
		}
		whole.Upgradable = s.Enabled && len(product.UpgradeProducts) > 0 // an unknown product has none
	}
	if whole.Customer == 0 {
		return whole, nil
	}
	_, exists, err := a.tx.Customers().Get(whole.Customer)
	if err == nil && !exists {
		a.recordBreach(s.found, fmt.Sprintf("subscription %s names the customer %d, whom neither the account nor the text has", s.Reference, whole.Customer))
		whole.Customer = 0
	}
	return whole, err
}

// isLatest reports whether an implied subscription replaces the stored one, of
// another order: it must be of the same customer, and the order must be later.
func (a *addition) isLatest(s *subscription, stored *record.Subscription) (bool, error) {
	if s.Customer != stored.Customer && s.Customer != 0 && stored.Customer != 0 {
		a.recordBreach(s.found, fmt.Sprintf("subscription %s is that of customer %d, by order %s", s.Reference, stored.Customer, stored.Order))
		return false, nil
	}
	other, _, err := a.tx.Orders().Get(stored.Order)
	return !s.date.Before(other.Order.OrderDate.Time), err // any date is later than that of an unknown order
}
