package boltstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

type orderStore struct{ tx *tx }

// indexed is the part of an order in the indexes.
type indexed struct {
	date    uint64
	class   []byte // packed
	brief   record.OrderBrief
	sale    int64
	invoice string
}

func indexedOf(r *record.StoredOrder) indexed {
	facts := r.Order.Facts()
	return indexed{dateOf(facts.Date), packClass(facts.OrderClass), r.Brief(), r.Sale, r.Invoice}
}

// indexedAs returns the part of a stored order in the indexes.
func (o orderStore) indexedAs(n uint64, s storedOrder) (indexed, error) {
	var internals record.OrderInternals
	if err := record.Decode(s.internals(), &internals); err != nil {
		return indexed{}, fmt.Errorf("cannot read its stored internals: %w", err)
	}
	packed := o.tx.table(dates).get(numberKey(s.date(), n))
	class, _ := cutClass(packed)
	return indexed{s.date(), class, unpackBrief(packed), internals.Sale, internals.Invoice}, nil
}

// entries returns the entries of order n, all but the count of its day.
func (x *indexed) entries(n uint64) []entry {
	list := make([]entry, 0, 5)
	list = append(list, entry{dates, numberKey(x.date, n), packBrief(x.class, x.brief)})
	if x.brief.External != "" {
		list = append(list, entry{references, append(textKey(x.brief.External), numberKey(x.date, n)...), x.class})
	}
	if x.brief.Customer != 0 {
		list = append(list, entry{owners, numberKey(sortable(x.brief.Customer), n), present})
	}
	if x.sale != 0 {
		list = append(list, entry{sales, numberKey(sortable(x.sale)), numberKey(n)})
	}
	if x.invoice != "" {
		list = append(list, entry{invoices, textKey(x.invoice), numberKey(n)})
	}
	return list
}

// index replaces the former entries of an order, if it is known, by its present ones.
func (o orderStore) index(n uint64, before storedOrder, known bool, now indexed) error {
	if !known {
		if err := o.tx.reindex(nil, now.entries(n)); err != nil {
			return err
		}
		return o.countDated(now.date, now.class, 1)
	}
	was, err := o.indexedAs(n, before)
	if err != nil {
		return err
	}
	if err := o.tx.reindex(was.entries(n), now.entries(n)); err != nil {
		return err
	}
	if was.date != now.date {
		err = o.movePurchases(n, was.date, now.date)
	}
	return errors.Join(err, o.countDated(was.date, was.class, -1), o.countDated(now.date, now.class, 1))
}

// unindex removes the entries of an order.
func (o orderStore) unindex(n uint64, stored storedOrder) error {
	was, err := o.indexedAs(n, stored)
	if err != nil {
		return err
	}
	return errors.Join(o.tx.reindex(was.entries(n), nil), o.countDated(was.date, was.class, -1))
}

// countDated changes how many orders of a class the day of a date has.
func (o orderStore) countDated(date uint64, class []byte, by int) error {
	counts, key := o.tx.table(days), numberKey(dayOf(date))
	return counts.put(key, withCount(counts.get(key), class, by))
}

// A day begins at midnight in UTC.
const daySeconds = 24 * 60 * 60

// firstMidnight is the date of the first midnight, because dates count from another moment.
const firstMidnight = 1 << 63 % daySeconds

func dayOf(date uint64) uint64 { return (date - firstMidnight) / daySeconds }

func midnight(day uint64) uint64 { return day*daySeconds + firstMidnight }

// withCount returns the counts of a day with another one of a class. The classes are
// sorted, and each has orders; a day without orders is nil.
func withCount(counts, class []byte, by int) []byte {
	changed, placed := make([]byte, 0, len(counts)+len(class)+4+sumSize), false
	add := func(class []byte, count int) {
		if count > 0 {
			changed = binary.AppendUvarint(append(changed, class...), uint64(count))
		}
	}
	for other, count := range eachClass(counts) {
		switch order := bytes.Compare(other, class); {
		case placed || order < 0:
		case order == 0:
			count, placed = count+by, true
		default:
			add(class, by)
			placed = true
		}
		add(other, count)
	}
	if !placed {
		add(class, by)
	}
	if len(changed) == 0 {
		return nil
	}
	return changed
}

// eachClass yields the classes of a day with their counts.
func eachClass(counts []byte) iter.Seq2[[]byte, int] {
	return func(yield func([]byte, int) bool) {
		for {
			class, rest := cutClass(counts)
			count, width := binary.Uvarint(rest)
			if width <= 0 || !yield(class, int(count)) {
				return
			}
			counts = rest[width:]
		}
	}
}

// period is a part of a window: a whole day with its counts, or dates without.
type period struct {
	low, high uint64 // dates, both included
	counts    []byte // nil for dates
}

// periods yields the periods of a window, newest first: its whole days, and the dates at its
// edges.
func (o orderStore) periods(low, high uint64) iter.Seq[period] {
	return func(yield func(period) bool) {
		first, end := dayOf(low+daySeconds-1), dayOf(high+1) // whole ones, without end
		if first >= end {
			yield(period{low: low, high: high})
			return
		}
		if !yield(period{low: midnight(end), high: high}) {
			return
		}
		for key, counts := range o.tx.table(days).scan(numberKey(first), numberKey(end), down) {
			day := numberAt(key, 0)
			if !yield(period{midnight(day), midnight(day+1) - 1, counts}) {
				return
			}
		}
		yield(period{low: low, high: midnight(first) - 1})
	}
}

// betweenDates yields the entries of the dates from one to another, newest first.
func (o orderStore) betweenDates(low, high uint64) iter.Seq2[[]byte, []byte] {
	return o.tx.table(dates).scan(numberKey(low), numberKey(high+1), down)
}

// movePurchases updates the index of purchases when an order gets another date.
func (o orderStore) movePurchases(order, from, to uint64) error {
	index := o.tx.table(purchases)
	for key, how := range o.tx.table(buyers).scanPrefix(numberKey(order)) {
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
