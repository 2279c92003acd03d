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
// the item by its position. The subscriptions change when the order is complete.
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
		var stored record.StoredOrder
		if stored, result, err = u.order(tx, t, lines, sums); err != nil {
			return err
		}
		stored.Order.MerchantCode = s.merchant
		if err := tx.Orders().Put(stored); err != nil {
			return err
		}
		for _, l := range lines {
			l.subscription.UpgradeOrder = stored.Order.RefNo
			if err := tx.Subscriptions().Put(l.subscription); err != nil {
				return err
			}
		}
		return nil
	})
	return result, changes, err
}

// Validate checks everything that needs no record: required fields, quantities,
// extras and texts.
func (u Upgrade) Validate() error {
	if len(u.Items) == 0 {
		return Problemf(catalog.InvalidParameter, "Items must have at least one item").Of("Items", "", "one item for each subscription")
	}
	for i, item := range u.Items {
		if err := item.validate(itemField(i)); err != nil {
			return err
		}
	}
	if err := firstOf(u.ExtraDiscount.validate("ExtraDiscount"), u.ExtraMargin.validate("ExtraMargin")); err != nil {
		return err
	}
	if given := u.ExternalReferenceNumber; given != nil {
		if n := utf8.RuneCountInString(*given); n > catalog.MaxExternalReference {
			return Problemf(catalog.InvalidParameter, "ExternalReferenceNumber must have at most %d characters, got %d", catalog.MaxExternalReference, n).
				Of("ExternalReferenceNumber", shorten(*given), fmt.Sprintf("at most %d characters", catalog.MaxExternalReference))
		}
	}
	return nil
}
