package worlds

import (
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// addRefunds adds the buyer's refunds: the entry's, or by default everything the
// buyer paid, if the order is refunded.
func (b *builder) addRefunds(p *purchase, o *record.Order) {
	entries := p.entry.Refunds
	if entries == nil && o.Status == catalog.Refund {
		entries = []refundEntry{{}}
	}
	if o.GrossDiscountedPrice.IsZero() && o.Status != catalog.Refund {
		return // nothing was paid, so no part of it can come back
	}
	left := o.GrossDiscountedPrice
	for i := range entries {
		e := &entries[i]
		r := record.Refund{
			Date: record.At(p.refundDate(e, i, b.now)), Amount: left, Currency: strings.ToUpper(o.Currency),
			Reason: or(e.Reason, "CUSTOM_REASON"), Comment: or(e.Comment, "The customer asked for the money back."), Items: []record.RefundItem{},
		}
		switch {
		case e.Amount != nil:
			r.Amount = e.Amount.Money
		case e.Percent != nil:
			r.Amount = o.GrossDiscountedPrice.Percent(e.Percent.Money)
		}
		switch {
		case e.Lines != nil:
			r.Items = b.refundedLines(p, e.Lines)
		case r.Amount.Equal(o.GrossDiscountedPrice):
			r.Items = everyLine(o)
		}
		left = left.Minus(r.Amount)
		o.Refunds = append(o.Refunds, r)
	}
}

// refundDate returns the date of refund i: some hours after the order was finished,
// but not in the future, when the entry does not say.
func (p *purchase) refundDate(e *refundEntry, i int, now time.Time) time.Time {
	if e.Date != nil {
		return p.at(*e.Date, now)
	}
	wait := time.Duration(i+1) * (time.Hour + time.Duration(mix(p.number+1)%(40*3600))*time.Second)
	if date := p.finishTime(now).Add(wait); date.Before(now) {
		return date
	}
	return now
}

// everyLine returns the shares of all lines in a refund of the whole order.
func everyLine(o *record.Order) []record.RefundItem {
	items := make([]record.RefundItem, len(o.Items))
	for i := range o.Items {
		line := &o.Items[i]
		items[i] = record.RefundItem{LineItemReference: line.Code, Quantity: line.Quantity, Amount: line.Price.GrossDiscountedPrice}
	}
	return items
}

func (b *builder) refundedLines(p *purchase, entries []refundLineEntry) []record.RefundItem {
	items := make([]record.RefundItem, len(entries))
	for i, e := range entries {
		items[i] = record.RefundItem{LineItemReference: b.productCode(e.Product), Amount: e.Amount.Money, Quantity: 1}
		for _, l := range p.lines {
			if l.product.Code == items[i].LineItemReference {
				items[i].Quantity = l.quantity
			}
		}
		if e.Quantity != nil {
			items[i].Quantity = *e.Quantity
		}
	}
	return items
}
