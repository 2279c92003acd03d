package commerce

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"

// CampaignDraft is the body of a campaign call (section 4.8). A nil field is
// absent. Open question campaign-absent gives the meaning of absence, open question
// campaign-required the required fields.
type CampaignDraft struct {
	Code                     *string          `json:"Code"` // open question campaign-code
	Name                     *string          `json:"Name"`
	StartDate                *DraftDay        `json:"StartDate"`
	EndDate                  *DraftDay        `json:"EndDate"`
	DisplayForManualRenewals *bool            `json:"DisplayForManualRenewals"`
	Enabled                  *bool            `json:"Enabled"`
	Discount                 *DiscountDraft   `json:"Discount"`
	PrimaryProduct           *ProductDraft    `json:"PrimaryProduct"`
	RecommendedProduct       *ProductDraft    `json:"RecommendedProduct"`
	Description              []LocalizedDraft `json:"Description"`
}

// DraftDay is a date of a body: null, or a text; only Y-m-d is valid.
type DraftDay struct {
	Null bool
	Text string
}

// DiscountDraft is the Discount of a body.
type DiscountDraft struct {
	Type            *string       `json:"Type"`
	Value           *record.Money `json:"Value"`
	Values          []AmountDraft `json:"Values"`
	DefaultCurrency *string       `json:"DefaultCurrency"`
}

// AmountDraft is an Amount of a body.
type AmountDraft struct {
	Currency *string       `json:"Currency"`
	Amount   *record.Money `json:"Amount"`
}

// ProductDraft is a ProductRef of a body.
type ProductDraft struct {
	Code         *string            `json:"Code"`
	Quantity     *int               `json:"Quantity"`
	PriceOptions []PriceOptionDraft `json:"PriceOptions"`
}

// PriceOptionDraft is a PriceOption of a body.
type PriceOptionDraft struct {
	Code    *string       `json:"Code"`
	Options []OptionDraft `json:"Options"`
}

// OptionDraft is an OptionValue of a body.
type OptionDraft struct {
	Code  *string `json:"Code"`
	Value *int    `json:"Value"`
}

// LocalizedDraft is a Localized of a body.
type LocalizedDraft struct {
	Language *string `json:"Language"`
	Text     *string `json:"Text"`
}
