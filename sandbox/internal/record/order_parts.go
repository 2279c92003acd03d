package record

// The parts of an order whose inner shape no public sample shows (open question
// inner-shapes).

// AdditionalField is a custom question of the shop and its answer. Its code has
// letters, digits, underscores and hyphens.
type AdditionalField struct {
	Code  string `json:"Code"`
	Text  string `json:"Text"`
	Value string `json:"Value"`
}

// CustomParameter is a value given by the merchant with the order.
type CustomParameter struct {
	Name  string `json:"Name"`
	Value string `json:"Value"`
}

// GiftDetails are the person whom the order is a gift for.
type GiftDetails struct {
	FirstName string `json:"FirstName"`
	LastName  string `json:"LastName"`
	Email     string `json:"Email"`
	GiftNote  string `json:"GiftNote"`
}

// Refund is money returned to a buyer: the rest of the order's total, or a part of
// it.
type Refund struct {
	Date     Moment       `json:"Date"`
	Amount   Money        `json:"Amount"`
	Currency string       `json:"Currency"` // upper case
	Reason   string       `json:"Reason"`
	Comment  string       `json:"Comment"`
	Items    []RefundItem `json:"Items"` // empty when the amount belongs to no line
}

// RefundItem is the share of an order line in a refund.
type RefundItem struct {
	LineItemReference string `json:"LineItemReference"` // the product code of the line
	Quantity          int    `json:"Quantity"`
	Amount            Money  `json:"Amount"`
}

// RefundTotal returns the sum of all refunds.
func (o *Order) RefundTotal() (sum Money) {
	for _, r := range o.Refunds {
		sum = sum.Plus(r.Amount)
	}
	return sum
}
