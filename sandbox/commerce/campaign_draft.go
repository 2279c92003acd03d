package commerce

// CampaignDraft is a campaign as a body of section 4.8 gives it. What is nil
// was not in the body; what absence means then is open question
// campaign-absent, and what must be there is open question campaign-required.
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

// DraftDay is a date of a body: null, or a text that should be Y-m-d.
type DraftDay struct {
	Null bool
	Text string
}

// DiscountDraft is a Discount as a body gives it.
type DiscountDraft struct {
	Type            *string       `json:"Type"`
	Value           *Money        `json:"Value"`
	Values          []AmountDraft `json:"Values"`
	DefaultCurrency *string       `json:"DefaultCurrency"`
}

// AmountDraft is an Amount as a body gives it.
type AmountDraft struct {
	Currency *string `json:"Currency"`
	Amount   *Money  `json:"Amount"`
}

// ProductDraft is a ProductRef as a body gives it.
type ProductDraft struct {
	Code         *string            `json:"Code"`
	Quantity     *int               `json:"Quantity"`
	PriceOptions []PriceOptionDraft `json:"PriceOptions"`
}

// PriceOptionDraft is a PriceOption as a body gives it.
type PriceOptionDraft struct {
	Code    *string       `json:"Code"`
	Options []OptionDraft `json:"Options"`
}

// OptionDraft is an OptionValue as a body gives it.
type OptionDraft struct {
	Code  *string `json:"Code"`
	Value *int    `json:"Value"`
}

// LocalizedDraft is a Localized as a body gives it.
type LocalizedDraft struct {
	Language *string `json:"Language"`
	Text     *string `json:"Text"`
}
