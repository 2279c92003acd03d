package commerce

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// RefundMove gives money back to the buyer. Without an amount it gives back the
// rest of the order's total.
type RefundMove struct {
	Amount  *record.Money // in the order's currency
	Reason  string        // "" for CustomRefund
	Comment string
}

// The reasons of refunds without a named one (open question inner-shapes).
const (
	CustomRefund     = "CUSTOM_REASON"
	ChargebackRefund = "CHARGEBACK" // of a lost or accepted dispute
)

// refundMonths is how many months after its end an order can be refunded (open
// question inner-shapes).
const refundMonths = 3

func (m *RefundMove) problems() []Problem {
	if m == nil || m.Amount == nil {
		return nil
	}
	if (record.Money{}).Less(*m.Amount) && m.Amount.Round().Equal(*m.Amount) {
		return nil
	}
	return []Problem{*invalid(catalog.InvalidParameter, "refund.amount", m.Amount.String(), "above 0, with at most two decimals")}
}

// FullRefund returns the refund of all lines of an order.
func FullRefund(o *record.Order, date record.Moment, reason, comment string) record.Refund {
	refund := record.Refund{
		Date: date, Amount: o.GrossDiscountedPrice, Currency: strings.ToUpper(o.Currency), Reason: reason, Comment: comment,
		Items: make([]record.RefundItem, len(o.Items)),
	}
	for i := range o.Items {
		item := &o.Items[i]
		refund.Items[i] = record.RefundItem{LineItemReference: item.Code, Quantity: item.Quantity, Amount: item.Price.GrossDiscountedPrice}
	}
	return refund
}

// refundRest refunds the rest of the order's total, and disables its subscriptions.
// The amount of a move must equal the rest.
func (r *movingOrder) refundRest(m *RefundMove) error {
	o, left := &r.Order, r.left()
	m = cmp.Or(m, &RefundMove{})
	if m.Amount != nil && !m.Amount.Equal(left) {
		return invalid(catalog.InvalidParameter, "refund.amount", m.Amount.String(), left.StringFixed()+", which is left of the order, or absent, with the status REFUND")
	}
	refund := FullRefund(o, r.refundDate(), cmp.Or(m.Reason, CustomRefund), m.Comment)
	if len(o.Refunds) > 0 {
		refund.Amount, refund.Items = left, []record.RefundItem{} // because nobody knows the lines of the refunds before
	}
	o.Status, o.Refunds = catalog.Refund, append(o.Refunds, refund)
	return r.disableSubscriptions()
}

// partialRefund refunds the rest of a COMPLETE order's total, or a part of it.
// After a part the order stays COMPLETE.
func (r *movingOrder) partialRefund(m OrderMove) error {
	o, left := &r.Order, r.left()
	switch {
	case m.Refund == nil || m.Status == catalog.Refund:
		return nil
	case o.Status != catalog.Complete:
		return &TransitionError{What: "status", To: string(catalog.Refund), Why: "it is " + string(o.Status), Legal: catalog.Words(nextStatuses(r.StoredOrder))}
	case r.now.After(endOf(o).AddDate(0, refundMonths, 0)):
		return &TransitionError{What: "refund", To: "partial", Legal: []string{string(catalog.Refund)}, Why: fmt.Sprintf(
			"it was finished %s, more than %d months ago, and is COMPLETE", endOf(o).Format(record.MomentFormat), refundMonths)}
	case m.Refund.Amount == nil || m.Refund.Amount.Equal(left):
		return r.refundRest(m.Refund)
	case left.Less(*m.Refund.Amount):
		return invalid(catalog.InvalidParameter, "refund.amount", m.Refund.Amount.String(), "at most "+left.StringFixed()+", which is left of the order")
	}
	o.Refunds = append(o.Refunds, record.Refund{
		Date: r.refundDate(), Amount: *m.Refund.Amount, Currency: strings.ToUpper(o.Currency),
		Reason: cmp.Or(m.Refund.Reason, CustomRefund), Comment: m.Refund.Comment, Items: []record.RefundItem{},
	})
	return nil
}

// endOf returns when the order was finished, otherwise when it was placed.
func endOf(o *record.Order) record.Moment {
	if o.FinishDate == nil {
		return o.OrderDate
	}
	return *o.FinishDate
}

// left returns the order's total minus its refunds.
func (r *movingOrder) left() record.Money {
	return r.Order.GrossDiscountedPrice.Minus(r.Order.RefundTotal())
}

// refundDate returns the present, or the latest date of the order when the
// account's clock was moved back.
func (r *movingOrder) refundDate() record.Moment {
	o, date := &r.Order, record.At(r.now)
	if end := endOf(o); date.Before(end.Time) {
		date = end
	}
	if n := len(o.Refunds); n > 0 && date.Before(o.Refunds[n-1].Date.Time) {
		date = o.Refunds[n-1].Date
	}
	return date
}

// disableSubscriptions disables the subscriptions shown in the order.
func (r *movingOrder) disableSubscriptions() error {
	for i := range r.Order.Items {
		shown := r.Order.Items[i].ProductDetails.Subscriptions
		for j := range shown {
			shown[j].Enabled, shown[j].RecurringEnabled = false, false
			s, known, err := r.tx.Subscriptions().Get(shown[j].SubscriptionReference)
			if err != nil {
				return err
			}
			if known {
				s.Enabled, s.Upgradable = false, false
				r.subscriptions = append(r.subscriptions, s)
			}
		}
	}
	return nil
}
