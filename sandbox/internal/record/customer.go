package record

// Customer is a buyer with an account, in the shape of an order's
// CustomerDetails.
type Customer struct {
	Reference         int64   `json:"AvangateCustomerReference"` // CustomerReference of section 4.2
	ExternalReference *string `json:"ExternalCustomerReference"` // the merchant's own identifier
	FirstName         string  `json:"FirstName"`
	LastName          string  `json:"LastName"`
	Company           *string `json:"Company"`
	FiscalCode        *string `json:"FiscalCode"`
	Address1          string  `json:"Address1"`
	Address2          *string `json:"Address2"`
	City              string  `json:"City"`
	State             *string `json:"State"`
	Zip               string  `json:"Zip"`
	CountryCode       string  `json:"CountryCode"` // two letters, lower case
	Phone             *string `json:"Phone"`
	Fax               *string `json:"Fax"`
	Email             string  `json:"Email"`
	Enabled           bool    `json:"Enabled"`
	Trial             bool    `json:"Trial"`
	Language          string  `json:"Language"`

	Text string `json:"-"` // the original JSON if Encode would not reproduce it, otherwise ""
}

// CustomerBrief is a customer as lists show, filter and sort it. A text is "" when the
// customer has none.
type CustomerBrief struct {
	Reference int64
	External  string // reference of the merchant
	Payer
	Language       string
	Enabled, Trial bool
}

// Brief returns the customer as lists need it.
func (c *Customer) Brief() CustomerBrief {
	return CustomerBrief{
		Reference: c.Reference, External: orEmpty(c.ExternalReference),
		Payer:    Payer{Name: fullName(c.FirstName, c.LastName), Company: orEmpty(c.Company), Email: c.Email, Country: c.CountryCode},
		Language: c.Language, Enabled: c.Enabled, Trial: c.Trial,
	}
}
