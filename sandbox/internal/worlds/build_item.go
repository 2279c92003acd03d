package worlds

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// addItems adds the items, a shipping fee when a product is shipped, and the totals
// as the sums of the items.
func (b *builder) addItems(p *purchase, o *record.Order) {
	var promotion *record.Promotion // valid for a month around the order's date
	if e := p.entry.Promotion; e != nil {
		from, to := record.DayOf(o.OrderDate.AddDate(0, 0, -15)), record.DayOf(o.OrderDate.AddDate(0, 0, 15))
		promotion = &record.Promotion{
			Name: cmp.Or(e.Name, "Promotion "+e.Code), Code: e.Code, StartDate: &from, EndDate: &to,
			Coupon: &e.Code, Enabled: true, Type: "REGULAR", Discount: e.Percent.Money, DiscountType: "PERCENT",
		}
		o.Promotions = append(o.Promotions, *promotion)
	}
	vat := record.Money{} // of the payer's country; a partner pays the tax of its own sales
	switch e := p.entry.Billing; {
	case p.partner != nil:
	case e != nil && e.Person.Country != "":
		vat = countryOf(e.Person.Country).vatPercent()
	case p.customer != nil:
		vat = countryOf(p.customer.CountryCode).vatPercent()
	}
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
		fee, net := record.Product{Name: "Shipping", ShortDescription: "Standard delivery"}, shippingFee
		if e := p.entry.Shipping; e != nil && e.Fee != nil {
			net = e.Fee.Money
		}
		o.Items = append(o.Items, record.Item{
			ProductDetails: fee.Details(), PriceOptions: []record.ItemOption{},
			Price: priceTerms{vat: vat, currency: o.Currency, quantity: 1}.price(net),
			Code:  record.ShippingItemCode, LineItemReference: itemReference(p.number, len(p.lines)),
			PurchaseType: "SHIPPING", Quantity: 1,
		})
		method := record.ShippingMethod{Code: optional("STANDARD")}
		if number := "TRK" + o.RefNo; o.DeliveryFinalized {
			method.TrackingNumber, method.TrackingUrl = &number, optional("https://tracking.example.test/"+number)
		}
		o.DeliveryInformation.ShippingMethod = method
	}
	o.Totals = o.Items[0].Price.Totals
	for i := range o.Items[1:] {
		o.Totals = o.Totals.Plus(o.Items[i+1].Price.Totals)
	}
}

func (b *builder) item(p *purchase, i int, vat record.Money, currency string) record.Item {
	l := &p.lines[i]
	e := l.entry
	terms := priceTerms{vat: vat, currency: currency, quantity: l.quantity}
	if given := e.Line.VAT; given != nil {
		terms.vat = given.Money
	}
	if p.entry.Promotion != nil {
		terms.discount = p.entry.Promotion.Percent.Money
	}
	if p.entry.Affiliate != "" {
		terms.affiliate = affiliateShare
	}
	unit, _ := l.product.UnitPrice(p.currency, l.options) // the check of the entry has found it
	if given := e.Line.Price; given != nil {
		unit = given.Money
	}
	item := record.Item{
		ProductDetails: l.product.Details(), PriceOptions: record.GroupOptions(l.options), Price: terms.price(unit),
		Code: l.product.Code, LineItemReference: itemReference(p.number, i), PurchaseType: "PRODUCT", Quantity: l.quantity,
	}
	if from := e.UpSell; from != nil {
		item.UpSell = &record.CampaignOrigin{CampaignCode: b.campaignCode(from.Campaign), ParentCode: b.productCode(from.Parent)}
	}
	if e.Trial != nil {
		tax := percentage(e.Trial.Price.Money, terms.vat)
		gross := e.Trial.Price.Plus(tax)
		item.Trial = &record.Trial{Period: e.Trial.Days, Price: gross, VAT: tax, GrossPrice: gross, NetPrice: e.Trial.Price.Money}
	}
	if l.product.Tangible {
		item.SKU = optional("SKU-" + l.product.Code)
	}
	if l.reference != "" && isPaid(p.entry.status()) {
		item.ProductDetails.Subscriptions = []record.ItemSubscription{b.itemSubscription(p, l)}
	}
	if months := l.product.Months; p.entry.Renews && months > 0 {
		item.RecurringOptions = &record.RecurringOptions{
			CycleLength: months, CycleUnit: "MONTH", CycleAmount: item.Price.GrossPrice,
			ContractLength: contractCycles * months, ContractUnit: "MONTH",
		}
	}
	e.Set.over(&item)
	return item
}

// contractCycles is how often a subscription renews before its contract ends.
const contractCycles = 3

// shippingFee is the same amount in every currency.
var shippingFee = record.Cents(990)

// itemReference returns 40 hex digits, different for every line.
func itemReference(order uint64, line int) string {
	var raw [20]byte
	x := mix(order*maxLines*2 + uint64(line))
	binary.BigEndian.PutUint64(raw[0:], x)
	binary.BigEndian.PutUint64(raw[8:], mix(x))
	binary.BigEndian.PutUint32(raw[16:], uint32(mix(x+1)))
	return hex.EncodeToString(raw[:])
}

// priceTerms are the basis of a price, besides the net price of one piece. vat,
// discount and affiliate are in percent.
type priceTerms struct {
	vat, discount, affiliate record.Money
	currency                 string // lower case
	quantity                 int
}

// affiliateShare is the share of an affiliate in the net price, in percent.
var affiliateShare = record.Cents(1000)

// price computes the price of a line. It rounds once, for one piece; the rest are
// sums and products. VAT is of the discounted price, and every gross price is its
// net price plus this VAT (open question vat-base).
func (t priceTerms) price(net record.Money) record.Price {
	discount := percentage(net, t.discount)
	netDiscounted := net.Minus(discount)
	vat := percentage(netDiscounted, t.vat)
	piece := record.Totals{
		NetPrice: net, GrossPrice: net.Plus(vat), VAT: vat, Discount: discount,
		NetDiscountedPrice: netDiscounted, GrossDiscountedPrice: netDiscounted.Plus(vat), AffiliateCommission: percentage(netDiscounted, t.affiliate),
	}
	return record.Price{
		UnitNetPrice: piece.NetPrice, UnitGrossPrice: piece.GrossPrice, UnitVAT: piece.VAT, UnitDiscount: piece.Discount,
		UnitNetDiscountedPrice: piece.NetDiscountedPrice, UnitGrossDiscountedPrice: piece.GrossDiscountedPrice,
		UnitAffiliateCommission: piece.AffiliateCommission,
		VATPercent:              t.vat, Currency: t.currency, Totals: piece.Times(t.quantity),
	}
}

// percentage returns a percentage of m. It skips the division for 0, because
// most percentages here are 0 and the division takes most of an item's time.
func percentage(m, percent record.Money) record.Money {
	if percent.IsZero() {
		return record.Money{}
	}
	return m.Percent(percent)
}

// subscription returns the subscription begun by a line of a paid order. It is
// enabled until it expires, a refund ends it or the entry disables it.
func (b *builder) subscription(p *purchase, l *line) record.Subscription {
	shown, upgradable := b.itemSubscription(p, l), len(l.product.UpgradeProducts) > 0
	if given := l.entry.Subscription.Upgradable; given != nil {
		upgradable = *given
	}
	s := record.Subscription{
		Reference: l.reference, Order: referenceOf(p), Product: l.product.Code, Quantity: l.quantity,
		PricingOptions: make([]string, len(l.options)), Upgradable: upgradable && shown.Enabled, NeedsApproval: l.entry.Subscription.NeedsApproval,
		StartDate: shown.SubscriptionStartDate, ExpirationDate: shown.ExpirationDate, Enabled: shown.Enabled,
		Lifetime: shown.Lifetime, Trial: shown.Trial,
	}
	for i, o := range l.options {
		s.PricingOptions[i] = o.Code
	}
	if p.customer != nil {
		s.Customer = p.customer.Reference
	}
	if p.partner != nil {
		s.Partner = p.partner.Code
	}
	return s
}

// itemSubscription returns the same subscription as its item shows it.
func (b *builder) itemSubscription(p *purchase, l *line) record.ItemSubscription {
	e, bought := &l.entry.Subscription, p.finishTime(b.now)
	start := bought
	if e.Start != nil {
		start = p.at(*e.Start, b.now)
	}
	expires := p.expires(l, start, b.now)
	enabled := p.entry.status() == catalog.Complete && !e.Disabled && b.now.Before(expires)
	renews := p.entry.Renews
	if e.Renews != nil {
		renews = *e.Renews
	}
	shown := record.ItemSubscription{
		SubscriptionReference: l.reference, PurchaseDate: record.At(bought), SubscriptionStartDate: record.At(start),
		ExpirationDate: record.At(expires), Lifetime: e.Lifetime, Trial: e.Trial || l.entry.Trial != nil,
		Enabled: enabled, RecurringEnabled: renews && enabled,
	}
	e.Set.over(&shown)
	return shown
}

// noExpiry is the expiration date of a subscription without an end.
var noExpiry = time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC)

// expires returns the expiration date of a subscription with that start.
func (p *purchase) expires(l *line, start, now time.Time) time.Time {
	switch e := l.entry; {
	case e.Subscription.Expires != nil:
		return p.at(*e.Subscription.Expires, now)
	case e.Subscription.Lifetime:
		return noExpiry
	case e.Trial != nil:
		return start.AddDate(0, 0, e.Trial.Days)
	}
	return start.AddDate(0, l.product.Months, 0)
}

// begins reports whether a line of a paid order begins a subscription.
func (t *subscriptionTerms) begins(months int) bool {
	return months > 0 || t.Lifetime || t.Expires != nil
}
