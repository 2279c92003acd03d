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

// Times returns the amounts of so many pieces. It skips the arithmetic for one piece, because
// most lines have one.
func (t Totals) Times(pieces int) Totals {
	if pieces == 1 {
		return t
	}
	return Totals{
		NetPrice: t.NetPrice.Times(pieces), GrossPrice: t.GrossPrice.Times(pieces),
		NetDiscountedPrice:   t.NetDiscountedPrice.Times(pieces),
		GrossDiscountedPrice: t.GrossDiscountedPrice.Times(pieces),
		Discount:             t.Discount.Times(pieces), VAT: t.VAT.Times(pieces),
		AffiliateCommission: t.AffiliateCommission.Times(pieces),
	}
}
