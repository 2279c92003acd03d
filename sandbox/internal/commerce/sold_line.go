package commerce

import (
	"crypto/sha1"
	"encoding/hex"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// unpaid returns an order awaiting its payment, without lines, payer and receiver.
// The currency is in lower case.
func unpaid(t Terms, reference, currency string) Order {
	return Order{
		RefNo: reference, Status: catalog.Pending, ApproveStatus: catalog.Waiting, VendorApproveStatus: "OK",
		Language: "en", OrderDate: At(t.Now), Origin: "API", OrderFlow: catalog.RegularFlow,
		PaymentDetails: PaymentDetails{Currency: currency}, FxRate: Cents(1_00), PayoutCurrency: "USD",
		Promotions: []Promotion{}, Currency: currency,
	}
}

// soldLine is a line of an order made by a call.
type soldLine struct {
	field    string // Items.item[1], for messages
	product  Product
	quantity int
	options  []PricingOption

	unit     Money // net price of one piece
	net      Money // of the line
	discount Money // its share of a discount of the order
}

// item returns the line as the order shows it, without VAT. Its reference is 40 hex
// digits. The discount of one piece is rounded.
func (l *soldLine) item(o *Order) Item {
	sum := sha1.Sum([]byte(o.RefNo + l.field))
	discounted := l.net.Minus(l.discount)
	unitDiscounted := discounted.DividedBy(l.quantity)
	return Item{
		ProductDetails: l.product.Details(), PriceOptions: GroupOptions(l.options),
		Price: Price{
			UnitNetPrice: l.unit, UnitGrossPrice: l.unit, UnitDiscount: l.unit.Minus(unitDiscounted),
			UnitNetDiscountedPrice: unitDiscounted, UnitGrossDiscountedPrice: unitDiscounted, Currency: o.Currency,
			Totals: Totals{
				NetPrice: l.net, GrossPrice: l.net,
				NetDiscountedPrice: discounted, GrossDiscountedPrice: discounted, Discount: l.discount,
			},
		},
		Code: l.product.Code, LineItemReference: hex.EncodeToString(sum[:]),
		PurchaseType: "PRODUCT", Quantity: l.quantity,
	}
}
