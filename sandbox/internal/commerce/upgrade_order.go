package commerce

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// order returns the partner order of an upgrade, without its merchant. It awaits
// the payment of its proforma, which REST shows as PENDING.
func (u Upgrade) order(tx Tx, t Terms, lines []upgradeLine, sums upgradeSums) (OrderRecord, UpgradeResult, error) {
	reference, err := tx.Next(OrderReferences)
	if err != nil {
		return OrderRecord{}, UpgradeResult{}, err
	}
	proforma, err := tx.Next(Proformas)
	if err != nil {
		return OrderRecord{}, UpgradeResult{}, err
	}
	result := UpgradeResult{
		RefNo:           strconv.FormatUint(reference, 10),
		Status:          AwaitingProforma,
		OrderLockReason: []string{UnpaidProforma},
		ProformaNumber:  fmt.Sprintf("PF%07d", proforma),
		TotalAmount:     sums.payable(), Currency: lines[0].partner.Currency,
		TotalSubscriptionsNumber: len(lines),
	}
	for _, l := range lines {
		if l.subscription.NeedsApproval {
			result.Status, result.OrderLockReason = AwaitingApproval, nil
		}
	}
	customer, err := owner(tx, lines)
	if err != nil {
		return OrderRecord{}, result, err
	}
	o := u.head(t, result.RefNo, lines[0].partner, sums)
	if customer != nil {
		o.CustomerDetails, o.Language = customer, customer.Language
	}
	internals := OrderInternals{Proforma: result.ProformaNumber, Comment: u.Comment}
	for _, l := range lines {
		item := l.item(o.RefNo, o.Currency)
		o.Items, o.Totals = append(o.Items, item), o.Totals.Plus(item.Price.Totals)
		internals.Upgrades = append(internals.Upgrades, l.subscription.Reference)
	}
	return OrderRecord{Order: o, OrderInternals: internals}, result, nil
}

// owner returns the customer when all subscriptions have the same one.
func owner(tx Tx, lines []upgradeLine) (*Customer, error) {
	for _, l := range lines {
		if l.subscription.Customer != lines[0].subscription.Customer {
			return nil, nil
		}
	}
	c, known, err := tx.Customers().Get(lines[0].subscription.Customer)
	if err != nil || !known {
		return nil, err
	}
	return &c, nil
}

// head returns the order without its items, their sums and its customer.
func (u Upgrade) head(t Terms, reference string, partner Partner, sums upgradeSums) Order {
	currency := strings.ToLower(partner.Currency)
	receiver := DeliveryDetails{Company: &partner.Name}
	return Order{
		RefNo: reference, ExternalReference: u.ExternalReferenceNumber,
		Status: catalog.Pending, ApproveStatus: catalog.Waiting, VendorApproveStatus: "OK",
		Language: "en", OrderDate: At(t.Now), Origin: "API", OrderFlow: catalog.RegularFlow,
		BillingDetails: BillingDetails{DeliveryDetails: receiver}, DeliveryDetails: receiver,
		PaymentDetails: PaymentDetails{Type: "WIRE", Currency: currency},
		PartnerCode:    &partner.Code, PartnerMargin: &sums.margin, PartnerMarginPercent: &partner.MarginPercent,
		ExtraMargin: &sums.extraMargin.amount, ExtraMarginPercent: &sums.extraMargin.percent,
		ExtraDiscount: &sums.discount.amount, ExtraDiscountPercent: &sums.discount.percent,
		FxRate: Cents(1_00), PayoutCurrency: "USD", Promotions: []Promotion{}, Currency: currency,
	}
}

// item returns the line of the order. Its reference is 40 hex digits. A partner's
// invoice has no VAT. The discount of one piece is rounded.
func (l *upgradeLine) item(order, currency string) Item {
	sum := sha1.Sum([]byte(order + l.field))
	discounted := l.net.Minus(l.discount)
	unitDiscounted := discounted.dividedBy(l.quantity)
	return Item{
		ProductDetails: l.target.Details(), PriceOptions: Grouped(l.options),
		Price: Price{
			UnitNetPrice: l.unit, UnitGrossPrice: l.unit, UnitDiscount: l.unit.Minus(unitDiscounted),
			UnitNetDiscountedPrice: unitDiscounted, UnitGrossDiscountedPrice: unitDiscounted, Currency: currency,
			Totals: Totals{
				NetPrice: l.net, GrossPrice: l.net,
				NetDiscountedPrice: discounted, GrossDiscountedPrice: discounted, Discount: l.discount,
			},
		},
		Code: l.target.Code, LineItemReference: hex.EncodeToString(sum[:]),
		PurchaseType: "PRODUCT", Quantity: l.quantity,
	}
}
