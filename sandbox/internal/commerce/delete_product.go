package commerce

import "slices"

// unused deletes the product or the partner if nothing uses it.
func (d *deletion) unused() error {
	uses, id, forget := d.usesProduct, d.record.ID, d.tx.Products().DeleteProduct
	if d.record.Kind == PartnerKind {
		uses, forget = d.usesPartner, d.tx.Products().DeletePartner
	}
	by, err := uses(id)
	if err != nil {
		return err
	}
	if len(by) > 0 {
		return &UsedError{d.record, by}
	}
	return d.remove(d.record, forget(id))
}

// usesProduct returns one record of each kind that uses a product.
func (d *deletion) usesProduct(code string) (by []RecordName, err error) {
	for ref, body := range d.tx.Orders().All() {
		if !slices.Contains(slices.Collect(scalars(body, "Code")), code) {
			continue
		}
		record, _, err := d.tx.Orders().Get(ref)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(record.Order.Items, func(i Item) bool { return i.Code == code }) {
			by = append(by, RecordName{OrderKind, ref})
			break
		}
	}
	sold, err := d.subscriptionWith(func(s Subscription) bool { return s.Product == code })
	if err != nil {
		return nil, err
	}
	by = append(by, sold...)
	for _, role := range []Role{PrimaryRole, RecommendedRole} {
		for facts := range d.tx.Campaigns().Of(role, []string{code}) {
			by = append(by, RecordName{CampaignKind, facts.Code})
			break
		}
	}
	for other := range d.tx.Products().ProductCodes() {
		product, _, err := d.tx.Products().Product(other)
		if err != nil {
			return nil, err
		}
		if other != code && slices.Contains(product.UpgradeProducts, code) {
			by = append(by, RecordName{ProductKind, other})
			break
		}
	}
	return slices.Compact(by), nil
}

// usesPartner returns one record of each kind that uses a partner.
func (d *deletion) usesPartner(code string) (by []RecordName, err error) {
	for ref, body := range d.tx.Orders().All() {
		if slices.Contains(slices.Collect(scalars(body, "PartnerCode")), code) {
			by = append(by, RecordName{OrderKind, ref})
			break
		}
	}
	sold, err := d.subscriptionWith(func(s Subscription) bool { return s.Partner == code })
	return append(by, sold...), err
}

// subscriptionWith returns the name of one subscription that fits, nothing when none
// does.
func (d *deletion) subscriptionWith(fits func(Subscription) bool) ([]RecordName, error) {
	for sub, err := range d.tx.Subscriptions().Containing() {
		if err != nil {
			return nil, err
		}
		if fits(sub) {
			return []RecordName{{SubscriptionKind, sub.Reference}}, nil
		}
	}
	return nil, nil
}
