package worlds

import (
	"fmt"
	"math"
	"runtime/debug"

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
}

// newTemplate resolves the listed records and plans the generated ones.
func newTemplate(e *entries, names *lookup, of templateKey, n ids) (*template, error) {
	d := &template{lookup: names, seed: of.seed, settings: record.UpsellSettings{UpsellingDisplayType: catalog.OverlayDisplay}, handles: map[string]record.Handle{}}
	if e.Settings != nil {
		d.settings.UpsellingDisplayType = e.Settings.DisplayType
	}
	for _, p := range e.Products {
		d.products = append(d.products, *names.products[p.Code])
	}
	for _, p := range e.Partners {
		d.partners = append(d.partners, *names.partners[p.Code])
	}
	for i, entry := range e.Customers {
		reference := entry.Reference
		if reference == 0 {
			var err error
			if reference, err = n.number(customerName); err != nil {
				return nil, err
			}
		}
		d.customers = append(d.customers, entry.record(reference, newFaker(d.seed, "listed customer", uint64(i))))
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

// customer returns the customer of a name, from the file or from the account, nil
// for no name.
func (t *template) customer(name string) *record.Customer {
	if name == "" {
		return nil
	}
	if i, listed := t.lookup.customers[name]; listed {
		return &t.customers[i]
	}
	c, _ := t.lookup.existingCustomer(name)
	return c
}

// defaultRecent is how many plain orders the last 7 days have when the file does
// not say.
const defaultRecent = 40

// planGenerated computes how many orders and customers the generator adds to
// reach the counts of the file or of the request.
func (t *template) planGenerated(e *entries, orders int) {
	wanted := generateEntry{}
	if e.Generate != nil {
		wanted = *e.Generate
	}
	if orders > 0 { // the request counts more than the file
		wanted.Orders = orders
		wanted.Customers = max(wanted.Customers, orders/ordersPerCustomer)
	}
	if wanted.Recent == 0 {
		wanted.Recent = defaultRecent
	}
	g := &t.generated
	g.seed = t.seed
	g.total = max(0, wanted.Orders-len(t.listed))
	// Listed orders in a new world's search without parameters count. One on the edge of the window does
	// not, because it is out of the window a second later, and neither does one with a fixed moment, because
	// the account's clock decides whether it is recent.
	recent := 0
	for i := range t.listed {
		p := &t.listed[i]
		if p.date.moment.IsZero() && p.date.offset-p.shift > -searchWindow && !p.entry.Test && p.partner == nil {
			recent++
		}
	}
	g.recent = min(g.total, max(0, max(wanted.Recent, wanted.Orders*int(oldestRecent/days(1))/int(oldest/days(1)))-recent))
	g.given, g.ordinal = t.lookup.given, len(t.listed)
	g.firstCustomer, g.externals = firstGeneratedCustomer, map[string]bool{}
	for _, c := range t.customers {
		g.firstCustomer = max(g.firstCustomer, c.Reference+1)
		if c.ExternalReference != nil {
			g.externals[*c.ExternalReference] = true
		}
	}
	g.customers = max(0, wanted.Customers-len(t.customers))
	if g.total > 0 {
		g.customers = max(g.customers, 1)
	}
	g.products, g.partners = t.products, t.partners
	for i := range min(g.customers, cachedCustomers) {
		g.cached = append(g.cached, *g.customer(i))
	}
}

// ordersPerCustomer is how many orders a customer has on average when a request
// sets the number of orders.
const ordersPerCustomer = 5

// searchWindow is how far back an order search looks (section 4.1).
const searchWindow = catalog.DefaultSearchWindow

// The memory of a template's record while an account is seeded, in bytes, measured.
// Generated orders and customers take none, because they are made one by one.
const (
	orderMemory    = 600
	lineMemory     = 100
	customerMemory = 700
	campaignMemory = 3_000
)

// usualMemory limits the memory of the templates of worlds without GOMEMLIMIT; with
// it they may take half of it.
const usualMemory = 1 << 30

// checkMemory returns an error with the estimate when a world needs more memory
// than there is. It runs before any record is made.
func (e *entries) checkMemory() error {
	listed, lines := e.countOrders()
	customers, campaigns := len(e.Customers), len(e.Campaigns)
	if g := e.Generate; g != nil {
		campaigns = max(campaigns, g.Campaigns)
	}
	needed := listed*orderMemory + lines*lineMemory + customers*customerMemory + campaigns*campaignMemory
	allowed := int64(usualMemory)
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		allowed = limit / 2
	}
	if int64(needed) <= allowed {
		return nil
	}
	return fmt.Errorf("the world needs about %d MB of memory for %d listed orders with %d lines, %d listed customers and %d campaigns, and may take %d MB: "+
		"list fewer, let generate make them, or raise GOMEMLIMIT, of which it may take half",
		needed>>20, listed, lines, customers, campaigns, allowed>>20)
}
