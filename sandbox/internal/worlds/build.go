package worlds

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// builder builds a template for one account.
type builder struct {
	*template
	merchant     string
	now          time.Time
	listedByDate []*purchase // oldest first
}

// build returns the world for one account. The error points at listed orders
// with a moment in the account's future.
func (t *template) build(s *source, merchant string, now time.Time) (commerce.World, error) {
	b := &builder{template: t, merchant: merchant, now: now.UTC().Truncate(time.Second)}
	var late faults
	for i := range t.listed {
		p := &t.listed[i]
		late.addLate(p.path+".date", p.date, b.now)
		b.listedByDate = append(b.listedByDate, p)
	}
	if err := s.locate(late); err != nil {
		return commerce.World{}, err
	}
	slices.SortStableFunc(b.listedByDate, func(p, q *purchase) int {
		return cmp.Or(p.date.at(b.now).Compare(q.date.at(b.now)), cmp.Compare(p.number, q.number))
	})
	return commerce.World{
		Products: t.products, Partners: t.partners, Customers: t.allCustomers,
		Orders: b.orders, Subscriptions: b.subscriptions,
		Campaigns: b.allCampaigns(), Settings: t.settings, Handles: maps.Clone(t.handles),
	}, nil
}

// addLate records a date that is in the future when the account's clock shows now.
func (f *faults) addLate(path string, d date, now time.Time) {
	if d.at(now).After(now) {
		f.add(path, "the date is in the future: the account's clock shows %s", now.Format(commerce.MomentFormat))
	}
}

// allCustomers yields the listed and the generated customers.
func (t *template) allCustomers(yield func(commerce.Customer) bool) {
	for _, c := range t.customers {
		if !yield(c) {
			return
		}
	}
	for i := range t.generated.customers {
		if !yield(*t.generated.customer(i)) {
			return
		}
	}
}

// purchases yields the listed and the generated orders, oldest first.
func (b *builder) purchases() iter.Seq[*purchase] {
	return func(yield func(*purchase) bool) {
		listed := b.listedByDate
		for i := range b.generated.total {
			generated := b.purchase(i)
			date := generated.date.at(b.now)
			for len(listed) > 0 && !listed[0].date.at(b.now).After(date) {
				if !yield(listed[0]) {
					return
				}
				listed = listed[1:]
			}
			if !yield(generated) {
				return
			}
		}
		for _, p := range listed {
			if !yield(p) {
				return
			}
		}
	}
}

// orders yields every order. Paid orders get their OrderNo in the order of their
// dates.
func (b *builder) orders(yield func(commerce.OrderRecord) bool) {
	next := int64(firstOrderNo)
	for p := range b.purchases() {
		record := b.order(p)
		if paid(record.Order.Status) {
			record.Order.OrderNo = p.orderNo
			if p.orderNo == 0 {
				record.Order.OrderNo = next
				next++
			}
		}
		if !yield(record) {
			return
		}
	}
}

func (b *builder) subscriptions(yield func(commerce.Subscription) bool) {
	for p := range b.purchases() {
		if !paid(p.entry.status()) {
			continue
		}
		for i := range p.lines {
			if p.lines[i].reference != "" && !yield(b.subscription(p, &p.lines[i])) {
				return
			}
		}
	}
}
