package worlds

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// subscription returns the subscription that a line of a paid order began. It
// starts when the order is finished; a refund ends it.
func (b *builder) subscription(p *purchase, l *line) commerce.Subscription {
	start := p.finished(b.now)
	s := commerce.Subscription{
		Reference: l.reference, Order: referenceOf(p), Product: l.product.Code, Quantity: l.quantity,
		PricingOptions: make([]string, len(l.options)), Upgradable: l.upgradable && p.subscribed(), NeedsApproval: l.needsApproval,
		StartDate: commerce.At(start), ExpirationDate: l.expires(start), Enabled: p.subscribed(),
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
func (b *builder) itemSubscription(p *purchase, l *line) commerce.ItemSubscription {
	start := p.finished(b.now)
	return commerce.ItemSubscription{
		SubscriptionReference: l.reference, PurchaseDate: commerce.At(start), SubscriptionStartDate: commerce.At(start),
		ExpirationDate: l.expires(start), Enabled: p.subscribed(), RecurringEnabled: p.entry.Renews && p.subscribed(),
	}
}

func (p *purchase) subscribed() bool { return p.entry.status() == catalog.Complete }

func (l *line) expires(start time.Time) commerce.Moment {
	return commerce.At(start.AddDate(0, l.product.Months, 0))
}
