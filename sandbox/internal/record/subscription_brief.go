package record

import "time"

// SubscriptionBrief is a subscription as lists show, filter and sort it, with
// everything about its expiry. A text is "" when the subscription has none.
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

// Brief returns the subscription as lists need it.
func (s *Subscription) Brief() SubscriptionBrief {
	return SubscriptionBrief{
		Reference: s.Reference, Customer: s.Customer, Partner: s.Partner, Order: s.Order, Product: s.Product, Quantity: s.Quantity,
		Start: s.StartDate, Expiration: s.ExpirationDate, Enabled: s.Enabled, Lifetime: s.Lifetime,
	}
}

// Expires reports whether the subscription has an end. Services leave out the end of a
// lifetime subscription.
func (s SubscriptionBrief) Expires() bool { return !s.Lifetime && !s.Expiration.IsZero() }

// ExpiredAt reports whether the subscription has expired at a moment.
func (s SubscriptionBrief) ExpiredAt(t time.Time) bool {
	return s.Expires() && !t.Before(s.Expiration.Time)
}

// ExpiredAt reports whether the subscription has expired at a moment.
func (s *Subscription) ExpiredAt(t time.Time) bool { return s.Brief().ExpiredAt(t) }
