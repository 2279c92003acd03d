package worlds

import (
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// addItems adds the items, a shipping fee when a product is shipped, and the totals
// as the sums of the items.
func (b *builder) addItems(p *purchase, o *record.Order) {
	promotion := p.promotion(o.OrderDate)
	if promotion != nil {
		o.Promotions = append(o.Promotions, *promotion)
	}
	vat := p.vatPercent()
	o.HasShipping = slices.ContainsFunc(p.lines, func(l line) bool { return l.product.Tangible })
	count := len(p.lines)
	if o.HasShipping {
		count++
	}
	o.Items = make([]record.Item, len(p.lines), count)
	for i := range p.lines {
		o.Items[i] = b.item(p, i, vat, o.Currency)
		o.Items[i].Promotion = promotion
	}
	if o.HasShipping {
		o.Items = append(o.Items, p.shippingItem(vat, o.Currency))
		o.DeliveryInformation = p.delivery(o)
	}
	o.Totals = o.Items[0].Price.Totals
	for i := range o.Items[1:] {
		o.Totals = o.Totals.Plus(o.Items[i+1].Price.Totals)
	}
}

// vatPercent returns the VAT in the country of the payer. Orders of partners have
// none, because a partner pays the tax of its own sales.
func (p *purchase) vatPercent() record.Money {
	if p.partner != nil {
		return record.Money{}
	}
	if e := p.entry.Billing; e != nil && e.Person.Country != "" {
		return countryOf(e.Person.Country).vatPercent()
	}
	if p.customer == nil {
		return record.Money{}
	}
	return countryOf(p.customer.CountryCode).vatPercent()
}

func (b *builder) item(p *purchase, i int, vat record.Money, currency string) record.Item {
	l, e := &p.lines[i], &p.entry.Lines[i]
	terms := p.chooseTerms(i, vat, currency)
	item := record.Item{
		ProductDetails: l.product.Details(), PriceOptions: record.GroupOptions(l.options), Price: terms.price(p.unitPrice(i)),
		Code: l.product.Code, LineItemReference: itemReference(p.number, i), PurchaseType: "PRODUCT", Quantity: l.quantity,
		AdditionalFields: additionalFields(e.Fields),
		CrossSell:        b.origin(e.CrossSell), UpSell: b.origin(e.UpSell), Trial: e.Trial.trialOf(terms.vat),
	}
	if l.product.Tangible {
		item.SKU = optional("SKU-" + l.product.Code)
	}
	if l.reference != "" && isPaid(p.entry.status()) {
		item.ProductDetails.Subscriptions = []record.ItemSubscription{b.itemSubscription(p, l)}
	}
	item.RecurringOptions = p.renewal(i, &item)
	e.Set.over(&item)
	return item
}

func (p *purchase) chooseTerms(i int, vat record.Money, currency string) priceTerms {
	terms := priceTerms{vat: vat, currency: currency, quantity: p.lines[i].quantity}
	if given := p.entry.Lines[i].Line.VAT; given != nil {
		terms.vat = given.Money
	}
	if p.entry.Promotion != nil {
		terms.discount = p.entry.Promotion.Percent.Money
	}
	if p.entry.Affiliate != "" {
		terms.affiliate = affiliateShare
	}
	return terms
}

// unitPrice returns the net price of one piece of a line.
func (p *purchase) unitPrice(i int) record.Money {
	if given := p.entry.Lines[i].Line.Price; given != nil {
		return given.Money
	}
	unit, _ := p.lines[i].product.UnitPrice(p.currency, p.lines[i].options) // the check of the entry has found it
	return unit
}

// origin returns the origin of a line. An unlisted campaign is a code itself.
func (b *builder) origin(e *originEntry) *record.CampaignOrigin {
	if e == nil {
		return nil
	}
	return &record.CampaignOrigin{CampaignCode: b.campaignCode(e.Campaign), ParentCode: b.productCode(e.Parent)}
}

// trialOf returns the trial of a line, nil for none.
func (e *trialEntry) trialOf(vatPercent record.Money) *record.Trial {
	if e == nil {
		return nil
	}
	vat := percentage(e.Price.Money, vatPercent)
	gross := e.Price.Plus(vat)
	return &record.Trial{Period: e.Days, Price: gross, VAT: vat, GrossPrice: gross, NetPrice: e.Price.Money}
}

// renewal returns how a line renews, nil when it does not.
func (p *purchase) renewal(i int, item *record.Item) *record.RecurringOptions {
	e, months := p.entry.Lines[i].Line.Renewal, p.lines[i].product.Months
	if e == nil && (!p.entry.Renews || months == 0) {
		return nil
	}
	options := record.RecurringOptions{CycleLength: months, CycleUnit: "MONTH", CycleAmount: item.Price.GrossPrice, ContractUnit: "MONTH"}
	if e != nil && e.Months > 0 {
		options.CycleLength = e.Months
	}
	if e != nil && e.Price != nil {
		options.CycleAmount = e.Price.Money
	}
	options.ContractLength = contractCycles * options.CycleLength
	if e != nil && e.Contract > 0 {
		options.ContractLength = e.Contract
	}
	return &options
}

// contractCycles is how often a subscription renews before its contract ends.
const contractCycles = 3

// shippingItem returns the fee as an item.
func (p *purchase) shippingItem(vat record.Money, currency string) record.Item {
	fee, net := record.Product{Name: "Shipping", ShortDescription: "Standard delivery"}, shippingFee
	if e := p.entry.Shipping; e != nil && e.Fee != nil {
		net = e.Fee.Money
	}
	return record.Item{
		ProductDetails: fee.Details(), PriceOptions: []record.ItemOption{},
		Price: priceTerms{vat: vat, currency: currency, quantity: 1}.price(net),
		Code:  record.ShippingItemCode, LineItemReference: itemReference(p.number, len(p.lines)),
		PurchaseType: "SHIPPING", Quantity: 1,
	}
}

// shippingFee is the same amount in every currency.
var shippingFee = record.Cents(990)

// delivery returns how the order is shipped, with tracking once it is finished.
func (p *purchase) delivery(o *record.Order) record.DeliveryInformation {
	method := record.ShippingMethod{Code: optional("STANDARD")}
	if number := "TRK" + o.RefNo; o.DeliveryFinalized {
		method.TrackingNumber, method.TrackingUrl = &number, optional("https://tracking.example.test/"+number)
	}
	return record.DeliveryInformation{ShippingMethod: method}
}

// promotion returns the promotion of the order, valid for a month around its
// date.
func (p *purchase) promotion(date record.Moment) *record.Promotion {
	e := p.entry.Promotion
	if e == nil {
		return nil
	}
	from, to := record.DayOf(date.AddDate(0, 0, -15)), record.DayOf(date.AddDate(0, 0, 15))
	return &record.Promotion{
		Name: or(e.Name, "Promotion "+e.Code), Code: e.Code, StartDate: &from, EndDate: &to,
		Coupon: &e.Code, Enabled: true, Type: "REGULAR", Discount: e.Percent.Money, DiscountType: "PERCENT",
	}
}

// itemReference returns 40 hex digits, different for every line.
func itemReference(order uint64, line int) string {
	var raw [20]byte
	x := mix(order*maxLines*2 + uint64(line))
	binary.BigEndian.PutUint64(raw[0:], x)
	binary.BigEndian.PutUint64(raw[8:], mix(x))
	binary.BigEndian.PutUint32(raw[16:], uint32(mix(x+1)))
	return hex.EncodeToString(raw[:])
}
