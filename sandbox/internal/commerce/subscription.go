package commerce

import (
	"cmp"
	"slices"
)

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

// mayBeShownBy returns the references of the orders whose lines may show the
// subscription: its own, and its customer's.
func (s *Subscription) mayBeShownBy(tx Tx) []string {
	refs := s.Orders()
	if s.UpgradeOrder != "" {
		refs = append(refs, s.UpgradeOrder)
	}
	if s.Customer != 0 {
		refs = slices.AppendSeq(refs, tx.Orders().OfCustomer(s.Customer))
	}
	return latestFirst(refs)
}

// latestFirst returns references of orders in descending order, each once.
func latestFirst(refs []string) []string {
	slices.SortFunc(refs, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(b, a)) })
	return slices.Compact(refs)
}

// Product is something sold by the shop.
type Product struct {
	Code             string           `json:"code"`
	Name             string           `json:"name"`
	ShortDescription string           `json:"short_description"`
	Prices           map[string]Money `json:"prices"`          // net unit price by currency, upper case
	PricingOptions   []PricingOption  `json:"pricing_options"` // options a buyer can choose
	Months           int              `json:"months"`          // length of a subscription, 0 for none
	Tangible         bool             `json:"tangible"`
	UpgradeProducts  []string         `json:"upgrade_products"` // codes it can be upgraded to

	// MultipleChoice are the groups allowing a buyer several options.
	MultipleChoice []string `json:"multiple_choice,omitempty"`
}

// PricingOption adds a percentage to the price of a product.
type PricingOption struct {
	Code    string `json:"code"`    // PricingOptions.Code of section 4.9
	Group   string `json:"group"`   // price option group code of section 2.2
	Percent Money  `json:"percent"` // added to the unit price, in percent of it
}

// Partner sells the shop's products to its own customers (section 4.9).
type Partner struct {
	Code          string `json:"code"`
	Name          string `json:"name"`
	Currency      string `json:"currency"`       // upper case; of the partner's invoices
	MarginPercent Money  `json:"margin_percent"` // its share of the net price
}
