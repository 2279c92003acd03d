package commerce

import (
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// product deletes the product if nothing uses it. It names one user of each kind.
func (d *deletion) product() error {
	code := d.record.ID
	by := d.orderWith(func(b record.OrderBrief) bool { return slices.Contains(b.Products, code) })
	by = append(by, d.subscriptionWith(func(s record.SubscriptionBrief) bool { return s.Product == code })...)
	for _, role := range []Role{PrimaryRole, RecommendedRole} {
		for facts := range d.tx.Campaigns().Of(role, []string{code}) {
			by = append(by, record.Name{Kind: record.CampaignKind, ID: facts.Code})
			break
		}
	}
	for other := range d.tx.Products().ProductCodes() {
		product, _, err := d.tx.Products().Product(other)
		if err != nil {
			return err
		}
		if other != code && slices.Contains(product.UpgradeProducts, code) {
			by = append(by, record.Name{Kind: record.ProductKind, ID: other})
			break
		}
	}
	return d.removeUnless(slices.Compact(by))
}

// partner deletes the partner if nothing uses it.
func (d *deletion) partner() error {
	by := d.orderWith(func(b record.OrderBrief) bool { return b.Partner == d.record.ID })
	return d.removeUnless(append(by, d.subscriptionWith(func(s record.SubscriptionBrief) bool { return s.Partner == d.record.ID })...))
}

// removeUnless deletes the record unless others use it.
func (d *deletion) removeUnless(by []record.Name) error {
	if len(by) > 0 {
		return &UsedError{d.record, by}
	}
	return d.remove(d.record, d.tx.Restore(d.record.Kind, d.record.ID, nil))
}

// orderWith returns the name of the newest fitting order, if any.
func (d *deletion) orderWith(fits func(record.OrderBrief) bool) []record.Name {
	for facts, brief := range d.tx.Orders().Between(time.Time{}, record.LastMoment) {
		if fits(brief()) {
			return []record.Name{{Kind: record.OrderKind, ID: facts.RefNo()}}
		}
	}
	return nil
}

// subscriptionWith returns the name of one fitting subscription, if any.
func (d *deletion) subscriptionWith(fits func(record.SubscriptionBrief) bool) []record.Name {
	for sub := range d.tx.Lists().Subscriptions("") {
		if fits(sub) {
			return []record.Name{{Kind: record.SubscriptionKind, ID: sub.Reference}}
		}
	}
	return nil
}
