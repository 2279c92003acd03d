package commerce

import (
	"fmt"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Upgrade is the request of section 4.9, as it was sent. Nil means absent.
type Upgrade struct {
	Items                   []UpgradeItem
	ExtraDiscount           *Extra
	ExtraMargin             *Extra
	ExternalReferenceNumber *string // at most 100 characters
	Comment                 *string
}

// UpgradeItem is one subscription to upgrade.
type UpgradeItem struct {
	SubscriptionReference string
	UpgradeProductCode    string
	Quantity              string   // a whole number from 1
	PricingOptions        []string // codes; none is allowed (open question pricing-options-empty)
}

// Extra is a discount or a margin on top: Value is a decimal of at least 0, in
// the partner's currency when Type is FIXED, in percent when it is PERCENT.
type Extra struct {
	Value string
	Type  catalog.DiscountType
}

// OrderState is the state of the order of an upgrade (open question
// soap-result).
type OrderState string

// The states of an upgrade's order.
const (
	AwaitingProforma OrderState = "AWAITING_PAYMENT" // locked until the proforma is paid
	AwaitingApproval OrderState = "PENDING_APPROVAL"
)

// UnpaidProforma is the lock reason of an order awaiting its payment.
const UnpaidProforma = "UNPAID_PROFORMA"

// UpgradeResult is the partner order of an upgrade (open question soap-result).
// TotalAmount is the partner's price: the discounted price less its margins.
type UpgradeResult struct {
	RefNo                    string
	Status                   OrderState
	OrderLockReason          []string
	ProformaNumber           string
	TotalAmount              record.Money
	Currency                 string // upper case
	TotalSubscriptionsNumber int
}

// UpgradePartnerSubscriptions upgrades all the subscriptions or none, and makes
// one partner order of it (section 4.9, open question soap-upgrade). It checks
// the parameters before the records, as every operation does. The problem names
// the item by its position.
func (s *Shop) UpgradePartnerSubscriptions(t Terms, u Upgrade) (UpgradeResult, []Change, error) {
	var result UpgradeResult
	if err := u.Validate(); err != nil {
		return result, nil, err
	}
	changes, err := s.store.Update(func(tx Tx) error {
		lines, err := u.checkItems(tx, t)
		if err != nil {
			return err
		}
		sums, err := u.sum(lines)
		if err != nil {
			return err
		}
		result, err = u.write(tx, t, lines, sums, s.merchant)
		return err
	})
	return result, changes, err
}

// Validate checks everything that needs no record: required fields, quantities,
// extras and texts.
func (u Upgrade) Validate() error {
	if err := u.checkAnyItem(); err != nil {
		return err
	}
	for i, item := range u.Items {
		if err := item.validate(itemField(i)); err != nil {
			return err
		}
	}
	return firstOf(u.ExtraDiscount.validate("ExtraDiscount"), u.ExtraMargin.validate("ExtraMargin"), u.checkTexts())
}

// checkTexts checks the length of the external reference.
func (u Upgrade) checkTexts() error {
	if u.ExternalReferenceNumber == nil {
		return nil
	}
	given := *u.ExternalReferenceNumber
	if n := utf8.RuneCountInString(given); n > catalog.MaxExternalReference {
		return Problemf(catalog.InvalidParameter, "ExternalReferenceNumber must have at most %d characters, got %d", catalog.MaxExternalReference, n).
			Of("ExternalReferenceNumber", shorten(given), fmt.Sprintf("at most %d characters", catalog.MaxExternalReference))
	}
	return nil
}

// write stores the order, and its reference in each upgraded subscription. The
// subscriptions change when the order is complete.
func (u Upgrade) write(tx Tx, t Terms, lines []upgradeLine, sums upgradeSums, merchant string) (UpgradeResult, error) {
	stored, result, err := u.order(tx, t, lines, sums)
	if err != nil {
		return result, err
	}
	stored.Order.MerchantCode = merchant
	if err := tx.Orders().Put(stored); err != nil {
		return result, err
	}
	for _, l := range lines {
		l.subscription.UpgradeOrder = stored.Order.RefNo
		if err := tx.Subscriptions().Put(l.subscription); err != nil {
			return result, err
		}
	}
	return result, nil
}
