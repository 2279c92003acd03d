package worlds

import (
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// existing finds the records and handles of an account before a fragment is added.
// A nil existing finds nothing. It keeps the first error of the store in err,
// because a lookup only returns whether it found something.
type existing struct {
	tx      commerce.Tx
	handles map[string]record.Handle
	err     error
}

func newExisting(tx commerce.Tx) (*existing, error) {
	handles, err := tx.Handles().All()
	return &existing{tx: tx, handles: handles}, err
}

// has reports whether the account uses a name of that kind.
func (a *existing) has(kind, name string) (taken bool) {
	if a == nil {
		return false
	}
	var err error
	switch kind {
	case handleName:
		_, taken = a.handles[name]
	case orderName:
		_, taken = a.tx.Orders().Body(name)
	case externalName:
		_, taken = a.tx.Customers().ByExternal(name)
	case customerName:
		reference, _ := strconv.ParseInt(name, 10, 64) // it was a number in the file
		_, taken, err = a.tx.Customers().Get(reference)
	case subscriptionName:
		_, taken, err = a.tx.Subscriptions().Get(name)
	case productName:
		_, taken, err = a.tx.Products().Product(name)
	case saleName:
		sale, _ := strconv.ParseInt(name, 10, 64) // it was a number in the file
		_, taken = a.tx.Orders().BySale(sale)
	case invoiceName:
		_, taken = a.tx.Orders().ByInvoice(name)
	case campaignName:
		_, taken = a.tx.Campaigns().Body(name)
	case partnerName:
		_, taken, err = a.tx.Products().Partner(name)
	}
	a.keepError(err)
	return taken
}

// id returns the id of a handle; any other name is an id itself.
func (a *existing) id(name, parameter string) string {
	if h, known := a.handles[name]; known {
		return h.IDs[parameter]
	}
	return name
}

func (a *existing) product(name string) (*record.Product, bool) {
	if a == nil {
		return nil, false
	}
	p, known, err := a.tx.Products().Product(a.id(name, productParameter))
	a.keepError(err)
	return &p, known
}

func (a *existing) partner(name string) (*record.Partner, bool) {
	if a == nil {
		return nil, false
	}
	p, known, err := a.tx.Products().Partner(a.id(name, partnerParameter))
	a.keepError(err)
	return &p, known
}

func (a *existing) customer(name string) (*record.Customer, bool) {
	if a == nil {
		return nil, false
	}
	reference, err := strconv.ParseInt(a.id(name, customerParameter), 10, 64)
	if err != nil {
		return nil, false
	}
	c, known, err := a.tx.Customers().Get(reference)
	a.keepError(err)
	return &c, known
}

func (a *existing) hasCampaign(name string) bool {
	if a == nil {
		return false
	}
	_, known := a.tx.Campaigns().Body(a.id(name, campaignParameter))
	return known
}

func (a *existing) keepError(err error) {
	if a.err == nil {
		a.err = err
	}
}
