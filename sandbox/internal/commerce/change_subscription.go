package commerce

import (
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// SubscriptionChange is a change of a subscription by hand. A nil field changes
// nothing.
type SubscriptionChange struct {
	Enabled        *bool
	Upgradable     *bool
	NeedsApproval  *bool
	ExpirationDate *time.Time
}

// ChangeSubscription changes a subscription, and how the orders show it, or nothing.
// The error is an *UnknownRecordError, a *Problem about a value, a *TransitionError, or a
// *TooManyError.
func (s *Shop) ChangeSubscription(t Terms, reference string, c SubscriptionChange) ([]Change, error) {
	return s.store.Update(func(tx Tx) error {
		name := record.Name{Kind: record.SubscriptionKind, ID: reference}
		sub, known, err := tx.Subscriptions().Get(reference)
		if err := checkKnown(name, known, err); err != nil {
			return err
		}
		if err := c.apply(tx, t, &sub); err != nil {
			return err
		}
		if err := tx.Subscriptions().Put(sub); err != nil {
			return err
		}
		_, err = changeOrders(tx, ordersShowing(tx, &sub), name, MaxChangedByHand, func(r *record.StoredOrder) bool { return showIn(r, &sub) })
		return err
	})
}

// apply changes the fields of a subscription in the order of their dependencies. A
// subscription that expires with the change is disabled, as time disables one (open
// question progress).
func (c SubscriptionChange) apply(tx Tx, t Terms, sub *record.Subscription) error {
	if end := c.ExpirationDate; end != nil {
		sub.ExpirationDate = record.At(*end)
		if !sub.ExpirationDate.After(sub.StartDate.Time) || !hasFourDigitYear(*end) {
			return invalid(catalog.InvalidParameter, "expiration_date", end.Format(record.MomentFormat), "after the start, which is "+sub.StartDate.Format(record.MomentFormat))
		}
		sub.Enabled = sub.Enabled && !sub.ExpiredAt(t.Now)
	}
	replace(&sub.NeedsApproval, c.NeedsApproval)
	if c.Enabled != nil {
		if err := enable(tx, sub, t.Now, *c.Enabled); err != nil {
			return err
		}
	}
	if c.Upgradable == nil {
		return nil
	}
	sub.Upgradable = *c.Upgradable
	if !sub.Upgradable {
		return nil
	}
	why, err := WhyNotUpgradable(sub, tx.Products(), t.Now)
	if err != nil || why == "" {
		return err
	}
	return &TransitionError{What: "upgradable", To: "true", Why: "it " + why}
}

// enable enables a subscription, or disables it. Only an unexpired subscription of
// a completed order can be enabled.
func enable(tx Tx, s *record.Subscription, now time.Time, on bool) error {
	if on && s.ExpiredAt(now) {
		return &TransitionError{What: "enabled", To: "true", Why: fmt.Sprintf("it expired %s, and the clock shows %s; move expiration_date behind that", s.ExpirationDate.Format(record.MomentFormat), now.Format(record.MomentFormat))}
	}
	if on && !s.Enabled {
		order, _, err := tx.Orders().Get(s.Order)
		if err != nil {
			return err
		}
		if status := order.Order.Status; status != catalog.Complete {
			return &TransitionError{What: "enabled", To: "true", Why: fmt.Sprintf("its order %s is %s, and only one that is %s has enabled subscriptions", s.Order, status, catalog.Complete)}
		}
	}
	s.Enabled = on
	return nil
}

// showIn copies the state of a subscription into the lines showing it, and
// reports whether one has changed.
func showIn(r *record.StoredOrder, sub *record.Subscription) (changed bool) {
	for i := range r.Order.Items {
		shown := r.Order.Items[i].ProductDetails.Subscriptions
		for j := range shown {
			if shown[j].SubscriptionReference != sub.Reference {
				continue
			}
			before := shown[j]
			shown[j].Enabled, shown[j].ExpirationDate = sub.Enabled, sub.ExpirationDate
			shown[j].RecurringEnabled = shown[j].RecurringEnabled && sub.Enabled
			if shown[j] != before {
				changed = true
			}
		}
	}
	return changed
}
