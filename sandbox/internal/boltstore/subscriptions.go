package boltstore

import (
	"bytes"
	"fmt"
	"iter"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

type subscriptionStore struct{ tx *tx }

func (s subscriptionStore) Get(reference string) (record.Subscription, bool, error) {
	return getJSON[record.Subscription](s.tx, subscriptions, reference)
}

func (s subscriptionStore) Put(sub record.Subscription) error {
	if err := s.tx.room(); err != nil {
		return err
	}
	body, err := record.Encode(&sub)
	if err != nil {
		return fmt.Errorf("subscription %s: %w", sub.Reference, err)
	}
	entries, err := s.entries(&sub)
	if err != nil {
		return fmt.Errorf("subscription %s: %w", sub.Reference, err)
	}
	return s.replace(sub.Reference, entries, headed{packSubscription(sub.Brief()), body})
}

func (s subscriptionStore) Delete(reference string) error { return s.replace(reference, nil, headed{}) }

// replace writes a subscription with its entries in place of the one before, or removes it.
func (s subscriptionStore) replace(reference string, entries []entry, now headed) error {
	err := s.tx.replaceIndexed(subscriptions, reference, func(before headed) ([]entry, error) {
		var sub record.Subscription
		if err := record.Decode(before.body, &sub); err != nil {
			return nil, fmt.Errorf("cannot read a stored record: %w", err)
		}
		had, err := s.entries(&sub)
		return slices.DeleteFunc(had, func(e entry) bool { return e.in == purchases && s.hasOther(e, &sub) }), err
	}, entries, now)
	if err != nil {
		return fmt.Errorf("subscription %s: %w", reference, err)
	}
	return nil
}

// hasOther reports whether another subscription of the customer names the order of a purchase,
// which then stays.
func (s subscriptionStore) hasOther(purchase entry, sub *record.Subscription) bool {
	order, customer := numberAt(purchase.key, 2), numberAt(purchase.key, 0)
	for buyer, how := range s.tx.table(buyers).scanPrefix(numberKey(order, customer)) {
		if len(how) == 0 && !bytes.Equal(buyer, buyerKey(order, sub)) {
			return true
		}
	}
	return false
}

// waits is the value of a buyer before the order upgrades the subscription.
var waits = []byte("u")

// entries returns the entries of a subscription: for each of its orders, and for another order
// that is to upgrade it. Customer 0 is no known customer and has no purchases. The error names
// a missing order.
func (s subscriptionStore) entries(sub *record.Subscription) ([]entry, error) {
	references := sub.Orders()
	all := make([]entry, 0, 2*len(references)+1)
	for _, ref := range references {
		bought, ok := orderStore(s).load(ref)
		if !ok {
			return nil, fmt.Errorf("unknown order %q", ref)
		}
		order, _ := orderNumber(ref)
		all = append(all, entry{buyers, buyerKey(order, sub), present})
		if sub.Customer != 0 {
			all = append(all, entry{purchases, numberKey(sortable(sub.Customer), bought.date(), order), present})
		}
	}
	if order, known := orderNumber(sub.UpgradeOrder); known && !slices.Contains(references, sub.UpgradeOrder) {
		all = append(all, entry{buyers, buyerKey(order, sub), waits})
	}
	return all, nil
}

func buyerKey(order uint64, sub *record.Subscription) []byte {
	return appendText(numberKey(order, sortable(sub.Customer)), sub.Reference)
}

func (s subscriptionStore) References() iter.Seq[string] { return s.tx.names(subscriptions) }

// Of yields the references of a customer's subscriptions.
func (s subscriptionStore) Of(customer int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		bought := s.tx.table(purchases)
		for purchase := range bought.scanPrefix(numberKey(sortable(customer))) {
			order := numberAt(purchase, 2)
			for buyer := range s.tx.table(buyers).scanPrefix(numberKey(order, sortable(customer))) {
				if !yield(s.tx.name(subscriptions, buyer[16:])) {
					return
				}
			}
		}
	}
}

// OfOrder yields the references of the subscriptions of an order.
func (s subscriptionStore) OfOrder(ref string) iter.Seq[string] {
	order, known := orderNumber(ref)
	if !known {
		return func(func(string) bool) {}
	}
	return each(s.tx.table(buyers).scanPrefix(numberKey(order)), func(buyer, _ []byte) string { return s.tx.name(subscriptions, buyer[16:]) })
}
