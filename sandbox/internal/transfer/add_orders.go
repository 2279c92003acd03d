package transfer

import (
	"fmt"

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
	for decoded := range a.decodedOrders {
		o, stored := &a.orders[decoded.index], decoded.record
		if decoded.err != nil {
			return decoded.err
		}
		written, err := a.addOrder(decoded.index, &stored)
		if err != nil {
			return err
		}
		if !written {
			continue
		}
		for _, s := range of[o.ref] {
			if err := a.addSubscription(&a.subscriptions[s]); err != nil {
				return err
			}
		}
		a.check(o, &stored)
	}
	return nil
}

// decodedOrder is an order as it is stored.
type decodedOrder struct {
	index  int // of the addition's orders
	record record.StoredOrder
	err    error
}

// decodedOrders decodes the orders a second time, because all orders of a batch would
// need more memory than their texts.
func (a *addition) decodedOrders(yield func(decodedOrder) bool) {
	for i := range a.orders {
		stored, err := a.orders[i].record()
		if !yield(decodedOrder{i, stored, err}) {
			return
		}
	}
}

// check checks the rules of a written order. Links may become complete with a later
// order.
func (a *addition) check(o *order, stored *record.StoredOrder) {
	links, others := split(ledger.OrderBreaches(a.tx, stored, a.Now))
	for _, b := range others {
		a.recordBreach(o.found, b.Error())
	}
	if len(links) > 0 {
		a.again = append(a.again, written{o.found, o.ref})
	}
}

// addOrder writes one order, and reports whether it did.
func (a *addition) addOrder(i int, whole *record.StoredOrder) (written bool, err error) {
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
		if err := a.drop(&stored); err != nil {
			return false, err
		}
		if !o.noted {
			whole.OrderInternals = stored.OrderInternals
		}
	}
	if numbers, given := a.numbers[i]; given {
		whole.Sale, whole.Invoice = numbers.sale, numbers.invoice
	}
	if !isPaid(&whole.Order) && !o.noted {
		whole.Sale, whole.Invoice = 0, ""
	}
	if whole.Order.OrderFlow == catalog.PurchaseOrderFlow && (whole.PurchaseOrder == nil || !o.noted && known) {
		fitPurchaseOrder(whole)
	}
	if a.numberTaken(o, whole) {
		return false, nil
	}
	return true, a.tx.Orders().Put(*whole)
}

// fitPurchaseOrder gives a purchase order a state fit for its status.
func fitPurchaseOrder(stored *record.StoredOrder) {
	if stored.PurchaseOrder == nil {
		stored.PurchaseOrder = &record.PurchaseOrder{Forms: []record.Form{}}
	}
	for _, status := range stored.PurchaseOrder.State.Statuses() {
		if status == stored.Order.Status {
			return
		}
	}
	stored.PurchaseOrder.State = stateOf(stored.Order.Status)
}

// numberTaken reports whether another order of the account has the sale or the
// invoice of an order. This is a fault, because both find one order.
func (a *addition) numberTaken(o *order, stored *record.StoredOrder) bool {
	other, taken := "", false
	if stored.Sale != 0 {
		if other, taken = a.tx.Orders().BySale(stored.Sale); taken && other != o.ref {
			a.fault(o.within(".sandbox.sale"), "the account has the sale %d already, of order %s", stored.Sale, other)
			return true
		}
	}
	if stored.Invoice != "" {
		if other, taken = a.tx.Orders().ByInvoice(stored.Invoice); taken && other != o.ref {
			a.fault(o.within(".sandbox.invoice"), "the account has the invoice %q already, of order %s", shorten(stored.Invoice), other)
			return true
		}
	}
	return false
}

// drop removes the subscriptions of a replaced order, unless the batch has them.
func (a *addition) drop(stored *record.StoredOrder) error {
	for i := range stored.Order.Items {
		for _, shown := range stored.Order.Items[i].ProductDetails.Subscriptions {
			reference := shown.SubscriptionReference
			s, known, err := a.tx.Subscriptions().Get(reference)
			if err != nil {
				return err
			}
			if !known || s.Order != stored.Order.RefNo || a.hasSubscription(reference) {
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
	taken := &a.from.reader.taken
	return taken.has(subscriptionTaken, reference) || taken.has(shownTaken, reference)
}

// addSubscriptions writes the subscriptions of orders already in the account.
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
	written := s.Subscription
	if s.implied {
		if !a.implied[s.Reference] {
			a.outcome.Implied[Subscriptions]++
		}
		a.implied[s.Reference] = true
		product, sold, err := a.tx.Products().Product(s.Product)
		if err != nil {
			return err
		}
		written.Upgradable = s.Enabled && sold && len(product.UpgradeProducts) > 0
	} else {
		a.count(Subscriptions, known)
	}
	if written.Customer != 0 {
		if _, exists, err := a.tx.Customers().Get(written.Customer); err != nil {
			return err
		} else if !exists {
			a.recordBreach(s.found, fmt.Sprintf("subscription %s names the customer %d, whom neither the account nor the text has", s.Reference, written.Customer))
			written.Customer = 0
		}
	}
	if known {
		a.touch(s.found, &stored)
	}
	if known || !a.ours[s.Order] {
		a.touch(s.found, &written)
	}
	return a.tx.Subscriptions().Put(written)
}

// isLatest reports whether an implied subscription replaces the stored one, of
// another order: it must be of the same customer, and the order must be later.
func (a *addition) isLatest(s *subscription, stored *record.Subscription) (bool, error) {
	if s.Customer != stored.Customer && s.Customer != 0 && stored.Customer != 0 {
		a.recordBreach(s.found, fmt.Sprintf("subscription %s is that of customer %d, by order %s", s.Reference, stored.Customer, stored.Order))
		return false, nil
	}
	other, known, err := a.tx.Orders().Get(stored.Order)
	return err == nil && (!known || !s.date.Before(other.Order.OrderDate.Time)), err
}
