package record

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
