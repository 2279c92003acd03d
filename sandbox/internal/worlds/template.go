package worlds

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// template is a world without the parts that depend on the account: its records and
// their references. It holds the first of the generated orders and customers; the
// generator makes the others each time, so memory stays small for any number of
// them.
type template struct {
	lookup    *lookup
	seed      int64
	products  []record.Product
	partners  []record.Partner
	customers []record.Customer // the listed ones
	listed    []purchase
	generated generator
	cached    []purchase // the first generated orders
	campaigns []campaign
	settings  record.UpsellSettings
	handles   map[string]record.Handle
	given     given
}

// newTemplate resolves the listed records and plans the generated ones.
func newTemplate(e *entries, g given, names *lookup, of templateKey, n idSource) (*template, error) {
	d := &template{lookup: names, seed: of.seed, settings: e.settings(), handles: map[string]record.Handle{}, given: g}
	for _, p := range e.Products {
		d.products = append(d.products, *names.products[p.Code])
	}
	for _, p := range e.Partners {
		d.partners = append(d.partners, *names.partners[p.Code])
	}
	if err := d.resolveCustomers(e, n); err != nil {
		return nil, err
	}
	if err := d.resolveListed(e, n); err != nil {
		return nil, err
	}
	d.planGenerated(e, of.orders)
	for i := range min(d.generated.total, cachedPurchases) {
		d.cached = append(d.cached, d.generate(i))
	}
	if err := d.addCampaigns(e, n); err != nil {
		return nil, err
	}
	d.collectHandles(e)
	return d, nil
}

// cachedPurchases and cachedCustomers are how many generated records a template
// keeps, so an account with the usual number of orders opens fast. Each takes some
// hundred bytes.
const (
	cachedPurchases = 1000
	cachedCustomers = 1000
)

// purchase returns generated order i.
func (t *template) purchase(i int) *purchase {
	if i < len(t.cached) {
		return &t.cached[i]
	}
	p := t.generate(i)
	return &p
}

func (e *entries) settings() record.UpsellSettings {
	if e.Settings == nil {
		return record.UpsellSettings{UpsellingDisplayType: catalog.OverlayDisplay}
	}
	return record.UpsellSettings{UpsellingDisplayType: e.Settings.DisplayType}
}

func (t *template) resolveCustomers(e *entries, n idSource) error {
	for i, entry := range e.Customers {
		reference := entry.Reference
		if reference == 0 {
			var err error
			if reference, err = n.number(customerName); err != nil {
				return err
			}
		}
		t.customers = append(t.customers, entry.record(reference, newFaker(t.seed, "listed customer", uint64(i))))
	}
	return nil
}

// customer returns the customer of a name, from the file or from the account, nil
// for no name.
func (t *template) customer(name string) *record.Customer {
	if name == "" {
		return nil
	}
	if i, listed := t.lookup.customers[name]; listed {
		return &t.customers[i]
	}
	c, known := t.lookup.existing.customer(name)
	if !known {
		return nil
	}
	return c
}

// defaultRecent is how many plain orders the last 7 days have when the file does
// not say.
const defaultRecent = 40

// planGenerated computes how many orders and customers the generator adds to
// reach the counts of the file or of the request.
func (t *template) planGenerated(e *entries, orders int) {
	wanted := e.chooseCounts(orders)
	g := &t.generated
	g.seed = t.seed
	g.total = max(0, wanted.Orders-len(t.listed))
	g.recent = min(g.total, max(0, max(wanted.Recent, evenlyRecent(wanted.Orders))-t.listedRecent()))
	g.given, g.ordinal = t.given, len(t.listed)
	g.avoid(t.customers)
	g.customers = max(0, wanted.Customers-len(t.customers))
	if g.total > 0 {
		g.customers = max(g.customers, 1)
	}
	g.products, g.partners = t.products, t.partners
	for i := range min(g.customers, cachedCustomers) {
		g.cached = append(g.cached, *g.customer(i))
	}
}

// chooseCounts returns how many records there should be. A request of orders counts more
// than the file.
func (e *entries) chooseCounts(orders int) generateEntry {
	wanted := generateEntry{}
	if e.Generate != nil {
		wanted = *e.Generate
	}
	if orders > 0 {
		wanted.Orders = orders
		wanted.Customers = max(wanted.Customers, orders/ordersPerCustomer)
	}
	if wanted.Recent == 0 {
		wanted.Recent = defaultRecent
	}
	return wanted
}

// avoid keeps the references of listed customers from generated ones.
func (g *generator) avoid(listed []record.Customer) {
	g.firstCustomer = firstGeneratedCustomer
	g.externals = map[string]bool{}
	for _, c := range listed {
		g.firstCustomer = max(g.firstCustomer, c.Reference+1)
		if c.ExternalReference != nil {
			g.externals[*c.ExternalReference] = true
		}
	}
}

// ordersPerCustomer is how many orders a customer has on average when a request
// sets the number of orders.
const ordersPerCustomer = 5

// evenlyRecent returns how many of the orders are recent when all are spread
// evenly.
func evenlyRecent(orders int) int {
	const day = 24 * time.Hour
	return orders * int(oldestRecent/day) / int(oldest/day)
}

// searchWindow is how far back an order search looks (section 4.1).
const searchWindow = catalog.DefaultSearchWindow

// listedRecent counts the listed orders in a new world's search without parameters.
// An order on the edge of the window does not count, because it is out of the
// window a second later. An order with a fixed moment does not count either,
// because the account's clock decides whether it is recent.
func (t *template) listedRecent() int {
	count := 0
	for i := range t.listed {
		p := &t.listed[i]
		if p.date.moment.IsZero() && p.date.offset-p.shift > -searchWindow && !p.entry.Test && p.partner == nil {
			count++
		}
	}
	return count
}
