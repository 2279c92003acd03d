package record

import "slices"

// Subscription begins with a paid order line. The interface shows it inside orders
// only; the control interface shows all of it, under names of its own.
type Subscription struct {
	Reference      string   `json:"reference"`                 // SubscriptionReference of section 4.9
	Customer       int64    `json:"customer,omitzero"`         // 0 when a partner sold it to an unknown buyer
	Partner        string   `json:"partner,omitzero"`          // partner code, "" when sold by the shop
	Order          string   `json:"order"`                     // reference of the latest order: the purchase, or the last completed upgrade
	Product        string   `json:"product"`                   // product code
	Quantity       int      `json:"quantity"`                  // units
	PricingOptions []string `json:"pricing_options,omitempty"` // codes
	Upgradable     bool     `json:"upgradable,omitzero"`
	NeedsApproval  bool     `json:"upgrade_needs_approval,omitzero"` // its upgrade waits for approval
	StartDate      Moment   `json:"start_date,omitzero"`             // zero when nobody says it
	ExpirationDate Moment   `json:"expiration_date,omitzero"`        // zero when it never expires
	Enabled        bool     `json:"enabled"`
	Lifetime       bool     `json:"lifetime,omitzero"` // it never expires
	Trial          bool     `json:"trial,omitzero"`

	PreviousOrders []string `json:"previous_orders,omitempty"` // references, the purchase first
	UpgradeOrder   string   `json:"upgrade_order,omitzero"`    // reference of an incomplete upgrade, "" for none
}

// Orders returns the references of the orders of the subscription, the purchase
// first and the latest last.
func (s *Subscription) Orders() []string { return append(slices.Clone(s.PreviousOrders), s.Order) }
