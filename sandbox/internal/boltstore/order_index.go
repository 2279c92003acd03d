package boltstore

import (
	"errors"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

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
	if err := record.Decode(s.internals, &internals); err != nil {
		return indexed{}, fmt.Errorf("cannot read its stored internals: %w", err)
	}
	packed := o.tx.table(dates).get(numberKey(s.date, n))
	class, _ := cutClass(packed)
	return indexed{s.date, class, unpackBrief(packed), internals.Sale, internals.Invoice}, nil
}

// entries returns the entries of order n, all but the counts of its hour.
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
		return o.count(now.date, now.class, 1)
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
	return errors.Join(err, o.count(was.date, was.class, -1), o.count(now.date, now.class, 1))
}

// unindex removes the entries of an order.
func (o orderStore) unindex(n uint64, stored storedOrder) error {
	was, err := o.indexedAs(n, stored)
	if err != nil {
		return err
	}
	return errors.Join(o.tx.reindex(was.entries(n), nil), o.count(was.date, was.class, -1))
}
