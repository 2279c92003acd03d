package commerce

import (
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// completeUpgrades gives the subscriptions of an upgrade their new products. From
// then on the line of the upgrade shows each, and the line of the order before it,
// with the old product, no longer does (open question soap-upgrade).
func (r *movingOrder) completeUpgrades() error {
	o := &r.Order
	for i, reference := range r.Upgrades {
		s, known, err := r.tx.Subscriptions().Get(reference)
		if err != nil {
			return err
		}
		if !known { // it was deleted by hand
			continue
		}
		shown, err := r.takeSubscription(s.Order, reference)
		if err != nil {
			return err
		}
		item := &o.Items[i]
		product, _, err := r.tx.Products().Product(item.Code)
		if err != nil {
			return err
		}
		s.PreviousOrders, s.Order, s.UpgradeOrder = s.Orders(), o.RefNo, ""
		s.Product, s.Quantity, s.PricingOptions, s.Upgradable = item.Code, item.Quantity, item.OptionCodes(), len(product.UpgradeProducts) > 0
		r.subscriptions = append(r.subscriptions, s)
		shown.SubscriptionReference, shown.PurchaseDate = reference, *o.FinishDate
		shown.SubscriptionStartDate, shown.ExpirationDate = s.StartDate, s.ExpirationDate
		shown.Lifetime, shown.Trial, shown.Enabled = s.Lifetime, s.Trial, s.Enabled
		item.ProductDetails.Subscriptions = []record.ItemSubscription{shown}
	}
	return nil
}

// takeSubscription removes a subscription from its line of an order, and returns it
// as shown there.
func (r *movingOrder) takeSubscription(order, reference string) (record.ItemSubscription, error) {
	i := slices.IndexFunc(r.previous, func(p *record.StoredOrder) bool { return p.Order.RefNo == order })
	if i < 0 {
		previous, _, err := r.tx.Orders().Get(order)
		if err != nil {
			return record.ItemSubscription{}, err
		}
		i, r.previous = len(r.previous), append(r.previous, &previous)
	}
	item, shown := r.previous[i].ItemOf(reference)
	if shown == nil {
		return record.ItemSubscription{}, nil
	}
	taken := *shown
	item.ProductDetails.Subscriptions = slices.DeleteFunc(item.ProductDetails.Subscriptions, func(s record.ItemSubscription) bool {
		return s.SubscriptionReference == reference
	})
	return taken, nil
}

// releaseUpgrades lets the subscriptions of a failed upgrade be upgraded again.
func (r *movingOrder) releaseUpgrades() error {
	for _, reference := range r.Upgrades {
		s, _, err := r.tx.Subscriptions().Get(reference)
		if err != nil {
			return err
		}
		if s.UpgradeOrder == r.Order.RefNo {
			s.UpgradeOrder = ""
			r.subscriptions = append(r.subscriptions, s)
		}
	}
	return nil
}
