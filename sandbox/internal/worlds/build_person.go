package worlds

import (
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func (p *purchase) language() string {
	if p.customer != nil {
		return p.customer.Language
	}
	return otherCountry.language
}

// billing returns the payer, by default the same person as the receiver.
func (p *purchase) billing() record.BillingDetails {
	details := record.BillingDetails{}
	if p.customer != nil {
		details.FiscalCode = p.customer.FiscalCode
	}
	e := p.entry.Billing
	if e == nil {
		details.DeliveryDetails = record.DeliveryDetails(p.receiver())
		return details
	}
	details.DeliveryDetails = p.receiver().withEntry(&e.Person)
	replace(&details.FiscalCode, e.Fiscal)
	replace(&details.TaxOffice, e.TaxOffice)
	return details
}

// receiver is a person with an address.
type receiver record.DeliveryDetails

// receiver returns the address of the customer, otherwise the partner's.
func (p *purchase) receiver() receiver {
	switch c := p.customer; {
	case c != nil:
		return receiver{
			Phone: c.Phone, FirstName: &c.FirstName, LastName: &c.LastName, Company: c.Company, Email: &c.Email,
			Address1: &c.Address1, Address2: c.Address2, City: &c.City, Zip: &c.Zip, CountryCode: &c.CountryCode, State: c.State,
		}
	case p.partner != nil:
		return receiver{Company: &p.partner.Name, Email: optional("orders@" + strings.ToLower(p.partner.Code) + ".example.test")}
	}
	return receiver{}
}

// withEntry returns the receiver with the fields of an entry. A nil entry has none.
func (r receiver) withEntry(e *person) record.DeliveryDetails {
	if e == nil {
		return record.DeliveryDetails(r)
	}
	if e.City != "" || e.Zip != "" || e.Country != "" { // another place is in no known state
		r.State = nil
	}
	replace(&r.FirstName, e.FirstName)
	replace(&r.LastName, e.LastName)
	replace(&r.Company, e.Company)
	replace(&r.Email, e.Email)
	replace(&r.Phone, e.Phone)
	replace(&r.Address1, e.Address)
	replace(&r.Address2, e.Address2)
	replace(&r.City, e.City)
	replace(&r.Zip, e.Zip)
	replace(&r.State, e.State)
	replace(&r.CountryCode, e.Country)
	return record.DeliveryDetails(r)
}

// replace sets a given value.
func replace[T ~string](at **string, given T) {
	if given != "" {
		*at = optional(given)
	}
}
