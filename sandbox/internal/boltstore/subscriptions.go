package boltstore

import (
	"fmt"

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
	return s.tx.putJSON(subscriptions, textKey(sub.Reference), "subscription", sub.Reference, sub)
}

func (s subscriptionStore) put(sub *commerce.Subscription) error {
	bought, ok := orderStore(s).stored(sub.Order)
	if !ok {
		return fmt.Errorf("unknown order %q", sub.Order)
	}
	before, known, err := s.Get(sub.Reference)
	if err != nil {
		return err
	}
	if known && (before.Customer != sub.Customer || before.Order != sub.Order) {
		if err := s.forget(&before); err != nil {
			return err
		}
	}
	return s.tx.reindex(nil, subscriptionEntries(sub, bought.date))
}

// forget removes a subscription from the indexes. The purchase stays while the
// same customer has another subscription of that order.
func (s subscriptionStore) forget(sub *commerce.Subscription) error {
	bought, ok := orderStore(s).stored(sub.Order)
	if !ok || sub.Customer == 0 {
		return nil
	}
	order, _ := orderNumber(sub.Order)
	index := s.tx.table(buyers)
	if err := index.remove(buyerKey(order, sub)); err != nil {
		return err
	}
	if other, _ := index.scanPrefix(numberKey(order, sortable(sub.Customer))).next(); other != nil {
		return nil
	}
	return s.tx.table(purchases).remove(numberKey(sortable(sub.Customer), bought.date, order))
}

// subscriptionEntries returns the entries of a subscription whose order has the
// given date. Customer 0 is no known customer and has none.
func subscriptionEntries(sub *commerce.Subscription, date uint64) []entry {
	if sub.Customer == 0 {
		return nil
	}
	order, _ := orderNumber(sub.Order)
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
