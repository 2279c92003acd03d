package worlds

import (
	"cmp"
	"container/heap"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// builder builds a template for one account.
type builder struct {
	*template
	merchant     string
	now          time.Time
	listedByDate []*purchase // oldest first
}

// build returns the world for one account. The error points at wrong dates and sums
// of the file.
func (t *template) build(s *source, merchant string, now time.Time) (commerce.World, error) {
	b := t.builder(merchant, now)
	if err := b.check(s); err != nil {
		return commerce.World{}, err
	}
	campaigns := make([]record.Campaign, len(b.campaigns)) // in the order of their creation
	for i, c := range b.campaigns {
		campaigns[i] = b.campaign(c)
	}
	return commerce.World{
		Products: t.products, Partners: t.partners, Customers: t.allCustomers,
		Orders: b.orders, Subscriptions: b.subscriptions,
		Campaigns: campaigns, Settings: t.settings, Handles: maps.Clone(t.handles),
	}, nil
}

func (t *template) builder(merchant string, now time.Time) *builder {
	b := &builder{template: t, merchant: merchant, now: now.UTC().Truncate(time.Second)}
	for i := range t.listed {
		b.listedByDate = append(b.listedByDate, &t.listed[i])
	}
	slices.SortStableFunc(b.listedByDate, func(p, q *purchase) int {
		return cmp.Or(p.orderTime(b.now).Compare(q.orderTime(b.now)), cmp.Compare(p.number, q.number))
	})
	return b
}

// allCustomers yields the listed and the generated customers.
func (t *template) allCustomers(yield func(record.Customer) bool) {
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
			date := generated.orderTime(b.now)
			for len(listed) > 0 && !listed[0].orderTime(b.now).After(date) {
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

// orders yields every order: a finished one when it is finished, another when it is
// placed.
func (b *builder) orders(yield func(record.StoredOrder) bool) {
	for p, number := range b.numberedOrders() {
		stored := b.order(p)
		stored.Order.OrderNo = number
		if !yield(stored) {
			return
		}
	}
}

func (b *builder) subscriptions(yield func(record.Subscription) bool) {
	for p := range b.purchases() {
		if !isPaid(p.entry.status()) {
			continue
		}
		for i := range p.lines {
			if p.lines[i].reference != "" && !yield(b.subscription(p, &p.lines[i])) {
				return
			}
		}
	}
}

// unfinished are orders that finish later than the last placed one, a heap with the first to
// finish on top. A million may wait at once, because entries that repeat may be of one moment.
type unfinished []finishing

type finishing struct {
	at    time.Time
	order *purchase
}

func (u unfinished) Len() int { return len(u) }
func (u unfinished) Less(i, j int) bool {
	return cmp.Or(u[i].at.Compare(u[j].at), cmp.Compare(u[i].order.number, u[j].order.number)) < 0
}
func (u unfinished) Swap(i, j int) { u[i], u[j] = u[j], u[i] }

// Push adds an order, as package heap requires it.
func (u *unfinished) Push(x any) { *u = append(*u, x.(finishing)) }

// Pop removes the last order, as package heap requires it.
func (u *unfinished) Pop() any {
	last := len(*u) - 1
	popped := (*u)[last]
	*u = (*u)[:last]
	return popped
}

// numberedOrders yields every order with its OrderNo, 0 when it is not paid. The numbers
// grow with the dates of the orders' finish. Only the orders between their date and
// their finish are in memory.
func (b *builder) numberedOrders() iter.Seq2[*purchase, int64] {
	return func(yield func(*purchase, int64) bool) {
		var waiting unfinished
		last := int64(firstOrderNo - 1)
		finishUntil := func(moment time.Time) bool {
			for len(waiting) > 0 && waiting[0].at.Before(moment) {
				p := heap.Pop(&waiting).(finishing).order
				number := cmp.Or(p.orderNo, last+1)
				last = max(last, number)
				if !yield(p, number) {
					return false
				}
			}
			return true
		}
		for p := range b.purchases() {
			if !finishUntil(p.orderTime(b.now)) {
				return
			}
			if isPaid(p.entry.status()) {
				heap.Push(&waiting, finishing{p.finishTime(b.now), p})
			} else if !yield(p, 0) {
				return
			}
		}
		finishUntil(noExpiry)
	}
}
