package boltstore

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

type subscriptionBook struct{ tx *tx }

func (s subscriptionBook) Get(reference string) (commerce.Subscription, bool, error) {
	return read[commerce.Subscription](s.tx.table(subscriptions), text(reference))
}

func (s subscriptionBook) Put(sub commerce.Subscription) error {
	if err := s.put(&sub); err != nil {
		return fmt.Errorf("subscription %s: %w", sub.Reference, err)
	}
	return s.tx.keep(subscriptions, text(sub.Reference), "subscription", sub.Reference, sub)
}

func (s subscriptionBook) put(sub *commerce.Subscription) error {
	bought, ok := orderBook(s).stored(sub.Order)
	if !ok {
		return fmt.Errorf("there is no order %q that it could be bought with", sub.Order)
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

// forget takes a subscription out of the indexes. The purchase stays while
// another subscription of the same customer was bought with the order.
func (s subscriptionBook) forget(sub *commerce.Subscription) error {
	bought, ok := orderBook(s).stored(sub.Order)
	if !ok || sub.Customer == 0 {
		return nil
	}
	order, _ := orderNumber(sub.Order)
	index := s.tx.table(buyers)
	if err := index.remove(buyerKey(order, sub)); err != nil {
		return err
	}
	if other, _ := index.under(numbers(order, ordered(sub.Customer))).next(); other != nil {
		return nil
	}
	return s.tx.table(purchases).remove(numbers(ordered(sub.Customer), bought.date, order))
}

// subscriptionEntries returns the entries of a subscription whose order has the
// given date. Nobody known bought those of customer 0.
func subscriptionEntries(sub *commerce.Subscription, date uint64) []entry {
	if sub.Customer == 0 {
		return nil
	}
	order, _ := orderNumber(sub.Order)
	return []entry{
		{buyers, buyerKey(order, sub), present},
		{purchases, numbers(ordered(sub.Customer), date, order), present},
	}
}

func buyerKey(order uint64, sub *commerce.Subscription) []byte {
	return appendText(numbers(order, ordered(sub.Customer)), sub.Reference)
}

// movePurchases follows an order that got another date.
func (o orderBook) movePurchases(order, from, to uint64) error {
	index := o.tx.table(purchases)
	for key := range o.tx.table(buyers).under(numbers(order)).all() {
		customer := number(key, 1)
		if err := index.remove(numbers(customer, from, order)); err != nil {
			return err
		}
		if err := index.put(numbers(customer, to, order), present); err != nil {
			return err
		}
	}
	return nil
}
