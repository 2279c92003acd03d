package boltstore

import (
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
	stored, _ := s.tx.load(subscriptions, reference)
	before, known, err := s.Get(reference)
	if err == nil && known {
		err = s.forget(&before, entries)
	}
	if err == nil {
		err = s.tx.reindex(nil, entries)
	}
	if err != nil {
		return fmt.Errorf("subscription %s: %w", reference, err)
	}
	return s.tx.replace(subscriptions, reference, stored, now)
}

// forget removes a subscription from the indexes, but for the kept entries. A
// purchase stays while the same customer has another subscription of the order.
func (s subscriptionStore) forget(sub *record.Subscription, kept []entry) error {
	had, err := s.entries(sub)
	if err != nil {
		return err
	}
	for _, e := range had {
		if slices.ContainsFunc(kept, e.equalKey) || e.in == purchases && s.isBought(e) {
			continue
		}
		if err := s.tx.table(e.in).remove(e.key); err != nil {
			return err
		}
	}
	return nil
}

// isBought reports whether a subscription of the customer of a purchase names its
// order. The buyers come before the purchase in a list of entries, so the
// subscription's own are removed already.
func (s subscriptionStore) isBought(purchase entry) bool {
	customer, order := numberAt(purchase.key, 0), numberAt(purchase.key, 2)
	for _, how := range s.tx.table(buyers).scanPrefix(numberKey(order, customer)) {
		if len(how) == 0 {
			return true
		}
	}
	return false
}

// entries returns the entries of a subscription. The error names a missing order.
func (s subscriptionStore) entries(sub *record.Subscription) ([]entry, error) {
	references := sub.Orders()
	all := make([]entry, 0, 2*len(references))
	for _, ref := range references {
		bought, ok := orderStore(s).load(ref)
		if !ok {
			return nil, fmt.Errorf("unknown order %q", ref)
		}
		all = append(all, subscriptionEntries(sub, ref, bought.date())...)
	}
	return append(all, upgradeEntries(sub)...), nil
}

// upgradeEntries returns the entry of a subscription for its pending upgrade, none for
// one of its own orders.
func upgradeEntries(sub *record.Subscription) []entry {
	order, known := orderNumber(sub.UpgradeOrder)
	if !known || slices.Contains(sub.Orders(), sub.UpgradeOrder) {
		return nil
	}
	return []entry{{buyers, buyerKey(order, sub), waits}}
}

// waits is the value of a buyer before the order upgrades the subscription.
var waits = []byte("u")

// subscriptionEntries returns the entries of a subscription for one of its orders,
// with the order's date. Customer 0 is no known customer and has no purchases.
func subscriptionEntries(sub *record.Subscription, ref string, date uint64) []entry {
	order, _ := orderNumber(ref)
	list := []entry{{buyers, buyerKey(order, sub), present}}
	if sub.Customer != 0 {
		list = append(list, entry{purchases, numberKey(sortable(sub.Customer), date, order), present})
	}
	return list
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
	return func(yield func(string) bool) {
		order, known := orderNumber(ref)
		if !known {
			return
		}
		for buyer := range s.tx.table(buyers).scanPrefix(numberKey(order)) {
			if !yield(s.tx.name(subscriptions, buyer[16:])) {
				return
			}
		}
	}
}
