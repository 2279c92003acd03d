package commerce

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// order returns the partner order of an upgrade, without its merchant. It awaits
// the payment of its proforma; REST shows this as PENDING.
func (u Upgrade) order(tx Tx, t Terms, lines []upgradeLine, sums upgradeSums) (record.StoredOrder, UpgradeResult, error) {
	reference, err := tx.Next(OrderReferences)
	if err != nil {
		return record.StoredOrder{}, UpgradeResult{}, err
	}
	proforma, err := tx.Next(Proformas)
	if err != nil {
		return record.StoredOrder{}, UpgradeResult{}, err
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
		return record.StoredOrder{}, result, err
	}
	partner := lines[0].partner
	receiver := record.DeliveryDetails{Company: &partner.Name}
	o := newUnpaidOrder(t, result.RefNo, strings.ToLower(partner.Currency))
	o.ExternalReference, o.PaymentDetails.Type = validText(u.ExternalReferenceNumber), "WIRE"
	o.BillingDetails, o.DeliveryDetails = record.BillingDetails{DeliveryDetails: receiver}, receiver
	o.PartnerCode, o.PartnerMargin, o.PartnerMarginPercent = &partner.Code, &sums.margin, &partner.MarginPercent
	o.ExtraMargin, o.ExtraMarginPercent = &sums.extraMargin.amount, &sums.extraMargin.percent
	o.ExtraDiscount, o.ExtraDiscountPercent = &sums.discount.amount, &sums.discount.percent
	if customer != nil {
		o.CustomerDetails, o.Language = customer, customer.Language
	}
	internals := record.OrderInternals{Proforma: result.ProformaNumber, Comment: u.Comment}
	for _, l := range lines {
		item := l.item(&o)
		o.Items, o.Totals = append(o.Items, item), o.Totals.Plus(item.Price.Totals)
		internals.Upgrades = append(internals.Upgrades, l.subscription.Reference)
	}
	return record.StoredOrder{Order: o, OrderInternals: internals}, result, nil
}

// owner returns the customer when all subscriptions have the same one.
func owner(tx Tx, lines []upgradeLine) (*record.Customer, error) {
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

// validText returns a text as it is stored, nil for nil: invalid UTF-8 becomes U+FFFD.
func validText(text *string) *string {
	if text == nil {
		return nil
	}
	return new(strings.ToValidUTF8(*text, "\uFFFD"))
}
