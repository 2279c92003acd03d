package worlds

import (
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// order builds the record. Omitted fields without another source are random, seeded
// by the order's reference.
func (b *builder) order(p *purchase) record.StoredOrder {
	e, f := p.entry, newFaker(b.seed, "details", p.number)
	o := b.startOrder(p)
	if chance(f, 35) {
		o.Origin = "API"
	}
	if isPaid(o.Status) {
		finished := record.At(p.finishTime(b.now))
		o.FinishDate, o.DeliveryFinalized = &finished, true
	}
	e.addTo(&o)
	b.addPayment(p, &o, f)
	b.addItems(p, &o)
	p.addShares(&o)
	b.addRefunds(p, &o)
	internals := p.internals(&o, b.now)
	stored := record.StoredOrder{Order: o, OrderInternals: internals}
	e.setOver(&stored)
	return stored
}

// startOrder returns the order without items and sums.
func (b *builder) startOrder(p *purchase) record.Order {
	e := p.entry
	o := record.Order{
		RefNo: strconv.FormatUint(p.number, 10), ExternalReference: optional(e.ExternalReference), ShopperRefNo: optional(e.ShopperReference),
		Status: e.status(), ApproveStatus: e.approveStatus(), VendorApproveStatus: "OK",
		MerchantCode: b.merchant, Language: p.language(), OrderDate: record.At(p.orderTime(b.now)),
		Source: optional(e.Source), WSOrder: optional(e.WSOrder), LocalTime: optional(e.LocalTime),
		Affiliate: p.affiliate(), CustomerDetails: p.customer,
		Origin: "Web", OrderFlow: catalog.RegularFlow, TestOrder: e.Test,
		FxRate: record.Cents(100), PayoutCurrency: "USD", Currency: strings.ToLower(p.currency),
		Promotions: []record.Promotion{}, AdditionalFields: additionalFields(e.Fields), CustomParameters: e.parameters(),
	}
	o.BillingDetails, o.DeliveryDetails = p.billing(), p.receiver().withEntry(e.Delivery)
	return o
}

// addTo adds the gift and the dispute of an entry.
func (e *orderEntry) addTo(o *record.Order) {
	if e.Gift != nil {
		o.GiftDetails = &record.GiftDetails{FirstName: e.Gift.FirstName, LastName: e.Gift.LastName, Email: e.Gift.Email, GiftNote: e.Gift.Note}
	}
	if e.Dispute != nil {
		o.ChargebackResolution, o.ChargebackReasonCode = &e.Dispute.Resolution, &e.Dispute.Reason
	}
}

func (e *orderEntry) parameters() []record.CustomParameter {
	var all []record.CustomParameter
	for _, p := range e.Parameters {
		all = append(all, record.CustomParameter{Name: p.Name, Value: string(p.Value)})
	}
	return all
}

func additionalFields(entries []fieldEntry) []record.AdditionalField {
	var all []record.AdditionalField
	for _, e := range entries {
		all = append(all, record.AdditionalField{Code: e.Code, Text: or(e.Text, e.Code), Value: string(e.Value)})
	}
	return all
}

// finishTime returns when the order is finished: some minutes after its date, but not
// in the future, when the entry does not say.
func (p *purchase) finishTime(now time.Time) time.Time {
	date := p.orderTime(now)
	if p.entry.Finished != nil {
		return p.at(*p.entry.Finished, now)
	}
	finished := date.Add(time.Minute + time.Duration(mix(p.number)%900)*time.Second)
	if finished.After(now) {
		return now
	}
	return finished
}

func (p *purchase) affiliate() record.Affiliate {
	code := p.entry.Affiliate
	if code == "" {
		return record.Affiliate{}
	}
	return record.Affiliate{
		AffiliateCode: &code, AffiliateSource: optional("web"),
		AffiliateName: optional("Affiliate " + code), AffiliateUrl: optional("https://" + strings.ToLower(code) + ".example.test/"),
	}
}

// addShares adds the shares of the service and the partner in the order.
func (p *purchase) addShares(o *record.Order) {
	if !p.entry.Test {
		o.AvangateCommission = o.GrossDiscountedPrice.Percent(serviceShare).Plus(serviceFee)
	}
	if p.partner == nil {
		return
	}
	margin, none := o.NetPrice.Percent(p.partner.MarginPercent), record.Money{}
	o.PartnerCode, o.PartnerMargin, o.PartnerMarginPercent = &p.partner.Code, &margin, &p.partner.MarginPercent
	o.ExtraMargin, o.ExtraMarginPercent, o.ExtraDiscount, o.ExtraDiscountPercent = &none, &none, &none, &none
}

// The service keeps a percentage of an order's price, and a fee.
var (
	serviceShare = record.Cents(500)
	serviceFee   = record.Cents(15)
)
