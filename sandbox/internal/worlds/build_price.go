package worlds

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

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
