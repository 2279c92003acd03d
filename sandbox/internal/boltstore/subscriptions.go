package boltstore

import (
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

type subscriptionStore struct{ tx *tx }

func (s subscriptionStore) Get(reference string) (sub record.Subscription, known bool, err error) {
	stored, known := parseHeaded(s.tx.table(subscriptions).get(textKey(reference)))
	if !known {
		return sub, false, nil
	}
	if err := record.Decode(stored.body, &sub); err != nil {
		return record.Subscription{}, false, fmt.Errorf("cannot read a stored record: %w", err)
	}
	return sub, true, nil
}

func (s subscriptionStore) Put(sub record.Subscription) error {
	if err := s.tx.room(); err != nil {
		return err
	}
	if err := s.put(&sub); err != nil {
		return fmt.Errorf("subscription %s: %w", sub.Reference, err)
	}
	body, err := record.Encode(&sub)
	if err != nil {
		return fmt.Errorf("subscription %s: %w", sub.Reference, err)
	}
	return s.tx.putHeaded(subscriptions, textKey(sub.Reference), "subscription", sub.Reference, headed{packSubscription(sub.Brief()), body})
}

func (s subscriptionStore) put(sub *record.Subscription) error {
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
	for _, how := range s.tx.table(buyers).scanPrefix(numberKey(order, customer)).all() {
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
		all = append(all, subscriptionEntries(sub, ref, bought.date)...)
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

// movePurchases updates the index of purchases when an order gets another date.
func (o orderStore) movePurchases(order, from, to uint64) error {
	index := o.tx.table(purchases)
	for key, how := range o.tx.table(buyers).scanPrefix(numberKey(order)).all() {
		customer := numberAt(key, 1)
		if fromSortable(customer) == 0 || len(how) > 0 {
			continue
		}
		if err := index.remove(numberKey(customer, from, order)); err != nil {
			return err
		}
		if err := index.put(numberKey(customer, to, order), present); err != nil {
			return err
		}
	}
	return nil
}
