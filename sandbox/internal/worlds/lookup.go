package worlds

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// lookup finds records by code, reference or handle: of the file, and for a
// fragment also of the account.
type lookup struct {
	products  map[string]*record.Product
	partners  map[string]*record.Partner
	customers map[string]int // index in the file
	campaigns map[string]int // index in the file
	handles   []string       // of the file
	given     given          // the identifiers of its entries
	existing  *existing      // nil for a world
}

func newLookup(e *entries, a *existing) *lookup {
	n := &lookup{products: map[string]*record.Product{}, partners: map[string]*record.Partner{}, customers: map[string]int{}, campaigns: map[string]int{}, given: given{}, existing: a}
	for i := range e.Products {
		p := e.Products[i].record()
		n.products[p.Code], n.products[e.Products[i].Handle] = p, p
	}
	for i := range e.Partners {
		p := e.Partners[i].record()
		n.partners[p.Code], n.partners[e.Partners[i].Handle] = p, p
	}
	for i, c := range e.Customers {
		n.customers[c.Handle], n.customers[strconv.FormatInt(c.Reference, 10)] = i, i
	}
	for i, c := range e.Campaigns {
		n.campaigns[c.Handle], n.campaigns[c.Code] = i, i
	}
	delete(n.campaigns, "")
	delete(n.products, "")
	delete(n.partners, "")
	delete(n.customers, "")
	delete(n.customers, "0")
	for _, entry := range e.Products { // once all are known, because upgrade lists have handles
		if p, coded := n.products[entry.Code]; coded {
			p.UpgradeProducts = make([]string, 0, len(entry.Upgrades))
			for _, name := range entry.Upgrades {
				if target, known := n.product(name); known {
					p.UpgradeProducts = append(p.UpgradeProducts, target.Code)
				}
			}
		}
	}
	return n
}

func (n *lookup) product(name string) (*record.Product, bool) {
	if p, known := n.products[name]; known {
		return p, true
	}
	return find(n.existing, name, catalog.NamesProduct, func(tx commerce.Tx, code string) (record.Product, bool, error) { return tx.Products().Product(code) })
}

func (n *lookup) partner(name string) (*record.Partner, bool) {
	if p, known := n.partners[name]; known {
		return p, true
	}
	return find(n.existing, name, partnerParameter, func(tx commerce.Tx, code string) (record.Partner, bool, error) { return tx.Products().Partner(code) })
}

// existingCustomer finds a customer of the account.
func (n *lookup) existingCustomer(name string) (*record.Customer, bool) {
	return find(n.existing, name, catalog.NamesCustomer, func(tx commerce.Tx, id string) (record.Customer, bool, error) {
		reference, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return record.Customer{}, false, nil
		}
		return tx.Customers().Get(reference)
	})
}

func (n *lookup) hasCustomer(name string) bool {
	if _, listed := n.customers[name]; listed {
		return true
	}
	_, known := n.existingCustomer(name)
	return known
}

func (n *lookup) hasCampaign(name string) bool {
	_, listed := n.campaigns[name]
	return listed || n.existing.has(campaignName, n.existing.id(name, catalog.NamesCampaign))
}

// sortedKeys returns the keys of m, sorted, for messages and for repeatable
// results.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

func (e *productEntry) record() *record.Product {
	p := &record.Product{
		Code: e.Code, Name: e.Name, ShortDescription: e.Description, Prices: make(map[string]record.Money, len(e.Prices)),
		PricingOptions: make([]record.PricingOption, len(e.Options)), Months: e.Months, Tangible: e.Tangible, MultipleChoice: e.Multiple,
	}
	for currency, price := range e.Prices {
		p.Prices[currency] = price.Money
	}
	for i, o := range e.Options {
		p.PricingOptions[i] = record.PricingOption{Code: o.Code, Group: o.Group, Percent: o.Percent.Money}
	}
	return p
}

func (e *partnerEntry) record() *record.Partner {
	return &record.Partner{Code: e.Code, Name: cmp.Or(e.Name, e.Code), Currency: e.Currency, MarginPercent: e.Margin.Money}
}

// existing finds the records and handles of an account before a fragment is added.
// A nil existing finds nothing. It keeps the first error of the store in err,
// because a lookup only returns whether it found something.
type existing struct {
	tx      commerce.Tx
	handles map[string]record.Handle
	err     error
}

// has reports whether the account uses a name of that kind.
func (a *existing) has(kind, name string) (taken bool) {
	if a == nil {
		return false
	}
	switch kind {
	case handleName:
		_, taken = a.handles[name]
	case externalName:
		_, taken = a.tx.Customers().ByExternal(name)
	case saleName:
		sale, _ := strconv.ParseInt(name, 10, 64) // it was a number in the file
		_, taken = a.tx.Orders().BySale(sale)
	case invoiceName:
		_, taken = a.tx.Orders().ByInvoice(name)
	}
	if of, is := recordsNamed[kind]; is {
		image, err := a.tx.Image(of, name)
		a.keepError(err)
		taken = image != nil
	}
	return taken
}

// id returns the id of a handle; any other name is an id itself.
func (a *existing) id(name, parameter string) string {
	if a != nil {
		if h, known := a.handles[name]; known {
			return h.IDs[parameter]
		}
	}
	return name
}

// find finds a record of the account by a handle, whose id has that parameter, or by the id itself.
func find[T any](a *existing, name, parameter string, get func(tx commerce.Tx, id string) (T, bool, error)) (*T, bool) {
	if a == nil {
		return nil, false
	}
	found, known, err := get(a.tx, a.id(name, parameter))
	a.keepError(err)
	if !known {
		return nil, false
	}
	return &found, true
}

func (a *existing) keepError(err error) {
	if a.err == nil {
		a.err = err
	}
}
