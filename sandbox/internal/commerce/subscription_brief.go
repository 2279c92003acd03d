package commerce

import "time"

// SubscriptionBrief is what lists show of a subscription, and filter and sort by, and
// what says when it expires. A text is "" when the subscription has none.
type SubscriptionBrief struct {
	Reference         string
	Customer          int64 // reference, 0 for none
	Partner           string
	Order             string // reference of the latest order
	Product           string
	Quantity          int
	Start, Expiration Moment // zero for none
	Enabled, Lifetime bool
}

// Brief returns what lists need of the subscription.
func (s *Subscription) Brief() SubscriptionBrief {
	return SubscriptionBrief{
		Reference: s.Reference, Customer: s.Customer, Partner: s.Partner, Order: s.Order, Product: s.Product, Quantity: s.Quantity,
		Start: s.StartDate, Expiration: s.ExpirationDate, Enabled: s.Enabled, Lifetime: s.Lifetime,
	}
}

// expires reports whether the subscription has an end. Services leave out that of one for
// a lifetime.
func (s SubscriptionBrief) expires() bool { return !s.Lifetime && !s.Expiration.IsZero() }

// ExpiredAt reports whether the subscription has expired at a moment.
func (s SubscriptionBrief) ExpiredAt(t time.Time) bool {
	return s.expires() && !t.Before(s.Expiration.Time)
}

// due returns when the subscription expires.
func (s SubscriptionBrief) due() due {
	if !s.Enabled || !s.expires() {
		return due{}
	}
	return due{at: s.Expiration.Time, change: expires, sub: s.Reference}
}
