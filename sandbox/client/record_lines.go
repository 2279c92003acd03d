package client

// The lines of records: one row of a table, less than 400 bytes of JSON, whatever the
// record says. Long texts are cut and end with an ellipsis.

// OrderLine is an order in short.
type OrderLine struct {
	Reference     string   `json:"reference"`
	Date          string   `json:"date"` // Y-m-d H:i:s, in UTC
	Status        string   `json:"status"`
	Approval      string   `json:"approval"`                 // ApproveStatus
	Customer      int64    `json:"customer,omitempty"`       // reference, 0 for none
	Name          string   `json:"name,omitempty"`           // of the payer
	Total         string   `json:"total"`                    // gross, such as 39.90 EUR
	External      string   `json:"external,omitempty"`       // reference of the merchant
	Partner       string   `json:"partner,omitempty"`        // code
	PurchaseOrder string   `json:"purchase_order,omitempty"` // its state
	Dispute       string   `json:"dispute,omitempty"`        // its resolution
	Test          bool     `json:"test,omitempty"`
	Handles       []string `json:"handles,omitempty"` // those that find room
}

// CampaignLine is a campaign in short.
type CampaignLine struct {
	Code        string   `json:"code"`
	Name        string   `json:"name"`
	Standing    Standing `json:"standing"`
	Start       string   `json:"start,omitempty"` // Y-m-d, empty for none
	End         string   `json:"end,omitempty"`   // likewise
	Discount    string   `json:"discount"`        // such as 15 % or 5.00 EUR
	Primary     string   `json:"primary"`         // product code
	Recommended string   `json:"recommended"`     // product code
	Texts       int      `json:"texts"`           // languages with a text
	Warnings    int      `json:"warnings,omitempty"`
	Handles     []string `json:"handles,omitempty"` // those that find room
}

// CustomerLine is a customer in short.
type CustomerLine struct {
	Reference int64    `json:"reference"`
	External  string   `json:"external,omitempty"` // reference of the merchant
	Name      string   `json:"name"`
	Company   string   `json:"company,omitempty"`
	Email     string   `json:"email"`
	Country   string   `json:"country"`
	Language  string   `json:"language"`
	Enabled   bool     `json:"enabled"`
	Handles   []string `json:"handles,omitempty"` // those that find room
}

// SubscriptionLine is a subscription in short.
type SubscriptionLine struct {
	Reference  string   `json:"reference"`
	Customer   int64    `json:"customer,omitempty"` // reference, 0 for none
	Partner    string   `json:"partner,omitempty"`  // code
	Order      string   `json:"order"`              // reference
	Product    string   `json:"product"`            // code
	Quantity   int      `json:"quantity"`
	Start      string   `json:"start,omitempty"`      // Y-m-d H:i:s, in UTC
	Expiration string   `json:"expiration,omitempty"` // likewise; empty for never
	Expired    bool     `json:"expired,omitempty"`    // on the account's clock
	Enabled    bool     `json:"enabled"`
	Upgradable bool     `json:"upgradable,omitempty"`
	Handles    []string `json:"handles,omitempty"` // those that find room
}

// ProductLine is a product in short.
type ProductLine struct {
	Code     string   `json:"code"`
	Name     string   `json:"name"`
	Prices   string   `json:"prices"` // such as 29.95 EUR, 32.95 USD
	Months   int      `json:"months"` // length of a subscription, 0 for none
	Tangible bool     `json:"tangible,omitempty"`
	Upgrades int      `json:"upgrades,omitempty"` // products that it can be upgraded to
	Handles  []string `json:"handles,omitempty"`  // those that find room
}

// PartnerLine is a partner in short.
type PartnerLine struct {
	Code     string   `json:"code"`
	Name     string   `json:"name"`
	Currency string   `json:"currency"`
	Margin   string   `json:"margin"`            // in percent
	Handles  []string `json:"handles,omitempty"` // those that find room
}

// Short returns the line with its texts cut.
func (l OrderLine) Short() OrderLine {
	cutTexts(24, &l.Name, &l.Total)
	cutTexts(20, &l.External)
	cutTexts(16, &l.Partner)
	l.Handles = cutNames(l.Handles)
	return l
}

// Short returns the line with its texts cut.
func (l CampaignLine) Short() CampaignLine {
	cutTexts(40, &l.Name)
	cutTexts(24, &l.Primary, &l.Recommended, &l.Discount)
	l.Handles = cutNames(l.Handles)
	return l
}

// Short returns the line with its texts cut.
func (l CustomerLine) Short() CustomerLine {
	cutTexts(40, &l.External, &l.Name, &l.Company, &l.Email)
	cutTexts(8, &l.Country, &l.Language)
	l.Handles = cutNames(l.Handles)
	return l
}

// Short returns the line with its texts cut.
func (l SubscriptionLine) Short() SubscriptionLine {
	cutTexts(24, &l.Reference, &l.Partner, &l.Product)
	l.Handles = cutNames(l.Handles)
	return l
}

// Short returns the line with its texts cut.
func (l ProductLine) Short() ProductLine {
	cutTexts(100, &l.Code)
	cutTexts(60, &l.Name, &l.Prices)
	l.Handles = cutNames(l.Handles)
	return l
}

// Short returns the line with its texts cut.
func (l PartnerLine) Short() PartnerLine {
	cutTexts(100, &l.Code)
	cutTexts(60, &l.Name, &l.Currency, &l.Margin)
	l.Handles = cutNames(l.Handles)
	return l
}

// cutTexts cuts texts to so many bytes of JSON each.
func cutTexts(limit int, texts ...*string) {
	for _, text := range texts {
		*text, _ = cutForJSON(*text, limit, limit)
	}
}

// cutNames returns the first names within 48 bytes of JSON.
func cutNames(names []string) (kept []string) {
	const comma = len(`"",`)
	room := 48
	for _, name := range names {
		if shown, cost := cutForJSON(name, room, room-comma); shown == name {
			kept, room = append(kept, name), room-cost-comma
		}
	}
	return kept
}
