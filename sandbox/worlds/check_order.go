package worlds

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/phrase"
)

func (c *checker) subscription(path string, e *subscriptionEntry) {
	c.terms(path, &e.Terms)
	c.date(path+".date", e.Date)
	c.line(path, &e.Line, c.buyer(path, e.Customer, e.Partner, e.Currency))
	if product, known := c.lookup.product(e.Line.Product); known && product.Months == 0 {
		c.faults.add(path+".product", "%s begins no subscription: it has no months", product.Code)
	}
}

func (c *checker) order(path string, e *orderEntry) {
	c.take(handleName, e.Handle, path+".handle")
	c.take(orderName, e.Reference, path+".reference")
	if e.Reference != "" && !orderReference.MatchString(e.Reference) {
		c.faults.add(path+".reference", "an order reference has 7 to 9 digits and no 0 in front, got %q", e.Reference)
	}
	c.date(path+".date", e.Date)
	c.externalReference(path+".external_reference", e.ExternalReference)
	c.status(path, e)
	c.payment(path, e)
	if e.Promotion != nil {
		c.required(path+".promotion.code", e.Promotion.Code)
		c.percent(path+".promotion.percent", e.Promotion.Percent)
	}
	c.lines(path, e)
	c.repeat(path, e)
}

func (c *checker) lines(path string, e *orderEntry) {
	if len(e.Lines) == 0 || len(e.Lines) > maxLines {
		c.faults.add(path+".lines", "an order has from 1 to %d lines, got %d", maxLines, len(e.Lines))
	}
	currency := c.buyer(path, e.Customer, e.Partner, e.Currency)
	for i := range e.Lines {
		at := fmt.Sprintf("%s.lines[%d]", path, i)
		c.line(at, &e.Lines[i].Line, currency)
		c.terms(at+".subscription", &e.Lines[i].Subscription)
		c.startedSubscription(at+".subscription", e, &e.Lines[i])
	}
	if currency == "" && !c.sharedCurrency(e.Lines) {
		c.faults.add(path+".lines", "the products have no currency in common that all have a price in")
	}
}

// startedSubscription refuses to name a subscription that the line does not begin.
func (c *checker) startedSubscription(path string, e *orderEntry, l *orderLineEntry) {
	product, known := c.lookup.product(l.Line.Product)
	if l.Subscription == (subscriptionTerms{}) || !known {
		return
	}
	if product.Months == 0 {
		c.faults.add(path, "%s begins no subscription: it has no months", product.Code)
	}
	if !paid(e.status()) {
		c.faults.add(path, "only a paid order begins subscriptions, COMPLETE or REFUND, this one is %s", e.status())
	}
}

// sharedCurrency leaves it to others to say that a product is unknown.
func (c *checker) sharedCurrency(lines []orderLineEntry) bool {
	shared := map[string]int{}
	for _, l := range lines {
		product, known := c.lookup.product(l.Line.Product)
		if !known {
			return true
		}
		for currency := range product.Prices {
			shared[currency]++
		}
	}
	return len(lines) == 0 || slices.Contains(slices.Collect(maps.Values(shared)), len(lines))
}

// maxLines keeps references apart, which are made of an order's number and a
// line's.
const maxLines = commerce.MaxLines

func (c *checker) repeat(path string, e *orderEntry) {
	if e.Repeat == nil {
		return
	}
	if e.Repeat.Times < 1 || e.Repeat.Times > MaxOrders {
		c.faults.add(path+".repeat.times", "times is from 1 to %d, got %d", MaxOrders, e.Repeat.Times)
	}
	if e.Repeat.Every.Duration < 0 {
		c.faults.add(path+".repeat.every", "every is how much older each order is than the one before: 0 or more, got %s", e.Repeat.Every)
	}
	named := func(l orderLineEntry) bool { return l.Subscription.Handle != "" || l.Subscription.Reference != "" }
	if e.Handle != "" || e.Reference != "" || slices.ContainsFunc(e.Lines, named) {
		c.faults.add(path+".repeat", "an order that is repeated stands for several: it can have no handle and no reference")
	}
}

// date refuses what is in the future on every clock; a moment is looked at
// date the account's clock is known.
func (c *checker) date(path string, w date) {
	if w.moment.IsZero() && w.offset > 0 {
		c.faults.add(path, "the date lies in the future: write an offset such as -7d")
	}
}

// buyer checks who buys and in what, and returns the currency if it is told or
// follows from the partner.
func (c *checker) buyer(path, customer, partner, currency string) string {
	if customer == "" && partner == "" {
		c.faults.add(path, "nobody buys this: name a customer, a partner or both")
	}
	if customer != "" && !c.lookup.hasCustomer(customer) {
		c.faults.add(path+".customer", "no customer has the reference or the handle %q%s", customer, knownNames(c.lookup.customers))
	}
	c.currency(path+".currency", currency)
	if partner == "" {
		return currency
	}
	p, known := c.lookup.partner(partner)
	if !known {
		c.faults.add(path+".partner", "no partner has the code or the handle %q%s", partner, knownNames(c.lookup.partners))
		return currency
	}
	if currency != "" && currency != p.Currency {
		c.faults.add(path+".currency", "%s is invoiced in %s, not in %s", p.Code, p.Currency, currency)
	}
	return p.Currency
}

func (c *checker) status(path string, e *orderEntry) {
	status := e.status()
	if !isValue(c, path+".status", status) {
		return
	}
	if allowed := status.Approvals(); e.ApproveStatus != "" && !slices.Contains(allowed, e.ApproveStatus) {
		c.faults.add(path+".approve_status", "%s does not go with the status %s, only %v does", e.ApproveStatus, status, allowed)
	}
	if e.Dispute != nil {
		c.dispute(path, e)
	}
	if e.PurchaseOrder == "" || !isValue(c, path+".purchase_order", e.PurchaseOrder) {
		return
	}
	if allowed := e.PurchaseOrder.Statuses(); !slices.Contains(allowed, status) {
		c.faults.add(path+".purchase_order", "%s does not go with the status %s, only %v does", e.PurchaseOrder, status, allowed)
	}
}

// isValue adds a fault when the value at the path is not one of its closed set.
func isValue[T catalog.ClosedSet[T]](c *checker, path string, given T) bool {
	if catalog.IsValue(given) {
		return true
	}
	field := path[strings.LastIndexByte(path, '.')+1:]
	c.faults.add(path, "%s must be %s, got %q", field, phrase.Or(given.Values()...), given)
	return false
}

func (c *checker) dispute(path string, e *orderEntry) {
	if !paid(e.status()) {
		c.faults.add(path+".dispute", "only a paid order can be disputed, COMPLETE or REFUND, this one is %s", e.status())
	}
	isValue(c, path+".dispute.resolution", e.Dispute.Resolution)
	isValue(c, path+".dispute.reason", e.Dispute.Reason)
}

func (c *checker) payment(path string, e *orderEntry) {
	kinds := []paymentKind{byCard, byPayPal, byWire}
	switch {
	case e.Payment != "" && !slices.Contains(kinds, e.Payment):
		c.faults.add(path+".payment", "payment is one of %v, got %q", kinds, e.Payment)
	case e.Payment != "" && (e.Test || e.PurchaseOrder != ""):
		c.faults.add(path+".payment", "a test order and a purchase order have a payment of their own: leave it out")
	case e.Test && e.PurchaseOrder != "":
		c.faults.add(path+".test", "a purchase order cannot be a test order")
	case e.ChargeFailed && (e.status() != catalog.Pending || e.PurchaseOrder != "" || e.Payment == byWire):
		c.faults.add(path+".charge_failed", "only a PENDING order that is paid by card or PayPal can have a failed charge")
	}
}
