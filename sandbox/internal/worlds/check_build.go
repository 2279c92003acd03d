package worlds

import (
	"fmt"
	"iter"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// check finds the mistakes that depend on the account's clock or on computed
// values.
func (b *builder) check(s *source) error {
	var found faults
	numbers := false
	for p := range b.firsts() {
		b.checkDates(&found, p)
		b.checkSums(&found, p)
		numbers = numbers || p.entry.Number != 0
	}
	if numbers {
		b.checkNumbers(&found)
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
	if !b.checkRefundDates(found, p, finished) {
		return
	}
	for i, form := range p.entry.Forms {
		if form.Uploaded != nil {
			b.isLate(found, fmt.Sprintf("%s.forms[%d].uploaded", p.path, i), p.at(*form.Uploaded, b.now))
		}
	}
	for i := range p.lines {
		b.checkTerm(found, p, i)
	}
}

// checkRefundDates reports refunds before what they depend on, and the first in the future.
// It returns false behind the latter, because further dates would only repeat it.
func (b *builder) checkRefundDates(found *faults, p *purchase, finished time.Time) bool {
	last, what := finished, "the order is finished"
	for i := range p.entry.Refunds {
		path := fmt.Sprintf("%s.refunds[%d].date", p.path, i)
		date := p.refundDate(&p.entry.Refunds[i], i, b.now)
		if b.isLate(found, path, date) {
			return false
		}
		if date.Before(last) {
			found.add(path, "the refund is before %s, %s", what, last.Format(record.MomentFormat))
		}
		last, what = date, "the refund above it"
	}
	return true
}

// isLate reports a date in the account's future.
func (b *builder) isLate(found *faults, path string, date time.Time) bool {
	late := date.After(b.now)
	if late {
		found.add(path, "the date is in the future: the account's clock shows %s", b.now.Format(record.MomentFormat))
	}
	return late
}

// checkTerm reports a subscription that expires before it starts.
func (b *builder) checkTerm(found *faults, p *purchase, i int) {
	l := &p.lines[i]
	if l.terms.Start == nil && l.terms.Expires == nil {
		return
	}
	start := p.finishTime(b.now)
	if l.terms.Start != nil {
		start = p.at(*l.terms.Start, b.now)
	}
	if p.expires(l, start, b.now).Before(start) {
		path := fmt.Sprintf("%s.lines[%d].subscription.expires", p.path, i)
		if p.isSubscription {
			path = p.path + ".expires"
		}
		found.add(path, "the subscription expires before it starts, %s", start.Format(record.MomentFormat))
	}
}

// checkNumbers reports a number not above the one of the order finished before.
func (b *builder) checkNumbers(found *faults) {
	last := int64(0)
	for p, number := range b.numberedOrders() {
		if number != 0 && number <= last {
			found.add(p.path+".number", "number must be above %d, that of the order which was finished before", last)
		}
		last = max(last, number)
	}
}

// givesSums reports whether the file gives computed sums.
func (e *entries) givesSums() bool {
	for i := range e.Orders {
		if e.Orders[i].givesSums() {
			return true
		}
	}
	return false
}

func (e *orderEntry) givesSums() bool {
	given := e.Totals != nil || e.Refunds != nil
	for i := range e.Lines {
		given = given || e.Lines[i].Totals != nil
	}
	return given
}

// checkSums reports given sums different from those of the order.
func (b *builder) checkSums(found *faults, p *purchase) {
	if !p.entry.givesSums() {
		return
	}
	o := b.order(p).Order
	p.entry.Totals.check(found, p.path+".totals", o.Totals)
	for i := range p.entry.Lines {
		p.entry.Lines[i].Totals.check(found, fmt.Sprintf("%s.lines[%d].totals", p.path, i), o.Items[i].Price.Totals)
	}
	if p.entry.Refunds != nil {
		checkRefunds(found, p.path+".refunds", &o)
	}
}

func checkRefunds(found *faults, path string, o *record.Order) {
	var sum record.Money
	for _, r := range o.Refunds {
		sum = sum.Plus(r.Amount)
	}
	switch total := o.GrossDiscountedPrice; {
	case o.Status == catalog.Refund && !sum.Equal(total):
		found.add(path, "the refunds of a REFUND order must be what the buyer paid, %s, got %s; with a part of it the order stays COMPLETE", total, sum)
	case o.Status == catalog.Complete && len(o.Refunds) > 0 && !sum.Less(total):
		found.add(path, "the refunds of a COMPLETE order must be less than what the buyer paid, %s, got %s; with all of it the order is REFUND", total, sum)
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
