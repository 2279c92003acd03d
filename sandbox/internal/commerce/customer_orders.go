package commerce

import (
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// CustomerOrders is the query of section 4.2. It has at least one of the two
// references.
type CustomerOrders struct {
	Reference *int64 // nil: not given
	External  string // "": not given
	Paging    Paging
}

// CustomerOrders lists the orders that the customer's subscriptions were bought
// with, each once, newest first (section 4.2). It calls show for each on the page;
// show receives stored bytes, valid only until it returns.
func (s *Shop) CustomerOrders(t Terms, q CustomerOrders, show func(order []byte)) (found Listed, err error) {
	if err := q.Validate(); err != nil {
		return found, err
	}
	page := orderPage{rows: t.window(q.Paging), show: show}
	err = s.store.View(func(tx Tx) error {
		customer, err := q.resolve(tx.Customers())
		if err != nil {
			return err
		}
		for ref := range tx.Customers().Orders(customer, t.latest()) {
			if page.next() {
				page.add(tx, ref)
			}
		}
		found = page.result(t, tx)
		return nil
	})
	return found, err
}

// Validate requires a customer (section 4.2, rule 1), and then checks the page.
func (q CustomerOrders) Validate() error {
	if q.Reference == nil && q.External == "" {
		return Problemf(catalog.InvalidCustomer, "CustomerReference or ExternalCustomerReference is required").
			Of("CustomerReference", "", "CustomerReference, ExternalCustomerReference or both")
	}
	return q.Paging.Validate()
}

// resolve returns the reference of the customer. Two given references must mean the
// same customer.
func (q CustomerOrders) resolve(customers Customers) (int64, error) {
	var byReference, byExternal int64
	if q.Reference != nil {
		if !customers.Has(*q.Reference) {
			return 0, unknownCustomer("CustomerReference", strconv.FormatInt(*q.Reference, 10))
		}
		byReference = *q.Reference
	}
	if q.External != "" {
		found, known := customers.ByExternal(q.External)
		if !known {
			return 0, unknownCustomer("ExternalCustomerReference", q.External)
		}
		byExternal = found
	}
	switch {
	case q.External == "":
		return byReference, nil
	case q.Reference != nil && byReference != byExternal:
		return 0, Problemf(catalog.InvalidCustomer,
			"CustomerReference %d and ExternalCustomerReference %q are different customers", byReference, q.External).
			Of("ExternalCustomerReference", q.External, "the external reference of customer "+strconv.FormatInt(byReference, 10))
	}
	return byExternal, nil
}

func unknownCustomer(field, given string) error {
	return Problemf(catalog.InvalidCustomer, "No customer has the %s %q", field, given).
		Of(field, given, "the "+field+" of a customer of this account")
}
