package boltstore

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func (o orderStore) load(ref string) (storedOrder, bool) {
	stored, ok := o.tx.load(orders, ref)
	return storedOrder{stored}, ok
}

func (o orderStore) Body(ref string) ([]byte, bool) {
	stored, ok := o.load(ref)
	return stored.body, ok
}

func (o orderStore) Get(ref string) (record.StoredOrder, bool, error) {
	stored, ok := o.load(ref)
	if !ok {
		return record.StoredOrder{}, false, nil
	}
	whole, err := stored.decode()
	if err != nil {
		return record.StoredOrder{}, false, fmt.Errorf("cannot read stored order %s: %w", ref, err)
	}
	return whole, true, nil
}

func (o orderStore) Internals(ref string) (internals record.OrderInternals, known bool, err error) {
	stored, ok := o.load(ref)
	if !ok {
		return internals, false, nil
	}
	if err := record.Decode(stored.internals(), &internals); err != nil {
		return internals, false, fmt.Errorf("cannot read stored order %s: %w", ref, err)
	}
	return internals, true, nil
}

func (o orderStore) Put(r record.StoredOrder) error {
	if err := o.tx.room(); err != nil {
		return err
	}
	if err := o.put(&r); err != nil {
		return fmt.Errorf("order %s: %w", r.Order.RefNo, err)
	}
	return nil
}

func (o orderStore) put(r *record.StoredOrder) error {
	n, ok := orderNumber(r.Order.RefNo)
	if !ok {
		return fmt.Errorf("an order reference must be a number without leading zeros, got %q", r.Order.RefNo)
	}
	now, err := newStoredOrder(r)
	if err != nil {
		return err
	}
	before, known := o.load(r.Order.RefNo)
	if err := o.index(n, before, known, indexedOf(r)); err != nil {
		return err
	}
	for _, u := range usedBy(n, r) {
		if err := o.tx.Raise(u.sequence, u.number); err != nil {
			return err
		}
	}
	if err := o.putForms(n, r, known); err != nil {
		return err
	}
	return o.tx.replace(orders, r.Order.RefNo, before.headed, now.headed)
}

// Delete removes an order. Its numbers stay used, because a reference must never
// name another order.
func (o orderStore) Delete(ref string) error {
	stored, ok := o.load(ref)
	if !ok {
		return nil
	}
	n, _ := orderNumber(ref)
	for sold, how := range o.tx.table(buyers).scanPrefix(numberKey(n)) {
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
	return o.tx.replace(orders, ref, stored.headed, headed{})
}

// usedNumber is a sequence's number in a record.
type usedNumber struct {
	sequence commerce.Sequence
	number   uint64
}

func usedBy(n uint64, r *record.StoredOrder) [4]usedNumber {
	return [4]usedNumber{
		{commerce.OrderReferences, n},
		{commerce.OrderNumbers, uint64(max(r.Order.OrderNo, 0))},
		{commerce.Sales, uint64(max(r.Sale, 0))},
		{commerce.Invoices, commerce.ReadNumber(r.Invoice)},
	}
}

func (o orderStore) BySale(sale int64) (string, bool) {
	return orderAt(o.tx.table(sales).get(numberKey(sortable(sale))))
}

func (o orderStore) ByInvoice(invoice string) (string, bool) {
	return orderAt(o.tx.table(invoices).get(textKey(invoice)))
}

// orderAt returns the reference of the order behind an index entry.
func orderAt(value []byte) (string, bool) {
	if value == nil {
		return "", false
	}
	return reference(numberAt(value, 0)), true
}

func (o orderStore) Between(from, to time.Time) iter.Seq2[record.OrderFacts, func() record.OrderBrief] {
	return func(yield func(record.OrderFacts, func() record.OrderBrief) bool) {
		known := newClasses(func(c record.OrderClass) record.OrderClass { return c })
		var key, packed []byte
		brief := func() record.OrderBrief { return unpackBrief(packed) }
		for key, packed = range o.betweenDates(datesOf(from, to)) {
			class, _ := cutClass(packed)
			if !yield(factsAt(key, known.get(class)), brief) {
				return
			}
		}
	}
}

// factsAt returns the facts of an order of a class from the key of its date.
func factsAt(key []byte, class record.OrderClass) record.OrderFacts {
	return record.OrderFacts{Number: numberAt(key, 1), Date: timeOf(numberAt(key, 0)), OrderClass: class}
}

func (o orderStore) HasLater(than time.Time) bool {
	for range o.tx.table(dates).scan(numberKey(dateOf(than)+1), nil, down) {
		return true
	}
	return false
}

func (o orderStore) WithReference(external string, from, to time.Time) iter.Seq[record.OrderFacts] {
	return func(yield func(record.OrderFacts) bool) {
		within := textKey(external)
		low, high := datesOf(from, to)
		known := newClasses(func(c record.OrderClass) record.OrderClass { return c })
		for key, class := range o.tx.table(references).scan(append(slices.Clip(within), numberKey(low)...), append(slices.Clip(within), numberKey(high+1)...), down) {
			if !yield(factsAt(key[len(within):], known.get(class))) {
				return
			}
		}
	}
}

func (o orderStore) OfCustomer(customer int64) iter.Seq[string] {
	return each(o.tx.table(owners).scanPrefix(numberKey(sortable(customer))), func(key, _ []byte) string { return reference(numberAt(key, 1)) })
}

// Invoices yields the invoices of all orders with the references of the orders. An
// invoice with only its hash in the key is "".
func (o orderStore) Invoices() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for key, value := range o.tx.table(invoices).scanBehind(nil) {
			invoice := ""
			if key[0] <= textLimit {
				invoice = string(key[1:])
			}
			if order, _ := orderAt(value); !yield(invoice, order) {
				return
			}
		}
	}
}

// datesOf returns the first and the last date of the orders between two moments.
func datesOf(from, to time.Time) (low, high uint64) {
	low = dateOf(from)
	if from.Nanosecond() > 0 {
		low++ // because orders have whole seconds
	}
	return low, dateOf(to)
}

func newStoredOrder(r *record.StoredOrder) (storedOrder, error) {
	body, verbatim, err := r.Body()
	if err != nil {
		return storedOrder{}, err
	}
	head := append(numberKey(dateOf(r.Order.OrderDate.Time)), flag(verbatim, verbatimBit))
	internals, err := record.Encode(&r.OrderInternals)
	return storedOrder{headed{append(head, internals...), body}}, err
}

func (s storedOrder) decode() (r record.StoredOrder, err error) {
	if err := record.Decode(s.internals(), &r.OrderInternals); err != nil {
		return record.StoredOrder{}, err
	}
	return r, decodeBody(s.head[min(orderHead-1, len(s.head)):], s.body, &r.Order, &r.Text)
}
