package worlds

import (
	"bytes"
	"cmp"
	"fmt"
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
	o := record.Order{
		RefNo: referenceOf(p), ExternalReference: optional(e.ExternalReference),
		Status: e.status(), ApproveStatus: cmp.Or(e.ApproveStatus, e.status().Approvals()[0]), VendorApproveStatus: "OK",
		MerchantCode: b.merchant, Language: otherCountry.language, OrderDate: record.At(p.orderTime(b.now)),
		CustomerDetails: p.customer,
		Origin:          "Web", OrderFlow: catalog.RegularFlow, TestOrder: e.Test,
		FxRate: record.Cents(100), PayoutCurrency: "USD", Currency: strings.ToLower(p.currency),
		Promotions: []record.Promotion{},
	}
	if p.customer != nil {
		o.Language = p.customer.Language
	}
	if code := e.Affiliate; code != "" {
		o.Affiliate = record.Affiliate{
			AffiliateCode: &code, AffiliateSource: optional("web"),
			AffiliateName: optional("Affiliate " + code), AffiliateUrl: optional("https://" + strings.ToLower(code) + ".example.test/"),
		}
	}
	o.BillingDetails, o.DeliveryDetails = p.billing(), p.receiver()
	if chance(f, 35) {
		o.Origin = "API"
	}
	if isPaid(o.Status) {
		finished := record.At(p.finishTime(b.now))
		o.FinishDate, o.DeliveryFinalized = &finished, true
	}
	if e.Dispute != nil {
		o.ChargebackResolution, o.ChargebackReasonCode = &e.Dispute.Resolution, &e.Dispute.Reason
	}
	b.addPayment(p, &o, f)
	b.addItems(p, &o)
	if !e.Test {
		o.AvangateCommission = o.GrossDiscountedPrice.Percent(serviceShare).Plus(serviceFee)
	}
	if p.partner != nil {
		margin, none := o.NetPrice.Percent(p.partner.MarginPercent), record.Money{}
		o.PartnerCode, o.PartnerMargin, o.PartnerMarginPercent = &p.partner.Code, &margin, &p.partner.MarginPercent
		o.ExtraMargin, o.ExtraMarginPercent, o.ExtraDiscount, o.ExtraDiscountPercent = &none, &none, &none, &none
	}
	b.addRefunds(p, &o)
	stored := record.StoredOrder{OrderInternals: record.OrderInternals{Sale: p.sale, Invoice: p.invoice}}
	if e.PurchaseOrder != "" {
		o.OrderFlow, o.PODetails = catalog.PurchaseOrderFlow, &record.PODetails{InternalPONumber: "PO-" + o.RefNo}
		stored.PurchaseOrder = &record.PurchaseOrder{State: e.PurchaseOrder, Forms: p.forms(b.now)}
	}
	stored.Order = o
	e.setOver(&stored)
	return stored
}

// The service keeps a percentage of an order's price, and a fee.
var (
	serviceShare = record.Cents(500)
	serviceFee   = record.Cents(15)
)

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

// billing returns the payer: the receiver, with the fields of the entry.
func (p *purchase) billing() record.BillingDetails {
	details := record.BillingDetails{DeliveryDetails: p.receiver()}
	if p.customer != nil {
		details.FiscalCode = p.customer.FiscalCode
	}
	e := p.entry.Billing
	if e == nil {
		return details
	}
	if e.Person.City != "" || e.Person.Zip != "" || e.Person.Country != "" { // another place is in no known state
		details.State = nil
	}
	replace(&details.FirstName, e.Person.FirstName)
	replace(&details.LastName, e.Person.LastName)
	replace(&details.Company, e.Person.Company)
	replace(&details.Email, e.Person.Email)
	replace(&details.Phone, e.Person.Phone)
	replace(&details.Address1, e.Person.Address)
	replace(&details.Address2, e.Person.Address2)
	replace(&details.City, e.Person.City)
	replace(&details.Zip, e.Person.Zip)
	replace(&details.State, e.Person.State)
	replace(&details.CountryCode, e.Person.Country)
	replace(&details.FiscalCode, e.Fiscal)
	replace(&details.TaxOffice, e.TaxOffice)
	return details
}

// receiver returns the address of the customer, otherwise the partner's.
func (p *purchase) receiver() record.DeliveryDetails {
	switch c := p.customer; {
	case c != nil:
		return record.DeliveryDetails{
			Phone: c.Phone, FirstName: &c.FirstName, LastName: &c.LastName, Company: c.Company, Email: &c.Email,
			Address1: &c.Address1, Address2: c.Address2, City: &c.City, Zip: &c.Zip, CountryCode: &c.CountryCode, State: c.State,
		}
	case p.partner != nil:
		return record.DeliveryDetails{Company: &p.partner.Name, Email: optional("orders@" + strings.ToLower(p.partner.Code) + ".example.test")}
	}
	return record.DeliveryDetails{}
}

// replace sets a given value.
func replace[T ~string](at **string, given T) {
	if given != "" {
		*at = optional(given)
	}
}

// forms returns the uploaded form that every state but the first depends on (open question
// upload-effect). A canceled order has none, as if it was canceled before the upload.
func (p *purchase) forms(now time.Time) []record.Form {
	if state := p.entry.PurchaseOrder; state == catalog.AwaitingForm || state == catalog.CanceledOrder {
		return []record.Form{}
	}
	uploaded := record.At(p.orderTime(now))
	form := record.Form{FileName: "purchase-order-" + referenceOf(p) + ".pdf", ClientTime: uploaded.Format(record.MomentFormat), UploadedAt: uploaded}
	return []record.Form{form.WithContent(pdf("Purchase order " + referenceOf(p)))}
}

// pdf returns a PDF document of one page with a line of plain letters.
func pdf(line string) []byte {
	drawn := "BT /F1 18 Tf 72 720 Td (" + line + ") Tj ET"
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		"<</Length " + strconv.Itoa(len(drawn)) + ">>\nstream\n" + drawn + "\nendstream",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	}
	var b, places bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	for i, object := range objects {
		fmt.Fprintf(&places, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	index := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%s", len(objects)+1, &places)
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, index)
	return b.Bytes()
}
