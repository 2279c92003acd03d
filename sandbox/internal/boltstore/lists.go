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

func (l lists) CountOf(kind string) int {
	in, err := tableOf(kind)
	if err != nil {
		return 0
	}
	return int(numberAt(l.tx.table(counts).get([]byte{byte(in)}), 0))
}

func (l lists) Tally(from, to time.Time) map[record.OrderClass]int {
	found := newClasses(func(record.OrderClass) *int { return new(int) })
	for part := range l.periods(datesOf(from, to)) {
		for class, count := range eachClass(part.counts) {
			*found.get(class) += count
		}
		if part.counts == nil {
			for _, packed := range l.betweenDates(part.low, part.high) {
				class, _ := cutClass(packed)
				*found.get(class)++
			}
		}
	}
	tally := make(map[record.OrderClass]int, len(found.seen))
	for class, count := range found.seen {
		tally[unpackClass([]byte(class))] = *count
	}
	return tally
}

func (l lists) Page(from, to time.Time, accepts func(record.OrderClass) bool, first, end int) (numbers []uint64, count int) {
	accepted := newClasses(accepts)
	for part := range l.periods(datesOf(from, to)) {
		n := 0
		for class, count := range eachClass(part.counts) {
			if accepted.get(class) {
				n += count
			}
		}
		if part.counts != nil && (count+n <= first || count >= end) { // the day has no order of the page
			count += n
			continue
		}
		for key, packed := range l.betweenDates(part.low, part.high) {
			if class, _ := cutClass(packed); !accepted.get(class) {
				continue
			}
			if count >= first && count < end {
				numbers = append(numbers, numberAt(key, 1))
			}
			count++
		}
	}
	return numbers, count
}

func (l lists) Order(ref string) (record.OrderFacts, record.OrderBrief, bool) {
	stored, known := l.load(ref)
	if !known {
		return record.OrderFacts{}, record.OrderBrief{}, false
	}
	n, _ := orderNumber(ref)
	key := numberKey(stored.date(), n)
	packed := l.tx.table(dates).get(key)
	class, _ := cutClass(packed)
	return factsAt(key, unpackClass(class)), unpackBrief(packed), true
}

func (l lists) Customers(after *int64) iter.Seq[record.CustomerBrief] {
	var from []byte
	if after != nil {
		from = numberKey(sortable(*after))
	}
	return each(l.tx.table(customers).scanBehind(from), func(key, value []byte) record.CustomerBrief {
		stored, _ := parseHeaded(value)
		return unpackCustomer(fromSortable(numberAt(key, 0)), stored.head)
	})
}

func (l lists) Subscriptions(after string) iter.Seq[record.SubscriptionBrief] {
	var from []byte
	if after != "" {
		from = textKey(after)
	}
	return each(l.tx.table(subscriptions).scanBehind(from), func(_, value []byte) record.SubscriptionBrief {
		stored, _ := parseHeaded(value)
		return unpackSubscription(stored.head)
	})
}
