package record

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

// Campaign is an upsell campaign (section 2.2).
type Campaign struct {
	Code                     string      `json:"Code"` // UUID made by the shop
	Name                     string      `json:"Name"`
	StartDate                *Day        `json:"StartDate"` // null: from now (open question campaign-absent)
	EndDate                  *Day        `json:"EndDate"`   // null: until disabled
	DisplayForManualRenewals bool        `json:"DisplayForManualRenewals"`
	Enabled                  bool        `json:"Enabled"`
	Discount                 Discount    `json:"Discount"`
	PrimaryProduct           ProductRef  `json:"PrimaryProduct"`
	RecommendedProduct       ProductRef  `json:"RecommendedProduct"`
	Description              []Localized `json:"Description"`

	Text string `json:"-"` // the original JSON if Encode would not reproduce it, otherwise ""
}

// Discount is the price reduction of a campaign: an amount for each currency when
// FIXED, a whole percentage when PERCENT.
type Discount struct {
	Type            catalog.DiscountType `json:"Type"`
	Value           *Money               `json:"Value,omitempty"`  // PERCENT only, 0 to 100
	Values          []Amount             `json:"Values,omitempty"` // FIXED only
	DefaultCurrency string               `json:"DefaultCurrency,omitempty"`
}

// Amount is money in a currency (ISO 4217, upper case).
type Amount struct {
	Currency string `json:"Currency"`
	Amount   Money  `json:"Amount"`
}

// ProductRef names a product of a campaign.
type ProductRef struct {
	Code         string        `json:"Code"`
	Quantity     int           `json:"Quantity"` // of the primary product 0 means any
	PriceOptions []PriceOption `json:"PriceOptions"`
}

// PriceOption is a price option group of a campaign's product.
type PriceOption struct {
	Code    string        `json:"Code"`
	Options []OptionValue `json:"Options"`
}

// OptionValue is one option of a group and how many of it.
type OptionValue struct {
	Code  string `json:"Code"`
	Value int    `json:"Value"`
}

// Localized is a text in one language. It may contain the markers
// <!--{RECOMMENDED_PRODUCT_NAME}--> and <!--{RECOMMENDED_PRODUCT_PRICE}-->.
type Localized struct {
	Language string `json:"Language"`
	Text     string `json:"Text"`
}

// CampaignFacts are the fields of a campaign used by search.
type CampaignFacts struct {
	Code        string
	Name        string
	StartDate   *Day
	EndDate     *Day
	Renewals    bool // DisplayForManualRenewals
	Enabled     bool
	Primary     string // product code
	Recommended string // product code
}

// Facts returns the fields used by search.
func (c *Campaign) Facts() CampaignFacts {
	return CampaignFacts{
		Code: c.Code, Name: c.Name, StartDate: c.StartDate, EndDate: c.EndDate,
		Renewals: c.DisplayForManualRenewals, Enabled: c.Enabled,
		Primary: c.PrimaryProduct.Code, Recommended: c.RecommendedProduct.Code,
	}
}

// UpsellSettings are the shop-wide settings of campaigns (section 2.3).
type UpsellSettings struct {
	UpsellingDisplayType catalog.DisplayType `json:"UpsellingDisplayType"`
}
