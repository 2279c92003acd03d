package boltstore

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

type orderStore struct{ tx *tx }

// orderNumber parses an order reference. It accepts one spelling of a number, so
// reference and key correspond.
func orderNumber(ref string) (uint64, bool) {
	n, err := strconv.ParseUint(ref, 10, 63)
	return n, err == nil && (ref[0] != '0' || len(ref) == 1)
}

func reference(number uint64) string { return strconv.FormatUint(number, 10) }

func (o orderStore) load(ref string) (storedOrder, bool) {
	n, ok := orderNumber(ref)
	if !ok {
		return storedOrder{}, false
	}
	return parseStoredOrder(o.tx.table(orders).get(numberKey(n)))
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

func (o orderStore) Internals(ref string) (record.OrderInternals, bool, error) {
	var internals record.OrderInternals
	stored, ok := o.load(ref)
	if !ok {
		return internals, false, nil
	}
	if err := record.Decode(stored.internals, &internals); err != nil {
		return internals, false, fmt.Errorf("cannot read stored order %s: %w", ref, err)
	}
	return internals, true, nil
}

func (o orderStore) Put(r record.StoredOrder) error {
	if err := o.tx.room(); err != nil {
		return err
	}
	if o.tx.order == nil {
		o.tx.order = new(record.StoredOrder)
	}
	*o.tx.order = r
	if err := o.put(o.tx.order); err != nil {
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
	records, key := o.tx.table(orders), numberKey(n)
	before, known := parseStoredOrder(records.get(key))
	if err := o.index(n, before, known, indexedOf(r)); err != nil {
		return err
	}
	if o.tx.changes != nil {
		o.tx.addChange("order", r.Order.RefNo, before.withInternals(), now.withInternals())
	}
	if err := errors.Join(o.raise(n, r), o.putForms(n, r, known)); err != nil {
		return err
	}
	return records.put(key, now.encoded)
}

// raise moves the sequences behind the numbers of an order.
func (o orderStore) raise(n uint64, r *record.StoredOrder) error {
	for _, u := range usedBy(n, r) {
		if err := o.tx.Raise(u.sequence, u.number); err != nil {
			return err
		}
	}
	return nil
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
		{commerce.Invoices, digits(r.Invoice)},
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

func (o orderStore) Between(from, to time.Time) iter.Seq[record.OrderFacts] {
	return func(yield func(record.OrderFacts) bool) {
		for facts := range o.facts(datesOf(from, to)) {
			if !yield(facts) {
				return
			}
		}
	}
}

// facts yields the facts of the orders from a date to another, newest first, with the
// value stored at the date.
func (o orderStore) facts(low, high uint64) iter.Seq2[record.OrderFacts, []byte] {
	return func(yield func(record.OrderFacts, []byte) bool) {
		known := newClasses(func(c record.OrderClass) record.OrderClass { return c })
		for key, packed := range o.betweenDates(low, high) {
			class, _ := cutClass(packed)
			if !yield(factsAt(key, known.get(class)), packed) {
				return
			}
		}
	}
}

// factsAt returns the facts of an order of a class from the key of its date.
func factsAt(key []byte, class record.OrderClass) record.OrderFacts {
	return record.OrderFacts{Number: numberAt(key, 1), Date: timeOf(numberAt(key, 0)), OrderClass: class}
}

func (o orderStore) WithReference(external string, from, to time.Time) iter.Seq[record.OrderFacts] {
	return func(yield func(record.OrderFacts) bool) {
		within := textKey(external)
		low, high := datesOf(from, to)
		known := newClasses(func(c record.OrderClass) record.OrderClass { return c })
		for key, class := range o.tx.table(references).scan(append(slices.Clip(within), numberKey(low)...), append(slices.Clip(within), numberKey(high+1)...)).all() {
			if !yield(factsAt(key[len(within):], known.get(class))) {
				return
			}
		}
	}
}

func (o orderStore) OfCustomer(customer int64) iter.Seq[string] {
	return func(yield func(string) bool) {
		for key := range o.tx.table(owners).scanPrefix(numberKey(sortable(customer))).all() {
			if !yield(reference(numberAt(key, 1))) {
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

// storedOrder is an order in the file: the part for lookups, in front of the served
// bytes.
type storedOrder struct {
	date      uint64
	internals []byte // JSON of storedInternals
	body      []byte // JSON of record.Order, or its text
	encoded   []byte // all of it as encode returns it, nil when it was read
}

func newStoredOrder(r *record.StoredOrder) (storedOrder, error) {
	if r.Text == "" {
		return encodedOrder(r)
	}
	body, verbatim, err := r.Body()
	if err != nil {
		return storedOrder{}, err
	}
	side, err := record.Encode(&storedInternals{r.OrderInternals, verbatim})
	s := storedOrder{date: dateOf(r.Order.OrderDate.Time), internals: side, body: body}
	s.encoded = s.encode()
	return s, err
}

// encodedOrder returns an order without a text of its own. It encodes the order to where
// it is stored from.
func encodedOrder(r *record.StoredOrder) (storedOrder, error) {
	date := dateOf(r.Order.OrderDate.Time)
	value, inner := record.Append(make([]byte, orderHead, orderBytes), &r.OrderInternals)
	end := len(value)
	value, err := record.Append(value, &r.Order)
	if err = errors.Join(inner, err); err != nil {
		return storedOrder{}, err
	}
	copy(value, numberKey(date, uint64(end-orderHead)))
	length := len(value)
	return storedOrder{date: date, internals: value[orderHead:end:end], body: value[end:length:length], encoded: value}, nil
}

// orderBytes is a little more than an order of one line takes.
const orderBytes = 4<<10 + 512

// storedInternals are the internals of an order, and whether the served bytes are
// the order's text.
type storedInternals struct {
	record.OrderInternals
	Verbatim bool `json:"verbatim,omitempty"`
}

// orderHead is the length of the head: the date and the length of the internals.
const orderHead = 16

func (s storedOrder) encode() []byte {
	return join(numberKey(s.date, uint64(len(s.internals))), s.internals, s.body)
}

// parseStoredOrder parses the result of encode.
func parseStoredOrder(value []byte) (storedOrder, bool) {
	if len(value) < orderHead || numberAt(value, 1) > uint64(len(value)-orderHead) {
		return storedOrder{}, false
	}
	end := orderHead + int(numberAt(value, 1))
	return storedOrder{date: numberAt(value, 0), internals: value[orderHead:end], body: value[end:]}, true
}

func (s storedOrder) decode() (record.StoredOrder, error) {
	var internals storedInternals
	if err := record.Decode(s.internals, &internals); err != nil {
		return record.StoredOrder{}, err
	}
	r := record.StoredOrder{OrderInternals: internals.OrderInternals}
	if !internals.Verbatim {
		return r, record.Decode(s.body, &r.Order)
	}
	r.Text = string(s.body)
	return r, record.DecodeText(s.body, &r.Order)
}

// withInternals returns an order in the form of a change: the interface's fields
// and, under "sandbox", the internal ones.
func (s storedOrder) withInternals() []byte {
	if len(s.body) == 0 {
		return nil
	}
	return record.WithInternals(s.body, s.internals)
}
