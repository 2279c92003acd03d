package commerce

import (
	"container/heap"
	"context"
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Happening is one change made by time.
type Happening struct {
	At      time.Time // on the account's clock
	What    string    // such as: order 1000001 completes: PENDING with WAITING becomes COMPLETE with OK
	Changes []Change
}

// Progressed counts the changes made by time.
type Progressed struct {
	Completed, Canceled, Reversed, Approved int // orders
	Expired                                 int // subscriptions
}

// happenedAtOnce is how many changes one transaction makes, because other calls wait
// for it.
const happenedAtOnce = 500

// Progress makes the changes due until a moment, in the order of time (open
// question progress): changes already due at from happen at from. Records change a
// few hundred at a time, and report gets each part when it is synced. The seed and
// the record alone decide what is due and how it ends. If its context ends it
// early, the next Progress does the rest.
func (s *Shop) Progress(ctx context.Context, seed int64, from, to time.Time, report func([]Happening)) (Progressed, error) {
	p := progress{shop: s, seed: seed, from: from, to: to}
	if to.Before(from) {
		return p.done, nil
	}
	if err := s.store.View(func(tx Tx) error { return p.collect(ctx, tx) }); err != nil {
		return p.done, err
	}
	heap.Init(&p.due)
	for len(p.due) > 0 {
		if err := ctx.Err(); err != nil {
			return p.done, err
		}
		happened, err := p.step()
		if err != nil {
			return p.done, err
		}
		report(happened)
	}
	return p.done, nil
}

// progress has the changes still due and the ones already made.
type progress struct {
	shop     *Shop
	seed     int64
	from, to time.Time
	due      dueHeap
	done     Progressed
}

// collect collects the first due change of each record.
func (p *progress) collect(ctx context.Context, tx Tx) error {
	for f, brief := range tx.Orders().Between(time.Time{}, p.to.Add(-decisionAfter)) {
		if f.Status != catalog.Pending && f.Status != catalog.AuthReceived {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if d := dueOf(f, brief().PurchaseOrder != "", p.seed); p.isDue(d) {
			p.due = append(p.due, d)
		}
	}
	return EachSubscription(ctx, tx, func(s record.SubscriptionBrief) {
		if d := expiryOf(s); p.isDue(d) {
			p.due = append(p.due, d)
		}
	})
}

func (p *progress) isDue(d due) bool { return d.change != nothingDue && !d.at.After(p.to) }

// step makes the next changes in one transaction.
func (p *progress) step() ([]Happening, error) {
	var part []due
	for len(p.due) > 0 && len(part) < happenedAtOnce {
		part = append(part, heap.Pop(&p.due).(due))
	}
	var s slice
	changes, err := p.shop.store.Update(func(tx Tx) (err error) {
		s, err = p.slice(tx, part)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, written := range s.written {
		s.happened[i].Changes, changes = changes[:written], changes[written:]
	}
	for _, d := range s.later {
		heap.Push(&p.due, d)
	}
	p.done = p.done.plus(s.done)
	return s.happened, nil
}

// slice makes changes in the order of time, and with them their consequences due
// before the last one.
func (p *progress) slice(tx Tx, part []due) (s slice, err error) {
	last := part[len(part)-1]
	s = slice{due: append(dueHeap(nil), part...)}
	for len(s.due) > 0 {
		further, err := p.happen(tx, heap.Pop(&s.due).(due), &s)
		if err != nil {
			return s, err
		}
		for _, next := range further {
			switch {
			case !p.isDue(next):
			case next.compare(last) <= 0:
				heap.Push(&s.due, next)
			default:
				s.later = append(s.later, next)
			}
		}
	}
	return s, nil
}

// slice is the work of one transaction.
type slice struct {
	due      dueHeap
	later    []due // behind the slice
	happened []Happening
	written  []int // how many records each changed
	done     Progressed
}

// happen makes one change and returns the next due changes of its records.
func (p *progress) happen(tx Tx, d due, s *slice) (next []due, err error) {
	at := d.at
	if at.Before(p.from) {
		at = p.from
	}
	var what string
	var written int
	if d.order == 0 {
		what, written, err = expire(tx, d)
		s.done.Expired += min(written, 1)
	} else {
		what, written, next, err = p.order(tx, d, at, &s.done)
	}
	if written > 0 {
		s.happened, s.written = append(s.happened, Happening{At: at, What: what}), append(s.written, written)
	}
	return next, err
}

// order makes a change of an order, unless a call changed the order meanwhile.
func (p *progress) order(tx Tx, d due, at time.Time, done *Progressed) (what string, written int, next []due, err error) {
	stored, _, err := tx.Orders().Get(record.OrderFacts{Number: d.order}.RefNo())
	if err != nil {
		return "", 0, nil, err
	}
	dueNow := func() due { return dueOf(stored.Order.Facts(), stored.PurchaseOrder != nil, p.seed) }
	if now := dueNow(); now != d {
		return "", 0, []due{now}, nil
	}
	before, change := statesOf(&stored.Order), d.change
	if change == completes && stored.Order.Status == catalog.Pending && stored.Order.Errors != nil { // its charge failed
		change = isNeverPaid
	}
	moved := movingOrder{StoredOrder: &stored, tx: tx, now: at}
	if err := moved.happen(change, p.seed, done); err != nil {
		return "", 0, nil, err
	}
	what = fmt.Sprintf("order %s %s: %s becomes %s", stored.Order.RefNo, change, before, statesOf(&stored.Order))
	next = []due{dueNow()}
	for i := range moved.subscriptions {
		next = append(next, expiryOf(moved.subscriptions[i].Brief()))
	}
	return what, 1 + len(moved.previous) + len(moved.subscriptions), next, moved.write()
}

func statesOf(o *record.Order) string { return string(o.Status) + " with " + string(o.ApproveStatus) }

// happen makes a change of an order.
func (r *movingOrder) happen(change dueChange, seed int64, done *Progressed) error {
	o := &r.Order
	switch {
	case change == completes:
		done.Completed++
		return r.complete()
	case change == isApproved:
		done.Approved++
		o.ApproveStatus = catalog.Approved
		return nil
	case change == isRejected && o.Status != catalog.Pending:
		done.Reversed++
		o.Status, o.ApproveStatus = catalog.Reversed, catalog.Fraud
	default:
		done.Canceled++
		cancel(r.StoredOrder)
		if change == isRejected {
			o.ApproveStatus = catalog.Fraud
			if draw(seed, o.Number(), "approval") >= fraudShare {
				o.ApproveStatus = catalog.InvalidData
			}
		}
	}
	return r.releaseUpgrades()
}

// expire disables a subscription, also in the order showing it, unless a call
// changed it meanwhile.
func expire(tx Tx, d due) (what string, written int, err error) {
	s, _, err := tx.Subscriptions().Get(d.sub)
	if err != nil || expiryOf(s.Brief()) != d {
		return "", 0, err
	}
	s.Enabled = false
	orders, err := changeOrders(tx, []string{s.Order}, record.Name{Kind: record.SubscriptionKind, ID: s.Reference}, 1, func(r *record.StoredOrder) bool { return showIn(r, &s) })
	if err != nil {
		return "", 0, err
	}
	return "subscription " + s.Reference + " expires and is disabled", len(orders) + 1, tx.Subscriptions().Put(s)
}

func (p Progressed) plus(q Progressed) Progressed {
	return Progressed{
		Completed: p.Completed + q.Completed, Canceled: p.Canceled + q.Canceled, Reversed: p.Reversed + q.Reversed,
		Approved: p.Approved + q.Approved, Expired: p.Expired + q.Expired,
	}
}
