package commerce

import (
	"crypto/sha1"
	"encoding/hex"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// newUnpaidOrder returns an order awaiting its payment, without lines, payer and receiver.
// The currency is in lower case.
func newUnpaidOrder(t Terms, reference, currency string) record.Order {
	return record.Order{
		RefNo: reference, Status: catalog.Pending, ApproveStatus: catalog.Waiting, VendorApproveStatus: "OK",
		Language: "en", OrderDate: record.At(t.Now), Origin: "API", OrderFlow: catalog.RegularFlow,
		PaymentDetails: record.PaymentDetails{Currency: currency}, FxRate: record.Cents(1_00), PayoutCurrency: "USD",
		Promotions: []record.Promotion{}, Currency: currency,
	}
}

// soldLine is a line of an order made by a call.
type soldLine struct {
	field    string // Items.item[1], for messages
	product  record.Product
	quantity int
	options  []record.PricingOption

	unit     record.Money // net price of one piece
	net      record.Money // of the line
	discount record.Money // its share of a discount of the order
}

// item returns the line as the order shows it, without VAT. Its reference is 40 hex
// digits. The discount of one piece is rounded.
func (l *soldLine) item(o *record.Order) record.Item {
	sum := sha1.Sum([]byte(o.RefNo + l.field))
	discounted := l.net.Minus(l.discount)
	unitDiscounted := discounted.DividedBy(l.quantity)
	return record.Item{
		ProductDetails: l.product.Details(), PriceOptions: record.GroupOptions(l.options),
		Price: record.Price{
			UnitNetPrice: l.unit, UnitGrossPrice: l.unit, UnitDiscount: l.unit.Minus(unitDiscounted),
			UnitNetDiscountedPrice: unitDiscounted, UnitGrossDiscountedPrice: unitDiscounted, Currency: o.Currency,
			Totals: record.Totals{
				NetPrice: l.net, GrossPrice: l.net,
				NetDiscountedPrice: discounted, GrossDiscountedPrice: discounted, Discount: l.discount,
			},
		},
		Code: l.product.Code, LineItemReference: hex.EncodeToString(sum[:]),
		PurchaseType: "PRODUCT", Quantity: l.quantity,
	}
}
