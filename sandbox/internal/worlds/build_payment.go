package worlds

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/brianvoe/gofakeit/v7"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// addPayment adds how the order is paid or can still be paid.
func (b *builder) addPayment(p *purchase, o *record.Order, f *gofakeit.Faker) {
	network := pick(f, []string{"192.0.2.", "198.51.100.", "203.0.113."}) // reserved for documentation
	random := network + strconv.Itoa(f.Number(1, 254))
	o.PaymentDetails = record.PaymentDetails{Currency: o.Currency, CustomerIP: &random}
	o.PaymentDetails.Type, o.PaymentDetails.PaymentMethod = p.payment(f, o.OrderDate.Time)
	link := "https://pay.example.test/finish?id=" + strconv.FormatUint(mix(p.number), 36)
	switch {
	case o.Status != catalog.Pending:
	case p.entry.ChargeFailed:
		o.ExtraInformation = &record.ExtraInformation{RetryFailedPaymentLink: link}
		o.Errors = map[string]string{"PAYMENT_ERROR": "The payment was declined."}
	default:
		o.ExtraInformation = &record.ExtraInformation{PaymentLink: link}
	}
}

// payment returns the payment type (section 2.1) and its method.
func (p *purchase) payment(f *gofakeit.Faker, date time.Time) (string, *record.PaymentMethod) {
	switch {
	case p.entry.PurchaseOrder != "":
		return "PURCHASEORDER", nil
	case p.entry.Payment == byWire:
		return "WIRE", nil
	case p.entry.Payment == byPayPal:
		return "PAYPAL", &record.PaymentMethod{PayPal: &record.PayPal{
			RedirectURL: "https://paypal.example.test/checkout", RecurringEnabled: p.entry.Renews,
		}}
	}
	card := record.Card{
		FirstDigits: "4111", LastDigits: "1111", CardType: "visa", RecurringEnabled: p.entry.Renews,
		ExpirationMonth: date.Format("01"), ExpirationYear: date.AddDate(f.Number(1, 4), 0, 0).Format("06"),
	}
	if chance(f, 30) && !p.entry.Test {
		card.FirstDigits, card.LastDigits, card.CardType = "5555", "4444", "mastercard"
	}
	if p.entry.Test {
		return "TEST", &record.PaymentMethod{Card: &card}
	}
	return "CC", &record.PaymentMethod{Card: &card}
}

// addRefunds adds the buyer's refunds: the entry's, or by default everything the
// buyer paid, if the order is refunded.
func (b *builder) addRefunds(p *purchase, o *record.Order) {
	entries := p.entry.Refunds
	if entries == nil && o.Status == catalog.Refund {
		entries = []refundEntry{{}}
	}
	total := o.GrossDiscountedPrice
	if total.IsZero() && o.Status != catalog.Refund {
		return // nothing was paid, so no part of it can come back
	}
	left := total
	for i := range entries {
		e, amount, items := &entries[i], left, []record.RefundItem{}
		switch {
		case e.Amount != nil:
			amount = e.Amount.Money
		case e.Percent != nil:
			amount = total.Percent(e.Percent.Money)
		}
		switch {
		case e.Lines != nil:
			items = b.refundedLines(p, e.Lines)
		case amount.Equal(total):
			for j := range o.Items {
				line := &o.Items[j]
				items = append(items, record.RefundItem{LineItemReference: line.Code, Quantity: line.Quantity, Amount: line.Price.GrossDiscountedPrice})
			}
		}
		o.Refunds = append(o.Refunds, record.Refund{
			Date: record.At(p.refundDate(e, i, b.now)), Amount: amount, Currency: strings.ToUpper(o.Currency),
			Reason: cmp.Or(e.Reason, "CUSTOM_REASON"), Comment: cmp.Or(e.Comment, "The customer asked for the money back."), Items: items,
		})
		left = left.Minus(amount)
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
