package worlds

import (
	"strconv"
	"strings"
	"time"

	"github.com/brianvoe/gofakeit/v7"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// order builds the record. What the entry leaves out and nothing implies is
// random, seeded by the order's reference.
func (b *builder) order(p *purchase) commerce.OrderRecord {
	e, f := p.entry, newFaker(b.seed, "details", p.number)
	date := p.date.at(b.now)
	o := commerce.Order{
		RefNo: strconv.FormatUint(p.number, 10), ExternalReference: optional(e.ExternalReference),
		Status: e.status(), ApproveStatus: e.approveStatus(), VendorApproveStatus: "OK",
		MerchantCode: b.merchant, Language: p.language(), OrderDate: commerce.At(date),
		Affiliate: p.affiliate(), DeliveryDetails: p.receiver(), CustomerDetails: p.customer,
		Origin: "Web", OrderFlow: catalog.RegularFlow, TestOrder: e.Test,
		FxRate: commerce.Cents(100), PayoutCurrency: "USD", Currency: strings.ToLower(p.currency),
		Promotions: []commerce.Promotion{},
	}
	o.BillingDetails = commerce.BillingDetails{DeliveryDetails: o.DeliveryDetails}
	if p.customer != nil {
		o.BillingDetails.FiscalCode = p.customer.FiscalCode
	}
	if chance(f, 35) {
		o.Origin = "API"
	}
	if e.Dispute != nil {
		o.ChargebackResolution, o.ChargebackReasonCode = &e.Dispute.Resolution, &e.Dispute.Reason
	}
	if paid(o.Status) {
		finished := commerce.At(p.finished(b.now))
		o.FinishDate, o.DeliveryFinalized = &finished, true
	}
	b.addPayment(p, &o, f)
	b.addItems(p, &o)
	p.addShares(&o)
	return commerce.OrderRecord{Order: o, OrderInternals: p.internals(&o, date)}
}

// finished returns a moment some minutes after the order's date, but not in the
// future.
func (p *purchase) finished(now time.Time) time.Time {
	date := p.date.at(now)
	finished := date.Add(time.Minute + time.Duration(mix(p.number)%900)*time.Second)
	if finished.After(now) {
		return now
	}
	return finished
}

func (p *purchase) language() string {
	if p.customer != nil {
		return p.customer.Language
	}
	return otherCountry.language
}

// receiver returns the address of the customer, otherwise that of the partner.
func (p *purchase) receiver() commerce.DeliveryDetails {
	switch c := p.customer; {
	case c != nil:
		return commerce.DeliveryDetails{
			Phone: c.Phone, FirstName: &c.FirstName, LastName: &c.LastName, Company: c.Company, Email: &c.Email,
			Address1: &c.Address1, Address2: c.Address2, City: &c.City, Zip: &c.Zip, CountryCode: &c.CountryCode, State: c.State,
		}
	case p.partner != nil:
		return commerce.DeliveryDetails{Company: &p.partner.Name, Email: optional("orders@" + strings.ToLower(p.partner.Code) + ".example.test")}
	}
	return commerce.DeliveryDetails{}
}

func (p *purchase) affiliate() commerce.Affiliate {
	code := p.entry.Affiliate
	if code == "" {
		return commerce.Affiliate{}
	}
	return commerce.Affiliate{
		AffiliateCode: &code, AffiliateSource: optional("web"),
		AffiliateName: optional("Affiliate " + code), AffiliateUrl: optional("https://" + strings.ToLower(code) + ".example.test/"),
	}
}

// addShares adds what the service and the partner keep of the order.
func (p *purchase) addShares(o *commerce.Order) {
	if !p.entry.Test {
		o.AvangateCommission = o.GrossDiscountedPrice.Percent(serviceShare).Plus(serviceFee)
	}
	if p.partner == nil {
		return
	}
	margin, none := o.NetPrice.Percent(p.partner.MarginPercent), commerce.Money{}
	o.PartnerCode, o.PartnerMargin, o.PartnerMarginPercent = &p.partner.Code, &margin, &p.partner.MarginPercent
	o.ExtraMargin, o.ExtraMarginPercent, o.ExtraDiscount, o.ExtraDiscountPercent = &none, &none, &none, &none
}

// The service keeps a percentage of an order's price, and a fee.
var (
	serviceShare = commerce.Cents(500)
	serviceFee   = commerce.Cents(15)
)

// internals returns what the order shows to no client: the keys of lookups and
// the state of a purchase order.
func (p *purchase) internals(o *commerce.Order, date time.Time) commerce.OrderInternals {
	side := commerce.OrderInternals{Sale: p.sale, Invoice: p.invoice}
	if p.entry.PurchaseOrder == "" {
		return side
	}
	o.OrderFlow = catalog.PurchaseOrderFlow
	o.PODetails = &commerce.PODetails{InternalPONumber: "PO-" + o.RefNo}
	side.PurchaseOrder = &commerce.PurchaseOrder{State: p.entry.PurchaseOrder, Forms: p.forms(date)}
	return side
}

// forms returns the uploaded form, which every state but the first depends on
// (open question upload-effect). A canceled order has none, as if it was
// canceled before the upload.
func (p *purchase) forms(date time.Time) []commerce.Form {
	switch p.entry.PurchaseOrder {
	case catalog.AwaitingForm, catalog.CanceledOrder:
		return []commerce.Form{}
	}
	uploaded := commerce.At(date)
	return []commerce.Form{{
		FileName: "purchase-order-" + strconv.FormatUint(p.number, 10) + ".pdf", Size: 40_000 + int(p.number%20_000),
		ClientTime: uploaded.Format(commerce.MomentFormat), UploadedAt: uploaded,
	}}
}

// addPayment adds how the order is paid or can still be paid.
func (b *builder) addPayment(p *purchase, o *commerce.Order, f *gofakeit.Faker) {
	network := pick(f, []string{"192.0.2.", "198.51.100.", "203.0.113."}) // reserved for documentation
	o.PaymentDetails = commerce.PaymentDetails{Currency: o.Currency, CustomerIP: optional(network + strconv.Itoa(f.Number(1, 254)))}
	o.PaymentDetails.Type, o.PaymentDetails.PaymentMethod = p.payment(f, o.OrderDate.Time)
	if o.Status != catalog.Pending {
		return
	}
	link := "https://pay.example.test/finish?id=" + strconv.FormatUint(mix(p.number), 36)
	if p.entry.ChargeFailed {
		o.ExtraInformation = &commerce.ExtraInformation{RetryFailedPaymentLink: link}
		o.Errors = map[string]string{"PAYMENT_ERROR": "The payment was declined."}
		return
	}
	o.ExtraInformation = &commerce.ExtraInformation{PaymentLink: link}
}

// payment returns the payment type (section 2.1) and its method.
func (p *purchase) payment(f *gofakeit.Faker, date time.Time) (string, *commerce.PaymentMethod) {
	switch {
	case p.entry.PurchaseOrder != "":
		return "PURCHASEORDER", nil
	case p.entry.Payment == byWire:
		return "WIRE", nil
	case p.entry.Payment == byPayPal:
		return "PAYPAL", &commerce.PaymentMethod{PayPal: &commerce.PayPal{
			RedirectURL: "https://paypal.example.test/checkout", RecurringEnabled: p.entry.Renews,
		}}
	}
	card := commerce.Card{
		FirstDigits: "4111", LastDigits: "1111", CardType: "visa", RecurringEnabled: p.entry.Renews,
		ExpirationMonth: date.Format("01"), ExpirationYear: date.AddDate(f.Number(1, 4), 0, 0).Format("06"),
	}
	if chance(f, 30) && !p.entry.Test {
		card.FirstDigits, card.LastDigits, card.CardType = "5555", "4444", "mastercard"
	}
	if p.entry.Test {
		return "TEST", &commerce.PaymentMethod{Card: &card}
	}
	return "CC", &commerce.PaymentMethod{Card: &card}
}
