package record

import "strings"

// OrderBrief is an order, beside its facts, as lists show, filter and sort it. A text
// is "" when the order has none.
type OrderBrief struct {
	External      string // reference of the merchant
	Customer      int64  // reference, 0 for none
	Total         string // GrossPrice, a decimal number
	Currency      string
	Partner       string // code
	Dispute       string // its resolution
	PurchaseOrder string // its state
	Payer
	Products []string // codes, one of each line
}

// Payer identifies the payer of an order.
type Payer struct{ Name, Company, Email, Country string }

// Brief returns the order as lists need it.
func (r *StoredOrder) Brief() OrderBrief {
	o := &r.Order
	b := OrderBrief{
		External: orEmpty(o.ExternalReference), Total: o.GrossPrice.String(), Currency: o.Currency, Partner: orEmpty(o.PartnerCode),
		Products: make([]string, len(o.Items)),
	}
	payer := &o.BillingDetails
	b.Payer = Payer{
		Name:    fullName(orEmpty(payer.FirstName), orEmpty(payer.LastName)),
		Company: orEmpty(payer.Company), Email: orEmpty(payer.Email), Country: orEmpty(payer.CountryCode),
	}
	if o.ChargebackResolution != nil {
		b.Dispute = string(*o.ChargebackResolution)
	}
	if r.PurchaseOrder != nil {
		b.PurchaseOrder = string(r.PurchaseOrder.State)
	}
	if o.CustomerDetails != nil {
		b.Customer = o.CustomerDetails.Reference
	}
	for i := range o.Items {
		b.Products[i] = o.Items[i].Code
	}
	return b
}

func fullName(first, last string) string {
	return strings.TrimSpace(first + " " + last)
}

// orEmpty returns a text, "" for nil.
func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
