package boltstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

type orderBook struct{ tx *tx }

// orderNumber reads an order reference: digits that spell one number in one
// way, so that reference and key stand for each other.
func orderNumber(ref string) (uint64, bool) {
	n, err := strconv.ParseUint(ref, 10, 63)
	return n, err == nil && strconv.FormatUint(n, 10) == ref
}

func reference(number uint64) string { return strconv.FormatUint(number, 10) }

func (o orderBook) stored(ref string) (storedOrder, bool) {
	n, ok := orderNumber(ref)
	if !ok {
		return storedOrder{}, false
	}
	return splitOrder(o.tx.table(orders).get(numbers(n)))
}

func (o orderBook) Body(ref string) ([]byte, bool) {
	stored, ok := o.stored(ref)
	return stored.body, ok
}

func (o orderBook) Get(ref string) (commerce.OrderRecord, bool, error) {
	stored, ok := o.stored(ref)
	if !ok {
		return commerce.OrderRecord{}, false, nil
	}
	record, err := stored.decode()
	if err != nil {
		return commerce.OrderRecord{}, false, fmt.Errorf("stored order %s cannot be read: %w", ref, err)
	}
	return record, true, nil
}

func (o orderBook) Put(r commerce.OrderRecord) error {
	if err := o.put(&r); err != nil {
		return fmt.Errorf("order %s: %w", r.Order.RefNo, err)
	}
	return nil
}

func (o orderBook) put(r *commerce.OrderRecord) error {
	n, ok := orderNumber(r.Order.RefNo)
	if !ok {
		return fmt.Errorf("an order reference is a number in digits, without leading zeros, not %q", r.Order.RefNo)
	}
	now, err := newStoredOrder(r)
	if err != nil {
		return err
	}
	records, key := o.tx.table(orders), numbers(n)
	before, known := splitOrder(records.get(key))
	var had []entry
	if known {
		if had, err = before.entries(n); err != nil {
			return err
		}
	}
	if err := o.tx.reindex(had, orderEntries(n, r)); err != nil {
		return err
	}
	if known && before.date != now.date {
		if err := o.movePurchases(n, before.date, now.date); err != nil {
			return err
		}
	}
	if o.tx.changes != nil {
		o.tx.changed("order", r.Order.RefNo, before.shown(), now.shown())
	}
	if err := o.raise(n, r); err != nil {
		return err
	}
	return records.put(key, now.joined())
}

// raise lifts the sequences above the numbers that an order uses.
func (o orderBook) raise(n uint64, r *commerce.OrderRecord) error {
	for _, u := range usedBy(n, r) {
		if err := o.tx.raise(u.sequence, u.number); err != nil {
			return err
		}
	}
	return nil
}

// usedNumber is a number that a record has taken of a sequence.
type usedNumber struct {
	sequence commerce.Sequence
	number   uint64
}

func usedBy(n uint64, r *commerce.OrderRecord) [4]usedNumber {
	return [4]usedNumber{
		{commerce.OrderReferences, n},
		{commerce.OrderNumbers, uint64(max(r.Order.OrderNo, 0))},
		{commerce.Sales, uint64(max(r.Sale, 0))},
		{commerce.Invoices, digits(r.Invoice)},
	}
}

func (o orderBook) BySale(sale int64) (string, bool) {
	return orderAt(o.tx.table(sales).get(numbers(ordered(sale))))
}

func (o orderBook) ByInvoice(invoice string) (string, bool) {
	return orderAt(o.tx.table(invoices).get(text(invoice)))
}

// orderAt returns the reference that an entry of an index points to.
func orderAt(value []byte) (string, bool) {
	if value == nil {
		return "", false
	}
	return reference(number(value, 0)), true
}

func (o orderBook) Between(from, to time.Time) iter.Seq[commerce.OrderFacts] {
	return func(yield func(commerce.OrderFacts) bool) {
		low := dateOf(from)
		if from.Nanosecond() > 0 {
			low++ // orders are dated in whole seconds
		}
		end := dateOf(to) + 1
		for key, facts := range o.tx.table(dates).down(numbers(low), numbers(end)).all() {
			if !yield(unpackOrder(number(key, 0), number(key, 1), facts)) {
				return
			}
		}
	}
}

func (o orderBook) PutForm(ref string, n int, content []byte) error {
	if _, ok := o.stored(ref); !ok {
		return fmt.Errorf("form %d: there is no order %s", n, ref)
	}
	order, _ := orderNumber(ref)
	kept := make([]byte, len(content)) // not a clone: that of nil would remove the form
	copy(kept, content)
	return o.tx.table(forms).put(numbers(order, ordered(int64(n))), kept)
}

// storedOrder is an order as it lies in the file: what lookups need in front
// of the bytes that are served.
type storedOrder struct {
	date uint64
	side []byte // JSON of commerce.OrderSide
	body []byte // JSON of commerce.Order
}

func newStoredOrder(r *commerce.OrderRecord) (storedOrder, error) {
	body, err := commerce.Encode(&r.Order)
	if err != nil {
		return storedOrder{}, err
	}
	side, err := commerce.Encode(&r.OrderInternals)
	return storedOrder{date: dateOf(r.Order.OrderDate.Time), side: side, body: body}, err
}

// orderHead is how many bytes lie before the side: the date and its length.
const orderHead = 16

func (s storedOrder) joined() []byte {
	value := make([]byte, 0, orderHead+len(s.side)+len(s.body))
	value = append(value, numbers(s.date, uint64(len(s.side)))...)
	value = append(value, s.side...)
	return append(value, s.body...)
}

// splitOrder takes apart what joined made.
func splitOrder(value []byte) (storedOrder, bool) {
	if len(value) < orderHead || number(value, 1) > uint64(len(value)-orderHead) {
		return storedOrder{}, false
	}
	end := orderHead + int(number(value, 1))
	return storedOrder{date: number(value, 0), side: value[orderHead:end], body: value[end:]}, true
}

func (s storedOrder) decode() (commerce.OrderRecord, error) {
	var r commerce.OrderRecord
	err := errors.Join(json.Unmarshal(s.body, &r.Order), json.Unmarshal(s.side, &r.OrderInternals))
	return r, err
}

// shown returns an order as a change shows it: the interface's own fields and
// beside them, under "sandbox", what only the sandbox knows.
func (s storedOrder) shown() []byte {
	if len(s.body) == 0 {
		return nil
	}
	shown := make([]byte, 0, len(s.body)+len(s.side)+12)
	shown = append(shown, s.body[:len(s.body)-1]...)
	shown = append(shown, `,"sandbox":`...)
	shown = append(shown, s.side...)
	return append(shown, '}')
}

// entries returns the entries of a stored order, of which only the keys count:
// the facts would take decoding all of it.
func (s storedOrder) entries(n uint64) ([]entry, error) {
	r := commerce.OrderRecord{}
	if err := json.Unmarshal(s.side, &r.OrderInternals); err != nil {
		return nil, fmt.Errorf("its stored side cannot be read: %w", err)
	}
	r.Order.OrderDate.Time = timeOf(s.date)
	return orderEntries(n, &r), nil
}

func orderEntries(n uint64, r *commerce.OrderRecord) []entry {
	facts := r.Order.Facts()
	list := make([]entry, 0, 3)
	list = append(list, entry{dates, numbers(dateOf(facts.Date), n), packOrder(facts)})
	if r.Sale != 0 {
		list = append(list, entry{sales, numbers(ordered(r.Sale)), numbers(n)})
	}
	if r.Invoice != "" {
		list = append(list, entry{invoices, text(r.Invoice), numbers(n)})
	}
	return list
}
