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
		amount := e.chooseAmount(o.GrossDiscountedPrice, left)
		o.Refunds = append(o.Refunds, record.Refund{
			Date: record.At(p.refundDate(e, i, b.now)), Amount: amount, Currency: strings.ToUpper(o.Currency),
			Reason: or(e.Reason, "CUSTOM_REASON"), Comment: or(e.Comment, "The customer asked for the money back."), Items: b.chooseRefundItems(p, o, e, amount),
		})
		left = left.Minus(amount)
	}
}

// chooseAmount returns the amount of a refund: the entry's, or by default what is left.
func (e *refundEntry) chooseAmount(total, left record.Money) record.Money {
	switch {
	case e.Amount != nil:
		return e.Amount.Money
	case e.Percent != nil:
		return total.Percent(e.Percent.Money)
	}
	return left
}

// chooseRefundItems returns the lines of a refund.
func (b *builder) chooseRefundItems(p *purchase, o *record.Order, e *refundEntry, amount record.Money) []record.RefundItem {
	switch {
	case e.Lines != nil:
		return b.refundedLines(p, e.Lines)
	case amount.Equal(o.GrossDiscountedPrice):
		return everyLine(o)
	}
	return []record.RefundItem{}
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
