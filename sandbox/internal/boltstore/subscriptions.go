package boltstore

import (
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

type subscriptionStore struct{ tx *tx }

func (s subscriptionStore) Get(reference string) (commerce.Subscription, bool, error) {
	return getJSON[commerce.Subscription](s.tx.table(subscriptions), textKey(reference))
}

func (s subscriptionStore) Put(sub commerce.Subscription) error {
	if err := s.tx.room(); err != nil {
		return err
	}
	if err := s.put(&sub); err != nil {
		return fmt.Errorf("subscription %s: %w", sub.Reference, err)
	}
	return s.tx.putJSON(subscriptions, textKey(sub.Reference), "subscription", sub.Reference, &sub)
}

func (s subscriptionStore) put(sub *commerce.Subscription) error {
	now, err := s.entries(sub)
	if err != nil {
		return err
	}
	before, known, err := s.Get(sub.Reference)
	if err != nil {
		return err
	}
	if known {
		if err := s.forget(&before, now); err != nil {
			return err
		}
	}
	return s.tx.reindex(nil, now)
}

// forget removes a subscription from the indexes, but for the entries that it
// keeps. A purchase stays while the same customer has another subscription of that
// order.
func (s subscriptionStore) forget(sub *commerce.Subscription, kept []entry) error {
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
// order. The buyers come before the purchase in a list of entries, so that those
// of the subscription itself are removed already.
func (s subscriptionStore) isBought(purchase entry) bool {
	customer, order := numberAt(purchase.key, 0), numberAt(purchase.key, 2)
	other, _ := s.tx.table(buyers).scanPrefix(numberKey(order, customer)).next()
	return other != nil
}

// entries returns the entries of a subscription. The error names an order that does
// not exist.
func (s subscriptionStore) entries(sub *commerce.Subscription) ([]entry, error) {
	references := sub.Orders()
	all := make([]entry, 0, 2*len(references))
	for _, ref := range references {
		bought, ok := orderStore(s).stored(ref)
		if !ok {
			return nil, fmt.Errorf("unknown order %q", ref)
		}
		all = append(all, subscriptionEntries(sub, ref, bought.date)...)
	}
	return all, nil
}

// subscriptionEntries returns the entries of a subscription for one of its orders,
// which has the given date. Customer 0 is no known customer and has none.
func subscriptionEntries(sub *commerce.Subscription, ref string, date uint64) []entry {
	if sub.Customer == 0 {
		return nil
	}
	order, _ := orderNumber(ref)
	return []entry{
		{buyers, buyerKey(order, sub), present},
		{purchases, numberKey(sortable(sub.Customer), date, order), present},
	}
}

func buyerKey(order uint64, sub *commerce.Subscription) []byte {
	return appendText(numberKey(order, sortable(sub.Customer)), sub.Reference)
}

// movePurchases updates the index of purchases when an order gets another date.
func (o orderStore) movePurchases(order, from, to uint64) error {
	index := o.tx.table(purchases)
	for key := range o.tx.table(buyers).scanPrefix(numberKey(order)).all() {
		customer := numberAt(key, 1)
		if err := index.remove(numberKey(customer, from, order)); err != nil {
			return err
		}
		if err := index.put(numberKey(customer, to, order), present); err != nil {
			return err
		}
	}
	return nil
}
