package worlds

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/brianvoe/gofakeit/v7"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// generator makes the orders to fill a world, oldest first. Each depends on its
// index only.
type generator struct {
	seed          int64
	total         int // orders
	recent        int // how many of them, the last, are in the search window
	customers     int
	firstCustomer int64 // reference of the first generated customer
	ordinal       int   // how many orders are listed; the numbers of sales and invoices continue after theirs
	given         given
	externals     map[string]bool // external references of listed customers
	products      []record.Product
	partners      []record.Partner
	cached        []record.Customer // the first generated ones
}

// Generated orders have these ages. Between the recent and the older orders is a
// margin around the edge of the search window, so no order crosses it within a day
// before or after the world is seeded. The oldest is younger than a year, because
// otherwise its yearly subscription would expire in these days.
const (
	oldest       = 360 * 24 * time.Hour
	oldestRecent = searchWindow - 24*time.Hour
	newestOlder  = searchWindow + 24*time.Hour
	newest       = time.Hour
)

// age returns how long ago order i was placed. The orders share the time evenly, and
// each lies anywhere in its share.
func (g *generator) age(i int) time.Duration {
	from, to, count := oldest, newestOlder, g.total-g.recent
	if i >= count {
		i, from, to, count = i-count, oldestRecent, newest, g.recent
	}
	share := (from - to) / time.Duration(count)
	within := time.Duration(mix(uint64(g.seed)^mix(uint64(i))) % uint64(share))
	return (from - time.Duration(i)*share - within).Truncate(time.Second)
}

// number returns the RefNo of order i.
func (g *generator) number(i int) uint64 {
	n := firstGeneratedOrder + uint64(i)*orderStep + mix(uint64(g.seed)+uint64(i))%(orderStep/2)
	for g.given.has(orderName, int64(n)) {
		n++
	}
	return n
}

// generate returns order i, resolved.
func (t *template) generate(i int) purchase {
	g := &t.generated
	e, customer := g.entry(i)
	p := t.resolve(&e, customer)
	p.number = g.number(i)
	if isPaid(e.Status) {
		ordinal := int64(g.ordinal + i)
		p.sale, p.invoice = g.given.free(saleName, firstSale+ordinal), strconv.FormatInt(g.given.free(invoiceName, firstInvoice+ordinal), 10)
		p.setSubscriptionReferences(t.lookup.given)
	}
	return p
}

// entry returns a random entry for order i, as a person would write it, and its
// customer, nil for none.
func (g *generator) entry(i int) (orderEntry, *record.Customer) {
	f := newFaker(g.seed, "order", uint64(i))
	e := orderEntry{Date: ago(g.age(i))}
	e.Status, e.ApproveStatus = drawStatus(f)
	customer := g.drawBuyer(f, &e, i >= g.total-g.recent)
	count := 1
	switch n := f.IntN(100); {
	case n < 1:
		count = 3
	case n < 5:
		count = 2
	}
	first := f.IntN(len(g.products))
	steady := func(p *record.Product) bool { // whether its subscription cannot expire within a day of the present
		age := -e.Date.offset
		return p.Months == 0 || age <= days(28*p.Months-1) || age >= days(31*p.Months+1)
	}
	g.addLines(f, &e, customer, first, count, steady)
	if len(e.Lines) == 0 { // no other product has a price in the currency
		g.addLines(f, &e, customer, first, 1, func(*record.Product) bool { return true })
	}
	g.drawPayment(f, &e)
	if chance(f, 25) {
		e.ExternalReference = text(fmt.Sprintf("EXT-%06d", i+1))
	}
	e.drawExtras(f)
	return e, customer
}

// drawExtras adds rare parts of an order.
func (e *orderEntry) drawExtras(f *gofakeit.Faker) {
	if chance(f, 10) {
		off := pick(f, []int64{10, 15, 20, 25})
		e.Promotion = &promotionEntry{Code: "SAVE" + strconv.FormatInt(off, 10), Percent: amount{record.Cents(off * 100)}}
	}
	if chance(f, 6) {
		e.Affiliate = pick(f, []string{"REVIEWS", "BLOGROLL", "PARTNERNET"})
	}
	if legal := e.Status.Resolutions(); chance(f, 4) && len(legal) > 0 {
		e.Dispute = &disputeEntry{Resolution: pick(f, legal), Reason: pick(f, catalog.Reason("").Values())}
	}
	if e.Status == catalog.Complete && e.Dispute == nil && chance(f, 2) {
		part := amount{record.Cents(int64(f.Number(5, 50) * 100))}
		e.Refunds = []refundEntry{{Percent: &part, Comment: "A part of the price, because the order was late."}}
	}
}

// drawStatus returns a random status, as often as in a healthy shop.
func drawStatus(f *gofakeit.Faker) (catalog.Status, catalog.ApproveStatus) {
	status := catalog.Complete
	switch n := f.IntN(100); {
	case n < 4:
		status = catalog.Pending
	case n < 8:
		status = catalog.AuthReceived
	case n < 13:
		status = catalog.Refund
	case n < 17:
		status = catalog.Canceled
	case n < 19:
		status = catalog.Reversed
	}
	return status, pick(f, status.Approvals())
}

// drawBuyer makes some of the older orders test or partner orders. The recent ones
// are plain, so their number is exact. It returns the customer, nil for none.
func (g *generator) drawBuyer(f *gofakeit.Faker, e *orderEntry, recent bool) *record.Customer {
	kind := f.IntN(100)
	customer := g.customer(f.IntN(g.customers))
	e.Customer = text(strconv.FormatInt(customer.Reference, 10))
	switch {
	case recent:
	case kind < 4:
		e.Test = true
	case kind < 9 && len(g.partners) > 0:
		partner := &g.partners[f.IntN(len(g.partners))]
		priced := func(p record.Product) bool { _, is := p.Prices[partner.Currency]; return is }
		if slices.ContainsFunc(g.products, priced) {
			e.Customer, e.Partner, e.Currency = "", partner.Code, partner.Currency
			return nil
		}
	}
	return customer
}

// addLines adds up to count fit products, beginning with the first.
func (g *generator) addLines(f *gofakeit.Faker, e *orderEntry, customer *record.Customer, first, count int, fit func(*record.Product) bool) {
	for step := 0; step < len(g.products) && len(e.Lines) < count; step++ {
		p := &g.products[(first+step)%len(g.products)]
		if !fit(p) {
			continue
		}
		if e.Currency == "" {
			e.Currency = countryOf(customer.CountryCode).currency
			if _, priced := p.Prices[e.Currency]; !priced {
				e.Currency = sortedKeys(p.Prices)[0]
			}
		}
		if _, priced := p.Prices[e.Currency]; !priced {
			continue
		}
		l := orderLineEntry{Line: lineEntry{Product: p.Code}}
		if chance(f, 20) {
			quantity := f.Number(2, 5)
			l.Line.Quantity = &quantity
		}
		if chance(f, 30) && len(p.PricingOptions) > 0 {
			l.Line.Options = []string{p.PricingOptions[f.IntN(len(p.PricingOptions))].Code}
		}
		e.Lines = append(e.Lines, l)
	}
}

func (g *generator) drawPayment(f *gofakeit.Faker, e *orderEntry) {
	kind, failed := f.IntN(100), f.IntN(100)
	e.Renews = chance(f, 45)
	switch {
	case e.Test:
		return
	case e.Partner != "" || kind < 8:
		e.Payment = byWire
	case kind < 30:
		e.Payment = byPayPal
	}
	e.ChargeFailed = e.Status == catalog.Pending && e.Payment != byWire && failed < 40
}
