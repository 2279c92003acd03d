package boltstore

import (
	"iter"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// lists read indexes and heads of records.
type lists struct{ orderStore }

func (t *tx) Lists() commerce.Lists { return lists{orderStore{t}} }

func (l lists) CountOf(kind string) (n int) {
	var in tableID
	switch kind {
	case record.OrderKind:
		return l.number()
	case record.CampaignKind:
		in = campaigns
	default:
		in, _, _ = placeOf(kind, "")
	}
	if table := l.tx.table(in); table.stored != nil && len(table.pending) == 0 {
		return keysOf(l.tx.account.bucket, in)
	}
	for range l.tx.table(in).behind(nil) {
		n++
	}
	return n
}

func (l lists) Tally(from, to time.Time) map[record.OrderClass]int {
	low, high := datesOf(from, to)
	counts := newClasses(func(record.OrderClass) *int { return new(int) })
	l.periods(low, high, units, func(p period) {
		for class, count := range eachClass(p.counts) {
			*counts.get(class) += count
		}
		if p.counts == nil {
			for _, packed := range l.betweenDates(p.low, p.high) {
				class, _ := cutClass(packed)
				*counts.get(class)++
			}
		}
	})
	tally := make(map[record.OrderClass]int, len(counts.seen))
	for class, count := range counts.seen {
		tally[unpackClass([]byte(class))] = *count
	}
	return tally
}

func (l lists) Page(from, to time.Time, accepts func(record.OrderClass) bool, first, end int) (numbers []uint64, count int) {
	p := page{lists: l, accepted: newClasses(accepts), first: first, end: end}
	low, high := datesOf(from, to)
	p.add(low, high, units)
	return p.numbers, p.count
}

// page collects the rows of a page and counts the others.
type page struct {
	lists
	accepted   *classes[bool]
	first, end int // rows
	numbers    []uint64
	count      int
}

// add adds the orders of some dates. It looks into a unit only if the page has some of its
// orders.
func (p *page) add(low, high uint64, by []unit) {
	p.periods(low, high, by, func(part period) {
		if part.counts == nil {
			p.addDated(part)
			return
		}
		n := 0
		for class, count := range eachClass(part.counts) {
			if p.accepted.get(class) {
				n += count
			}
		}
		if p.count+n > p.first && p.count < p.end {
			p.add(part.low, part.high, part.within)
		} else {
			p.count += n
		}
	})
}

// addDated adds orders one by one.
func (p *page) addDated(part period) {
	for key, packed := range p.betweenDates(part.low, part.high) {
		if class, _ := cutClass(packed); !p.accepted.get(class) {
			continue
		}
		if p.count >= p.first && p.count < p.end {
			p.numbers = append(p.numbers, numberAt(key, 1))
		}
		p.count++
	}
}

func (l lists) Orders(from, to time.Time) iter.Seq2[record.OrderFacts, func() record.OrderBrief] {
	return func(yield func(record.OrderFacts, func() record.OrderBrief) bool) {
		var packed []byte
		brief := func() record.OrderBrief { return unpackBrief(packed) }
		var facts record.OrderFacts
		for facts, packed = range l.facts(datesOf(from, to)) {
			if !yield(facts, brief) {
				return
			}
		}
	}
}

func (l lists) Order(ref string) (record.OrderFacts, record.OrderBrief, bool) {
	stored, known := l.load(ref)
	if !known {
		return record.OrderFacts{}, record.OrderBrief{}, false
	}
	n, _ := orderNumber(ref)
	key := numberKey(stored.date, n)
	packed := l.tx.table(dates).get(key)
	class, _ := cutClass(packed)
	return factsAt(key, unpackClass(class)), unpackBrief(packed), true
}

func (l lists) Customers(after *int64) iter.Seq[record.CustomerBrief] {
	return func(yield func(record.CustomerBrief) bool) {
		var from []byte
		if after != nil {
			from = numberKey(sortable(*after))
		}
		for key, value := range l.tx.table(customers).behind(from) {
			stored, _ := parseHeaded(value)
			if !yield(unpackCustomer(fromSortable(numberAt(key, 0)), stored.head)) {
				return
			}
		}
	}
}

func (l lists) Subscriptions(after string) iter.Seq[record.SubscriptionBrief] {
	return func(yield func(record.SubscriptionBrief) bool) {
		var from []byte
		if after != "" {
			from = textKey(after)
		}
		for _, value := range l.tx.table(subscriptions).behind(from) {
			stored, _ := parseHeaded(value)
			if !yield(unpackSubscription(stored.head)) {
				return
			}
		}
	}
}
