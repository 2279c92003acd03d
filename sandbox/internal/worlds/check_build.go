package worlds

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// check finds the mistakes that depend on the account's clock or on computed
// values.
func (b *builder) check(s *source) error {
	var found faults
	numbers := false
	for p := range b.firsts() {
		before, now := len(found.first), b.now
		if b.checkDates(&found, p); len(found.first) > before {
			now = time.Time{} // otherwise the rules repeat the fault
		}
		b.judge(&found, p, now)
		numbers = numbers || p.entry.Number != 0
	}
	if numbers {
		last := int64(0) // that of the order finished before
		for p, number := range b.numberedOrders() {
			if number != 0 && number <= last {
				found.add(p.path+".number", "number must be above %d, that of the order which was finished before", last)
			}
			last = max(last, number)
		}
	}
	return s.locate(found)
}

// firsts yields the first order of every entry, because its repetitions have the
// same mistakes.
func (t *template) firsts() iter.Seq[*purchase] {
	return func(yield func(*purchase) bool) {
		for i := range t.listed {
			p := &t.listed[i]
			if (i == 0 || t.listed[i-1].entry != p.entry) && !yield(p) {
				return
			}
		}
	}
}

// checkDates reports dates in the future, and dates before the ones they depend on.
func (b *builder) checkDates(found *faults, p *purchase) {
	placed, finished := p.orderTime(b.now), p.finishTime(b.now)
	if b.isLate(found, p.path+".date", placed) {
		return
	}
	if p.entry.Finished != nil && !b.isLate(found, p.path+".finished", finished) && finished.Before(placed) {
		found.add(p.path+".finished", "the order is finished before its date, %s", placed.Format(record.MomentFormat))
	}
	last, what := finished, "the order is finished"
	for i := range p.entry.Refunds {
		path := fmt.Sprintf("%s.refunds[%d].date", p.path, i)
		date := p.refundDate(&p.entry.Refunds[i], i, b.now)
		if b.isLate(found, path, date) {
			return // further dates would only repeat it
		}
		if date.Before(last) {
			found.add(path, "the refund is before %s, %s", what, last.Format(record.MomentFormat))
		}
		last, what = date, "the refund above it"
	}
	for i := range p.lines {
		l, start := &p.lines[i], finished
		e := &l.entry.Subscription
		if e.Start == nil && e.Expires == nil {
			continue
		}
		if e.Start != nil {
			start = p.at(*e.Start, b.now)
		}
		if p.expires(l, start, b.now).Before(start) {
			path := fmt.Sprintf("%s.lines[%d].subscription.expires", p.path, i)
			if p.isSubscription {
				path = p.path + ".expires"
			}
			found.add(path, "the subscription expires before it starts, %s", start.Format(record.MomentFormat))
		}
	}
}

// isLate reports a date in the account's future.
func (b *builder) isLate(found *faults, path string, date time.Time) bool {
	late := date.After(b.now)
	if late {
		found.add(path, "the date is in the future: the account's clock shows %s", b.now.Format(record.MomentFormat))
	}
	return late
}

// isJudged reports whether an order gives what only the whole record shows to be right: sums,
// refunds, or values of set.
func (e *orderEntry) isJudged() bool {
	set := func(l orderLineEntry) bool { return l.Set != "" || l.Subscription.Set != "" }
	return e.Totals != nil || e.Refunds != nil || e.Set != "" || slices.ContainsFunc(e.Lines, set)
}

// judge reports given sums different from those of the order, and rules that the order breaks. The dates
// count only with the account's clock.
func (b *builder) judge(found *faults, p *purchase, now time.Time) {
	if !p.entry.isJudged() {
		return
	}
	stored := b.order(p)
	p.entry.Totals.check(found, p.path+".totals", stored.Order.Totals)
	if isPaid(stored.Order.Status) {
		stored.Order.OrderNo = max(1, p.orderNo)
	}
	breaches := ledger.OrderContradictions(&stored, now)
	for i := range p.lines {
		if l := &p.lines[i]; l.entry.Subscription.Set != "" && !now.IsZero() {
			s := b.subscription(p, l)
			breaches = append(breaches, ledger.SubscriptionContradictions(&s)...)
		}
	}
	for _, breach := range breaches {
		found.add(p.path, "%s. %s", breach.Why, breach.Rule.Must)
	}
}

// check reports given sums different from the computed ones.
func (e *totalsEntry) check(found *faults, path string, computed record.Totals) {
	if e == nil {
		return
	}
	for _, sum := range []struct {
		name  string
		given *amount
		is    record.Money
	}{
		{"net", e.Net, computed.NetPrice}, {"vat", e.VAT, computed.VAT}, {"gross", e.Gross, computed.GrossPrice}, {"discount", e.Discount, computed.Discount},
		{"net_discounted", e.NetDiscounted, computed.NetDiscountedPrice}, {"gross_discounted", e.GrossDiscounted, computed.GrossDiscountedPrice},
	} {
		if sum.given != nil && !sum.given.Equal(sum.is) {
			found.add(path+"."+sum.name, "%s must be %s, got %s", sum.name, sum.is, sum.given)
		}
	}
}
