package commerce

import (
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// CustomerOrders is the question of section 4.2. Nil means not given; one of
// the two references must be.
type CustomerOrders struct {
	Reference *int64
	External  *string
	Paging    Paging
}

// CustomerOrders shows the orders on the asked page of those that the
// customer's subscriptions were bought with, each once, newest first (section
// 4.2), and returns how many there are in all. What show is handed are stored
// bytes, valid only until it returns.
func (s *Shop) CustomerOrders(t Terms, q CustomerOrders, show func(order []byte)) (count int, err error) {
	page := orderPage{rows: t.window(q.Paging), show: show}
	err = s.store.View(func(tx Tx) error {
		customer, err := q.resolve(tx.Customers())
		if err != nil {
			return err
		}
		for ref := range tx.Customers().Orders(customer) {
			page.add(tx, func() string { return ref })
		}
		page.recount(t, tx)
		return nil
	})
	return page.count, err
}

// CheckGiven returns the problem of a question without a customer (section
// 4.2, rule 1).
func (q CustomerOrders) CheckGiven() error {
	if q.Reference != nil || q.External != nil {
		return nil
	}
	return Problemf(catalog.InvalidCustomer, "CustomerReference or ExternalCustomerReference is required").
		Of("CustomerReference", "", "CustomerReference, ExternalCustomerReference or both")
}

// resolve finds the one customer that every given reference means.
func (q CustomerOrders) resolve(customers Customers) (int64, error) {
	var byReference, byExternal int64
	if q.Reference != nil {
		c, known, err := customers.Get(*q.Reference)
		if err != nil {
			return 0, err
		}
		if !known {
			return 0, unknownCustomer("CustomerReference", strconv.FormatInt(*q.Reference, 10))
		}
		byReference = c.Reference
	}
	if q.External != nil {
		found, known := customers.ByExternal(*q.External)
		if !known {
			return 0, unknownCustomer("ExternalCustomerReference", *q.External)
		}
		byExternal = found
	}
	switch {
	case q.External == nil:
		return byReference, nil
	case q.Reference != nil && byReference != byExternal:
		return 0, Problemf(catalog.InvalidCustomer,
			"CustomerReference %d and ExternalCustomerReference %q are different customers", byReference, *q.External).
			Of("ExternalCustomerReference", *q.External, "the external reference of customer "+strconv.FormatInt(byReference, 10))
	}
	return byExternal, nil
}

func unknownCustomer(field, given string) error {
	return Problemf(catalog.InvalidCustomer, "No customer has the %s %q", field, given).
		Of(field, given, "the "+field+" of a customer of this account")
}
