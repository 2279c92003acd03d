package worlds

import (
	"strconv"
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
	if o.Status != catalog.Pending {
		return
	}
	link := "https://pay.example.test/finish?id=" + strconv.FormatUint(mix(p.number), 36)
	if p.entry.ChargeFailed {
		o.ExtraInformation = &record.ExtraInformation{RetryFailedPaymentLink: link}
		o.Errors = map[string]string{"PAYMENT_ERROR": "The payment was declined."}
		return
	}
	o.ExtraInformation = &record.ExtraInformation{PaymentLink: link}
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
	card := p.drawCard(f, date)
	if p.entry.Test {
		return "TEST", &record.PaymentMethod{Card: &card}
	}
	return "CC", &record.PaymentMethod{Card: &card}
}

func (p *purchase) drawCard(f *gofakeit.Faker, date time.Time) record.Card {
	card := record.Card{
		FirstDigits: "4111", LastDigits: "1111", CardType: "visa", RecurringEnabled: p.entry.Renews,
		ExpirationMonth: date.Format("01"), ExpirationYear: date.AddDate(f.Number(1, 4), 0, 0).Format("06"),
	}
	if chance(f, 30) && !p.entry.Test {
		card.FirstDigits, card.LastDigits, card.CardType = "5555", "4444", "mastercard"
	}
	p.entry.Card.addTo(&card)
	return card
}

// addTo applies the fields of an entry. A nil entry has none.
func (e *cardEntry) addTo(c *record.Card) {
	if e == nil {
		return
	}
	c.FirstDigits, c.LastDigits = or(string(e.First), c.FirstDigits), or(string(e.Last), c.LastDigits)
	c.CardType = or(e.Type, c.CardType)
	c.Vendor3DSReturnURL, c.Vendor3DSCancelURL = optional(e.ReturnURL), optional(e.CancelURL)
	e.Secure.addTo(c)
}

// addTo adds the form for the buyer's browser, if there is one.
func (e *secureEntry) addTo(c *record.Card) {
	if e == nil {
		return
	}
	c.Authorize3DS = &record.Authorize3DS{Href: e.Href, Method: "POST", Params: map[string]string{}}
	for name, value := range e.Params {
		c.Authorize3DS.Params[name] = string(value)
	}
}
