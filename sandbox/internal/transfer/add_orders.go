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
		if decoded.err != nil {
			return decoded.err
		}
		subscriptions := of[a.orders[decoded.index].ref]
		if err := a.addWithSubscriptions(decoded.index, &decoded.record, subscriptions); err != nil {
			return err
		}
	}
	return nil
}

func (a *addition) addWithSubscriptions(i int, stored *record.StoredOrder, subscriptions []int) error {
	written, err := a.addOrder(i, stored)
	if err != nil || !written {
		return err
	}
	for _, s := range subscriptions {
		if err := a.addSubscription(&a.subscriptions[s]); err != nil {
			return err
		}
	}
	a.check(&a.orders[i], stored)
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
		if err := a.replaceOrder(o, &stored, whole); err != nil {
			return false, err
		}
	}
	a.fitInternals(i, whole, known)
	if a.numberTaken(o, whole) {
		return false, nil
	}
	return true, a.tx.Orders().Put(*whole)
}

// replaceOrder prepares the account for an order instead of its own. Without internal
// fields the order gets those of the account's.
func (a *addition) replaceOrder(o *order, stored, whole *record.StoredOrder) error {
	if err := a.touchOrder(o); err != nil {
		return err
	}
	if err := a.drop(stored); err != nil {
		return err
	}
	if !o.noted {
		whole.OrderInternals = stored.OrderInternals
	}
	return nil
}

// fitInternals gives an order its numbers and a purchase order fit for its status.
func (a *addition) fitInternals(i int, whole *record.StoredOrder, known bool) {
	noted := a.orders[i].noted
	if numbers, given := a.numbers[i]; given {
		whole.Sale, whole.Invoice = numbers.sale, numbers.invoice
	}
	if !isPaid(&whole.Order) && !noted {
		whole.Sale, whole.Invoice = 0, ""
	}
	if whole.Order.OrderFlow == catalog.PurchaseOrderFlow && (whole.PurchaseOrder == nil || !noted && known) {
		fitPurchaseOrder(whole)
	}
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
			if err := a.dropSubscription(shown.SubscriptionReference, stored.Order.RefNo); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *addition) dropSubscription(reference, order string) error {
	s, known, err := a.tx.Subscriptions().Get(reference)
	if err != nil {
		return err
	}
	if !known || s.Order != order || a.hasSubscription(reference) {
		return nil
	}
	if err := a.removeHandles(reference); err != nil {
		return err
	}
	return a.tx.Subscriptions().Delete(reference)
}

// hasSubscription reports whether the import has a subscription.
func (a *addition) hasSubscription(reference string) bool {
	read := &a.from.reader.references
	return read.has(subscriptionName, reference) || read.has(shownName, reference)
}

// addSubscriptions writes the subscriptions of orders already in the account.
func (a *addition) addSubscriptions() error {
	for i := range a.subscriptions {
		s := &a.subscriptions[i]
		if a.ours[s.Order] {
			continue
		}
		if err := a.addOfKnownOrder(s); err != nil {
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

// addOfKnownOrder writes a subscription if the account has its order, otherwise the one
// that an order of the text shows in its place.
func (a *addition) addOfKnownOrder(s *subscription) error {
	if _, known := a.tx.Orders().Body(s.Order); known {
		return a.addSubscription(s)
	}
	a.recordBreach(s.found, fmt.Sprintf("subscription %s names the order %q, which neither the account nor the text has", s.Reference, shorten(s.Order)))
	a.outcome.LeftOut[Subscriptions]++
	if shown, implied := a.shown[s.Reference]; implied {
		return a.addSubscription(&shown) // otherwise an order would show a subscription missing from the account
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
	return a.putSubscription(s, &stored, known)
}

func (a *addition) putSubscription(s *subscription, stored *record.Subscription, known bool) error {
	a.countSubscription(s, known)
	whole, err := a.completeSubscription(s)
	if err != nil {
		return err
	}
	if known {
		a.touch(s.found, stored)
	}
	if known || !a.ours[s.Order] {
		a.touch(s.found, &whole)
	}
	return a.tx.Subscriptions().Put(whole)
}

// countSubscription counts a subscription. One implied by several orders counts once.
func (a *addition) countSubscription(s *subscription, known bool) {
	switch {
	case !s.implied:
		a.count(Subscriptions, known)
	case !a.implied[s.Reference]:
		a.outcome.Implied[Subscriptions]++
		a.implied[s.Reference] = true
	}
}

// completeSubscription decides whether an implied subscription can be upgraded, and leaves
// out a customer missing from the account.
func (a *addition) completeSubscription(s *subscription) (record.Subscription, error) {
	whole := s.Subscription
	if s.implied {
		product, sold, err := a.tx.Products().Product(s.Product)
		if err != nil {
			return whole, err
		}
		whole.Upgradable = s.Enabled && sold && len(product.UpgradeProducts) > 0
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
	return err == nil && !s.date.Before(other.Order.OrderDate.Time), err // any date is later than that of an unknown order
}
