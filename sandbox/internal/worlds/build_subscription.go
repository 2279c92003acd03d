package worlds

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// subscription returns the subscription begun by a line of a paid order. It is
// enabled until it expires, a refund ends it or the entry disables it.
func (b *builder) subscription(p *purchase, l *line) record.Subscription {
	shown := b.itemSubscription(p, l)
	s := record.Subscription{
		Reference: l.reference, Order: referenceOf(p), Product: l.product.Code, Quantity: l.quantity,
		PricingOptions: make([]string, len(l.options)), Upgradable: l.upgradable && shown.Enabled, NeedsApproval: l.terms.NeedsApproval,
		StartDate: shown.SubscriptionStartDate, ExpirationDate: shown.ExpirationDate, Enabled: shown.Enabled,
		Lifetime: shown.Lifetime, Trial: shown.Trial,
	}
	for i, o := range l.options {
		s.PricingOptions[i] = o.Code
	}
	if p.customer != nil {
		s.Customer = p.customer.Reference
	}
	if p.partner != nil {
		s.Partner = p.partner.Code
	}
	return s
}

// itemSubscription returns the same subscription as its item shows it.
func (b *builder) itemSubscription(p *purchase, l *line) record.ItemSubscription {
	bought := p.finishTime(b.now)
	start := bought
	if l.terms.Start != nil {
		start = p.at(*l.terms.Start, b.now)
	}
	expires := p.expires(l, start, b.now)
	enabled := p.entry.status() == catalog.Complete && !l.terms.Disabled && b.now.Before(expires)
	renews := p.entry.Renews
	if l.terms.Renews != nil {
		renews = *l.terms.Renews
	}
	shown := record.ItemSubscription{
		SubscriptionReference: l.reference, PurchaseDate: record.At(bought), SubscriptionStartDate: record.At(start),
		ExpirationDate: record.At(expires), Lifetime: l.terms.Lifetime, Trial: l.terms.Trial || l.trialDays > 0,
		Enabled: enabled, RecurringEnabled: renews && enabled,
	}
	l.terms.Set.over(&shown)
	return shown
}

// noExpiry is the expiration date of a subscription without an end.
var noExpiry = time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC)

// expires returns the expiration date of a subscription with that start.
func (p *purchase) expires(l *line, start, now time.Time) time.Time {
	switch {
	case l.terms.Expires != nil:
		return p.at(*l.terms.Expires, now)
	case l.terms.Lifetime:
		return noExpiry
	case l.trialDays > 0:
		return start.AddDate(0, 0, l.trialDays)
	}
	return start.AddDate(0, l.product.Months, 0)
}

// begins reports whether a line of a paid order begins a subscription.
func (t *subscriptionTerms) begins(months int) bool {
	return months > 0 || t.Lifetime || t.Expires != nil
}
