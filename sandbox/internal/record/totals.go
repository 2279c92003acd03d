package record

// Totals are the sums of an order, in its currency. Package commerce adds up those of
// the orders that it places, package worlds those of a world's orders.
type Totals struct {
	NetPrice             Money `json:"NetPrice"`
	GrossPrice           Money `json:"GrossPrice"`
	NetDiscountedPrice   Money `json:"NetDiscountedPrice"`
	GrossDiscountedPrice Money `json:"GrossDiscountedPrice"`
	Discount             Money `json:"Discount"`
	VAT                  Money `json:"VAT"`
	AffiliateCommission  Money `json:"AffiliateCommission"`
}

// amounts returns the sums in the order of the fields.
func (t *Totals) amounts() [7]*Money {
	return [...]*Money{&t.NetPrice, &t.GrossPrice, &t.NetDiscountedPrice, &t.GrossDiscountedPrice, &t.Discount, &t.VAT, &t.AffiliateCommission}
}

// Plus returns the sums of both.
func (t Totals) Plus(o Totals) Totals {
	others := o.amounts()
	for i, amount := range t.amounts() {
		*amount = amount.Plus(*others[i])
	}
	return t
}

// Times returns the amounts of so many pieces. It skips the arithmetic for one piece, because
// most lines have one.
func (t Totals) Times(pieces int) Totals {
	if pieces == 1 {
		return t
	}
	for _, amount := range t.amounts() {
		*amount = amount.Times(pieces)
	}
	return t
}
