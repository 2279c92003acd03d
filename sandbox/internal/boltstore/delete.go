package boltstore

import (
	"fmt"
	"strconv"
)

// Delete removes an order. Its numbers stay used, because a reference must never
// name another order.
func (o orderStore) Delete(ref string) error {
	stored, ok := o.load(ref)
	if !ok {
		return nil
	}
	n, _ := orderNumber(ref)
	for sold, how := range o.tx.table(buyers).scanPrefix(numberKey(n)).all() {
		if len(how) == 0 {
			return fmt.Errorf("order %s: subscription %s names it", ref, sold[17:])
		}
	}
	if err := o.unindex(n, stored); err != nil {
		return fmt.Errorf("order %s: %w", ref, err)
	}
	if err := o.removeForms(n, 0); err != nil {
		return err
	}
	o.tx.addChange("order", ref, stored.withInternals(), nil)
	return o.tx.table(orders).remove(numberKey(n))
}

func (s subscriptionStore) Delete(reference string) error {
	sub, known, err := s.Get(reference)
	if err != nil || !known {
		return err
	}
	if err := s.forget(&sub, nil); err != nil {
		return fmt.Errorf("subscription %s: %w", reference, err)
	}
	return s.tx.removeHeaded(subscriptions, textKey(reference), "subscription", reference)
}

func (c customerStore) Delete(reference int64) error {
	id := strconv.FormatInt(reference, 10)
	customer, known, err := c.Get(reference)
	if err != nil || !known {
		return err
	}
	if err := c.tx.reindex(customerEntries(&customer), nil); err != nil {
		return fmt.Errorf("customer %s: %w", id, err)
	}
	return c.tx.removeHeaded(customers, numberKey(sortable(reference)), "customer", id)
}

func (c productStore) DeleteProduct(code string) error {
	return c.tx.removeJSON(products, textKey(code), "product", code)
}

func (c productStore) DeletePartner(code string) error {
	return c.tx.removeJSON(partners, textKey(code), "partner", code)
}

func (h handleStore) Delete(name string) error {
	return h.tx.removeJSON(handles, textKey(name), "handle", name)
}

// removeJSON removes a record written by putJSON. It is no error when there is none.
func (t *tx) removeJSON(in tableID, key []byte, kind, id string) error {
	records := t.table(in)
	before := records.get(key)
	if before == nil {
		return nil
	}
	t.addChange(kind, id, before, nil)
	return records.remove(key)
}

// removeHeaded removes a record written by putHeaded.
func (t *tx) removeHeaded(in tableID, key []byte, kind, id string) error {
	records := t.table(in)
	before, _ := parseHeaded(records.get(key))
	t.addChange(kind, id, before.body, nil)
	return records.remove(key)
}
