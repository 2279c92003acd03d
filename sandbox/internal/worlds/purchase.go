package worlds

import (
	"fmt"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// purchase is an order entry with its identifiers and its records. It leaves out
// only the parts that depend on the account: its code and the dates.
type purchase struct {
	entry    *orderEntry
	path     string // of the entry in its file
	date     date
	shift    time.Duration // of its dates into the past, by repeat
	number   uint64        // RefNo
	sale     int64
	invoice  string
	orderNo  int64 // 0 when builder.orders gives it
	customer *record.Customer
	partner  *record.Partner
	currency string // upper case
	lines    []line

	isSubscription bool // the file lists it among its subscriptions
}

// line is one product of an order.
type line struct {
	entry     *orderLineEntry
	product   *record.Product
	quantity  int
	options   []record.PricingOption
	reference string // of the subscription it begins
}

func isPaid(s catalog.Status) bool { return s == catalog.Complete || s == catalog.Refund }

// status returns the entry's status, otherwise the usual one of its purchase
// order, otherwise COMPLETE.
func (e *orderEntry) status() catalog.Status {
	if e.Status != "" {
		return e.Status
	}
	if usual := e.PurchaseOrder.Statuses(); len(usual) > 0 {
		return usual[0]
	}
	return catalog.Complete
}

// resolveListed resolves the orders of the file and of its subscriptions.
func (t *template) resolveListed(e *entries, n ids) error {
	add := func(e *orderEntry, path string, isSubscription bool) error {
		times, every := 1, time.Duration(0)
		if e.Repeat != nil {
			times, every = e.Repeat.Times, e.Repeat.Every.Duration
		}
		for i := range times {
			p := t.resolve(e, t.customer(string(e.Customer)))
			p.path, p.isSubscription, p.shift = path, isSubscription, time.Duration(i)*every
			if err := p.takeIDs(n, t.lookup.given); err != nil {
				return err
			}
			t.listed = append(t.listed, p)
		}
		return nil
	}
	for i := range e.Subscriptions {
		s := &e.Subscriptions[i]
		order := orderEntry{ // the one behind the subscription
			Customer: s.Customer, Partner: s.Partner, Date: s.Date.or(ago(days(90))), Currency: s.Currency,
			Lines: []orderLineEntry{{Line: s.Line, Subscription: s.Terms}},
		}
		if err := add(&order, fmt.Sprintf("$.subscriptions[%d]", i), true); err != nil {
			return err
		}
	}
	for i := range e.Orders {
		if err := add(&e.Orders[i], fmt.Sprintf("$.orders[%d]", i), false); err != nil {
			return err
		}
	}
	return nil
}

// at returns the moment of a date of the purchase when the account's clock shows
// now.
func (p *purchase) at(d date, now time.Time) time.Time { return d.at(now).Add(-p.shift) }

// orderTime returns when the order was placed.
func (p *purchase) orderTime(now time.Time) time.Time { return p.at(p.date, now) }

// resolve finds the records named by a checked entry of a customer.
func (t *template) resolve(e *orderEntry, customer *record.Customer) purchase {
	p := purchase{entry: e, date: e.Date.or(ago(days(1))), lines: make([]line, len(e.Lines)), customer: customer}
	if e.Partner != "" {
		p.partner, _ = t.lookup.partner(e.Partner)
	}
	for i := range e.Lines {
		l := &e.Lines[i]
		product, _ := t.lookup.product(l.Line.Product) // the check of the entry has found it, with its options
		p.lines[i] = line{entry: l, product: product, quantity: 1, reference: string(l.Subscription.Reference)}
		to := &p.lines[i]
		if l.Line.Quantity != nil {
			to.quantity = *l.Line.Quantity
		}
		for _, code := range l.Line.Options {
			option, _ := product.Option(code)
			to.options = append(to.options, option)
		}
	}
	p.currency = p.chosenCurrency()
	return p
}

// chosenCurrency returns the entry's currency, otherwise the partner's, otherwise
// the one of the customer's country when all products have a price in it, otherwise
// the first common one.
func (p *purchase) chosenCurrency() string {
	if p.entry.Currency != "" {
		return p.entry.Currency
	}
	if p.partner != nil {
		return p.partner.Currency
	}
	wanted := otherCountry.currency
	if p.customer != nil {
		wanted = countryOf(p.customer.CountryCode).currency
	}
	if p.hasPrices(wanted) {
		return wanted
	}
	for _, currency := range sortedKeys(p.lines[0].product.Prices) {
		if p.hasPrices(currency) {
			return currency
		}
	}
	return wanted
}

// hasPrices reports whether every line has a price in a currency.
func (p *purchase) hasPrices(currency string) bool {
	for _, l := range p.lines {
		if _, ok := l.product.Prices[currency]; !ok && l.entry.Line.Price == nil {
			return false
		}
	}
	return true
}

// takeIDs gives the order and its lines their identifiers. Only a paid one has more than its
// reference.
func (p *purchase) takeIDs(n ids, g given) error {
	e := p.entry
	var failed error
	number := func(kind string, written int64) int64 {
		if written != 0 || failed != nil {
			return written
		}
		next, err := n.number(kind)
		failed = err
		return next
	}
	reference, _ := strconv.ParseInt(string(e.Reference), 10, 64) // the check of the entry has read it
	p.number = uint64(number(orderName, reference))
	if !isPaid(e.status()) {
		return failed
	}
	p.sale, p.orderNo, p.invoice = number(saleName, e.Sale), number(numberName, e.Number), string(e.Invoice)
	p.setSubscriptionReferences(g)
	if p.invoice == "" {
		p.invoice = strconv.FormatInt(number(invoiceName, 0), 10)
	}
	return failed
}

// setSubscriptionReferences gives each line with a subscription a reference. It is
// unique, because it is made of the order's number and the line's. If an entry
// gives it to another subscription, a number beyond all orders takes its place.
func (p *purchase) setSubscriptionReferences(g given) {
	const beyond = 1 << 30 // more than the nine digits of a usual reference can spell
	for i := range p.lines {
		l := &p.lines[i]
		if l.reference != "" || !l.entry.Subscription.begins(l.product.Months) {
			continue
		}
		number := p.number
		for l.reference = commerce.SubscriptionReference(number, i); g.hasName(subscriptionName, l.reference); l.reference = commerce.SubscriptionReference(number, i) {
			number += beyond
		}
	}
}
