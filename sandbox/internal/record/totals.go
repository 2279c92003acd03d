package record

// Totals are the sums of an order, in its currency.
type Totals struct {
	NetPrice             Money `json:"NetPrice"`
	GrossPrice           Money `json:"GrossPrice"`
	NetDiscountedPrice   Money `json:"NetDiscountedPrice"`
	GrossDiscountedPrice Money `json:"GrossDiscountedPrice"`
	Discount             Money `json:"Discount"`
	VAT                  Money `json:"VAT"`
	AffiliateCommission  Money `json:"AffiliateCommission"`
}

// Plus returns the sums of both.
func (t Totals) Plus(o Totals) Totals {
	return Totals{
		NetPrice: t.NetPrice.Plus(o.NetPrice), GrossPrice: t.GrossPrice.Plus(o.GrossPrice),
		NetDiscountedPrice:   t.NetDiscountedPrice.Plus(o.NetDiscountedPrice),
		GrossDiscountedPrice: t.GrossDiscountedPrice.Plus(o.GrossDiscountedPrice),
		Discount:             t.Discount.Plus(o.Discount), VAT: t.VAT.Plus(o.VAT),
		AffiliateCommission: t.AffiliateCommission.Plus(o.AffiliateCommission),
	}
}
