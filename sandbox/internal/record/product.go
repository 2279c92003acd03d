package record

import "slices"

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

// Option returns the pricing option with the code, false when there is none.
func (p *Product) Option(code string) (PricingOption, bool) {
	i := slices.IndexFunc(p.PricingOptions, func(o PricingOption) bool { return o.Code == code })
	if i < 0 {
		return PricingOption{}, false
	}
	return p.PricingOptions[i], true
}

// OptionCodes returns the codes of the product's pricing options.
func (p *Product) OptionCodes() []string {
	codes := make([]string, len(p.PricingOptions))
	for i, o := range p.PricingOptions {
		codes[i] = o.Code
	}
	return codes
}

// UnitPrice returns the net price of one piece with pricing options. Each option
// adds its percentage of the plain price, rounded half up to two places. It
// returns false when the product has no price in the currency (upper case).
func (p *Product) UnitPrice(currency string, options []PricingOption) (Money, bool) {
	plain, sold := p.Prices[currency]
	price := plain
	for _, o := range options {
		if !o.Percent.IsZero() {
			price = price.Plus(plain.Percent(o.Percent))
		}
	}
	return price, sold
}

// Details returns the product in the shape of an unpaid order item.
func (p *Product) Details() ProductDetails {
	return ProductDetails{
		Name: p.Name, ShortDescription: p.ShortDescription, Tangible: p.Tangible,
		DeliveryInformation: ItemDelivery{Delivery: "NO_DELIVERY", Codes: []struct{}{}},
	}
}

// GroupOptions returns pricing options in the shape of an order item: by group, in the
// order of the list.
func GroupOptions(options []PricingOption) []ItemOption {
	groups := []ItemOption{}
next:
	for _, o := range options {
		for i := range groups {
			if groups[i].Code == o.Group {
				groups[i].Options = append(groups[i].Options, o.Code)
				continue next
			}
		}
		groups = append(groups, ItemOption{Code: o.Group, Options: []string{o.Code}})
	}
	return groups
}
