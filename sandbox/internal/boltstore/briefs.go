package boltstore

import (
	"bytes"
	"iter"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

func (o orderStore) Briefs(from, to time.Time) iter.Seq2[commerce.OrderFacts, func() commerce.OrderBrief] {
	return func(yield func(commerce.OrderFacts, func() commerce.OrderBrief) bool) {
		low, high := datesOf(from, to)
		list, kept := o.tx.column()
		if !kept {
			o.storedBriefs(low, high)(yield)
			return
		}
		r := briefReader{orderStore: o, list: list}
		for part, rows := range list.parts(low, high) {
			n := rows.to
			brief := func() commerce.OrderBrief { return r.brief(part, n) }
			for n--; n >= rows.from; n-- {
				if !yield(part.facts(n), brief) {
					return
				}
			}
		}
	}
}

// storedBriefs is Briefs for an account without a column. The first brief of an account
// with many orders makes the column, which keeps the briefs for later lists.
func (o orderStore) storedBriefs(low, high uint64) iter.Seq2[commerce.OrderFacts, func() commerce.OrderBrief] {
	return func(yield func(commerce.OrderFacts, func() commerce.OrderBrief) bool) {
		r := briefReader{orderStore: o}
		var order commerce.OrderFacts
		needed := false
		brief := func() commerce.OrderBrief {
			if !needed {
				needed = true
				r.list, _ = o.tx.columnNow()
			}
			if part, n, found := r.list.find(factKey{dateOf(order.Date), order.Number}); found {
				return r.brief(r.list[part], n)
			}
			return o.brief(order.Number)
		}
		for order = range o.storedBetween(low, high) {
			if !yield(order, brief) {
				return
			}
		}
	}
}

// briefReader reads the briefs of a column.
type briefReader struct {
	orderStore
	list factList
	read int // parts whose briefs it has read one by one
}

// partsOneByOne is how many parts a reader reads the briefs of, before it reads those of
// all parts: in the order of the file, which needs a fraction of the time for each. It
// does that only when more than a quarter have none, because after a few orders have changed
// reading all would take longer.
const partsOneByOne = 4

// brief returns the brief of a row. The first call for a part reads those of all its rows,
// because a list that needs one needs many.
func (r *briefReader) brief(part *factPart, n int) commerce.OrderBrief {
	briefs := part.briefs.Load()
	if briefs == nil {
		if r.read++; r.read > partsOneByOne && r.list.missing() > len(r.list)/4 {
			r.readAll()
		} else {
			r.readPart(part)
		}
		briefs = part.briefs.Load()
	}
	return (*briefs)[n]
}

// missing returns how many parts have no briefs.
func (l factList) missing() (n int) {
	for _, part := range l {
		if part.briefs.Load() == nil {
			n++
		}
	}
	return n
}

// readPart reads the briefs of a part.
func (r *briefReader) readPart(part *factPart) {
	made := make([]commerce.OrderBrief, len(part.rows))
	for i := range part.rows {
		made[i] = part.shared.share(r.orderStore.brief(part.rows[i].number))
	}
	part.briefs.Store(&made)
}

// readAll reads the briefs of all parts that have none: in this transaction, because the
// orders of a part are anywhere in the file. Only one reader at a time does that.
func (r *briefReader) readAll() {
	shared := r.list.shared()
	shared.reading.Lock()
	defer shared.reading.Unlock()
	made, missing := make([][]commerce.OrderBrief, len(r.list)), false // nil for a part that has its briefs
	for i, part := range r.list {
		if part.briefs.Load() == nil {
			made[i], missing = make([]commerce.OrderBrief, len(part.rows)), true
		}
	}
	if !missing { // another reader has read them meanwhile
		return
	}
	var ahead readAhead
	for key, value := range r.tx.table(orders).behind(nil) {
		ahead.reads(value)
		number := numberAt(key, 0)
		stored, _ := parseStoredOrder(value)
		if part, n, found := r.list.find(factKey{stored.date, number}); found && made[part] != nil {
			made[part][n] = shared.share(r.briefOf(number, stored))
		}
	}
	for i, part := range r.list {
		if made[i] == nil {
			continue
		}
		for n := range made[i] {
			if made[i][n].Buyer == nil { // the file has the facts of the order, but not the order
				made[i][n] = r.briefOf(part.rows[n].number, storedOrder{})
			}
		}
		part.briefs.Store(&made[i])
	}
}

// brief reads the brief of an order.
func (o orderStore) brief(number uint64) commerce.OrderBrief {
	stored, _ := parseStoredOrder(o.tx.table(orders).get(numberKey(number)))
	return o.briefOf(number, stored)
}

// briefOf returns the brief of a stored order. Internals that cannot be read name no
// purchase order, because reading the order returns the damage.
func (o orderStore) briefOf(number uint64, stored storedOrder) commerce.OrderBrief {
	state := ""
	if bytes.Contains(stored.internals, []byte(`"purchase_order"`)) {
		internals, _, _ := o.Internals(reference(number))
		if internals.PurchaseOrder != nil {
			state = string(internals.PurchaseOrder.State)
		}
	}
	read := commerce.ReadEncodedOrder
	if bytes.Contains(stored.internals, []byte(`"verbatim"`)) {
		read = commerce.ReadStoredOrder
	}
	return read(stored.body).Brief(state)
}

// sharedBriefs is what the briefs of the orders of a column share.
type sharedBriefs struct {
	reading sync.Mutex // while a reader reads all

	mu     sync.Mutex
	buyers map[int64]*commerce.Buyer // by the references of the customers
}

// share returns a brief with the equal buyer that other orders have, if there is one.
func (s *sharedBriefs) share(b commerce.OrderBrief) commerce.OrderBrief {
	if b.Buyer.Customer == 0 {
		return b
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if shared := s.buyers[b.Buyer.Customer]; shared != nil && *shared == *b.Buyer {
		b.Buyer = shared
		return b
	}
	if s.buyers == nil {
		s.buyers = map[int64]*commerce.Buyer{}
	}
	s.buyers[b.Buyer.Customer] = b.Buyer
	return b
}
