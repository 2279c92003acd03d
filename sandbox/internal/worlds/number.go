package worlds

import (
	"cmp"
	"container/heap"
	"iter"
	"time"
)

// unfinished are orders that finish later than the last placed one, a heap with the
// first to finish on top.
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
