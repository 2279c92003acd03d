package worlds

import (
	"encoding/binary"
	"encoding/hex"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// addItems adds the items, a shipping fee when a product is shipped, and the
// totals, which are the sums of the items.
func (b *builder) addItems(p *purchase, o *commerce.Order) {
	promotion := p.promotion(o.OrderDate)
	if promotion != nil {
		o.Promotions = append(o.Promotions, *promotion)
	}
	vat := p.vatPercent()
	o.Items = make([]commerce.Item, 0, len(p.lines)+1)
	for i := range p.lines {
		item := b.item(p, i, vat, o.Currency)
		item.Promotion = promotion
		o.Items = append(o.Items, item)
		o.HasShipping = o.HasShipping || p.lines[i].product.Tangible
	}
	if o.HasShipping {
		o.Items = append(o.Items, p.shipping(vat, o.Currency))
		o.DeliveryInformation = p.delivery(o)
	}
	o.Totals = o.Items[0].Price.Totals
	for i := range o.Items[1:] {
		o.Totals = o.Totals.Plus(o.Items[i+1].Price.Totals)
	}
}

// vatPercent returns the VAT of the customer's country. Orders of partners have
// none, because a partner pays the tax of what it resells.
func (p *purchase) vatPercent() commerce.Money {
	if p.customer == nil || p.partner != nil {
		return commerce.Money{}
	}
	return countryOf(p.customer.CountryCode).vatPercent()
}

func (b *builder) item(p *purchase, i int, vat commerce.Money, currency string) commerce.Item {
	l := &p.lines[i]
	terms := priceTerms{vat: vat, currency: currency, quantity: l.quantity}
	if p.entry.Promotion != nil {
		terms.discount = p.entry.Promotion.Percent.Money
	}
	if p.entry.Affiliate != "" {
		terms.affiliate = affiliateShare
	}
	unit, _ := l.product.UnitPrice(p.currency, l.options)
	item := commerce.Item{
		ProductDetails: l.product.Details(), PriceOptions: commerce.Grouped(l.options), Price: terms.price(unit),
		Code: l.product.Code, LineItemReference: itemReference(p.number, i), PurchaseType: "PRODUCT", Quantity: l.quantity,
	}
	if l.product.Tangible {
		item.SKU = optional("SKU-" + l.product.Code)
	}
	if l.reference != "" && paid(p.entry.status()) {
		item.ProductDetails.Subscriptions = []commerce.ItemSubscription{b.itemSubscription(p, l)}
	}
	if p.entry.Renews && l.product.Months > 0 {
		item.RecurringOptions = &commerce.RecurringOptions{
			CycleLength: l.product.Months, CycleUnit: "MONTH", CycleAmount: item.Price.GrossPrice,
			ContractLength: contractCycles * l.product.Months, ContractUnit: "MONTH",
		}
	}
	return item
}

// contractCycles is how often a subscription renews before its contract ends.
const contractCycles = 3

// shipping returns the fee as an item.
func (p *purchase) shipping(vat commerce.Money, currency string) commerce.Item {
	fee := commerce.Product{Name: "Shipping", ShortDescription: "Standard delivery"}
	return commerce.Item{
		ProductDetails: fee.Details(), PriceOptions: []commerce.ItemOption{},
		Price: priceTerms{vat: vat, currency: currency, quantity: 1}.price(shippingFee),
		Code:  commerce.ShippingItemCode, LineItemReference: itemReference(p.number, len(p.lines)),
		PurchaseType: "SHIPPING", Quantity: 1,
	}
}

// shippingFee is the same amount in every currency.
var shippingFee = commerce.Cents(990)

// delivery returns how the order is shipped, with tracking once it is finished.
func (p *purchase) delivery(o *commerce.Order) commerce.DeliveryInformation {
	method := commerce.ShippingMethod{Code: optional("STANDARD")}
	if o.DeliveryFinalized {
		number := "TRK" + o.RefNo
		method.TrackingNumber, method.TrackingUrl = &number, optional("https://tracking.example.test/"+number)
	}
	return commerce.DeliveryInformation{ShippingMethod: method}
}

// promotion returns the promotion of the order, valid for a month around its
// date.
func (p *purchase) promotion(date commerce.Moment) *commerce.Promotion {
	e := p.entry.Promotion
	if e == nil {
		return nil
	}
	from, to := commerce.DayOf(date.AddDate(0, 0, -15)), commerce.DayOf(date.AddDate(0, 0, 15))
	return &commerce.Promotion{
		Name: or(e.Name, "Promotion "+e.Code), Code: e.Code, StartDate: &from, EndDate: &to,
		Coupon: &e.Code, Enabled: true, Type: "REGULAR", Discount: e.Percent.Money, DiscountType: "PERCENT",
	}
}

// itemReference returns 40 hex digits that no other line has.
func itemReference(order uint64, line int) string {
	var raw [20]byte
	x := mix(order*maxLines*2 + uint64(line))
	binary.BigEndian.PutUint64(raw[0:], x)
	binary.BigEndian.PutUint64(raw[8:], mix(x))
	binary.BigEndian.PutUint32(raw[16:], uint32(mix(x+1)))
	return hex.EncodeToString(raw[:])
}
