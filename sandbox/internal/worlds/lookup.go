package worlds

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// lookup finds records by code, reference or handle: of the file, and for a
// fragment also of the account.
type lookup struct {
	products  map[string]*record.Product
	partners  map[string]*record.Partner
	customers map[string]int // index in the file
	campaigns map[string]int // index in the file
	existing  *existing      // nil for a world
}

func newLookup(e *entries, a *existing) *lookup {
	n := &lookup{products: map[string]*record.Product{}, partners: map[string]*record.Partner{}, customers: map[string]int{}, campaigns: map[string]int{}, existing: a}
	for i := range e.Products {
		p := e.Products[i].record()
		n.products[p.Code], n.products[e.Products[i].Handle] = p, p
	}
	for i := range e.Partners {
		p := e.Partners[i].record()
		n.partners[p.Code], n.partners[e.Partners[i].Handle] = p, p
	}
	n.addCustomers(e.Customers)
	for i, c := range e.Campaigns {
		n.campaigns[c.Handle], n.campaigns[c.Code] = i, i
	}
	delete(n.campaigns, "")
	delete(n.products, "")
	delete(n.partners, "")
	n.upgrades(e)
	return n
}

func (n *lookup) addCustomers(all []customerEntry) {
	for i, customer := range all {
		if customer.Handle != "" {
			n.customers[customer.Handle] = i
		}
		if customer.Reference != 0 {
			n.customers[strconv.FormatInt(customer.Reference, 10)] = i
		}
	}
}

// upgrades replaces handles in upgrade lists by codes, once all products are
// known.
func (n *lookup) upgrades(e *entries) {
	for _, entry := range e.Products {
		p, coded := n.products[entry.Code]
		if !coded {
			continue
		}
		p.UpgradeProducts = make([]string, 0, len(entry.Upgrades))
		for _, name := range entry.Upgrades {
			if target, known := n.product(name); known {
				p.UpgradeProducts = append(p.UpgradeProducts, target.Code)
			}
		}
	}
}

func (n *lookup) product(name string) (*record.Product, bool) {
	if p, known := n.products[name]; known {
		return p, true
	}
	return n.existing.product(name)
}

func (n *lookup) partner(name string) (*record.Partner, bool) {
	if p, known := n.partners[name]; known {
		return p, true
	}
	return n.existing.partner(name)
}

func (n *lookup) hasCustomer(name string) bool {
	if _, known := n.customers[name]; known {
		return true
	}
	_, known := n.existing.customer(name)
	return known
}

func (n *lookup) hasCampaign(name string) bool {
	_, known := n.campaigns[name]
	return known || n.existing.hasCampaign(name)
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
	return &record.Partner{Code: e.Code, Name: or(e.Name, e.Code), Currency: e.Currency, MarginPercent: e.Margin.Money}
}
