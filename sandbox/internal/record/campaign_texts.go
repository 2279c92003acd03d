package record

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// The markers allowed in a campaign's text (section 2.2).
const (
	NameMarker  = "<!--{RECOMMENDED_PRODUCT_NAME}-->"
	PriceMarker = "<!--{RECOMMENDED_PRODUCT_PRICE}-->"
)

// markerPattern finds anything written like a marker.
var markerPattern = regexp.MustCompile(`<!--\{[^{}]*\}-->`)

// Texts returns the texts of the campaign with the markers filled from the
// recommended product. A marker of unknown value stays.
func (c *Campaign) Texts(recommended *Product) []Localized {
	var values []string // of the markers, each behind its marker
	if recommended != nil {
		values = append(values, NameMarker, recommended.Name)
		if price, known := c.price(recommended); known {
			values = append(values, PriceMarker, price)
		}
	}
	filled := strings.NewReplacer(values...) // at once, because a name may contain a marker
	texts := make([]Localized, len(c.Description))
	for i, d := range c.Description {
		texts[i] = Localized{d.Language, filled.Replace(d.Text)}
	}
	return texts
}

// UnknownMarkers returns the markers of a text unknown to the interface.
func UnknownMarkers(text string) []string {
	var unknown []string
	for _, marker := range markerPattern.FindAllString(text, -1) {
		if marker != NameMarker && marker != PriceMarker && !slices.Contains(unknown, marker) {
			unknown = append(unknown, marker)
		}
	}
	return unknown
}

// price returns the price of the recommended product in the campaign, in one of its
// currencies: 23.96 USD. It is false when the product has no price there.
func (c *Campaign) price(recommended *Product) (string, bool) {
	currency := c.currency(recommended)
	unit, sold := recommended.Prices[currency]
	if !sold {
		return "", false
	}
	price := unit.Times(max(c.RecommendedProduct.Quantity, 1))
	amounts := c.Discount.Values
	if percent := c.Discount.Value; percent != nil {
		price = price.Minus(price.Percent(*percent))
	} else if i := slices.IndexFunc(amounts, func(a Amount) bool { return a.Currency == currency }); i >= 0 {
		price = price.Minus(amounts[i].Amount)
	}
	if price.Less(Money{}) {
		price = Money{}
	}
	return price.StringFixed() + " " + currency, true
}

// currency returns the currency of the campaign's texts: the default one of its
// discount, otherwise dollars or the product's first currency.
func (c *Campaign) currency(recommended *Product) string {
	const usual = "USD"
	if c.Discount.DefaultCurrency != "" {
		return c.Discount.DefaultCurrency
	}
	if _, sold := recommended.Prices[usual]; sold || len(recommended.Prices) == 0 {
		return usual
	}
	return slices.Sorted(maps.Keys(recommended.Prices))[0]
}
