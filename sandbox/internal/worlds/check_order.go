package worlds

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

func (c *checker) subscription(path string, e *subscriptionEntry) {
	c.terms(path, &e.Terms)
	c.date(path+".date", e.Date)
	c.line(path, &e.Line, c.buyer(path, string(e.Customer), e.Partner, e.Currency))
	if product, known := c.lookup.product(e.Line.Product); known && !e.Terms.begins(product.Months) {
		c.faults.add(path+".product", "%s begins no subscription, because it has no months", product.Code)
	}
}

func (c *checker) order(path string, e *orderEntry) {
	c.take(handleName, e.Handle, path+".handle")
	c.take(orderName, string(e.Reference), path+".reference")
	if e.Reference != "" && !orderReference.MatchString(string(e.Reference)) {
		c.faults.add(path+".reference", "reference must have 7 to 9 digits and no leading 0, got %q", e.Reference)
	}
	c.date(path+".date", e.Date)
	if n := utf8.RuneCountInString(string(e.ExternalReference)); n > catalog.MaxExternalReference { // section 8
		c.faults.add(path+".external_reference", "external_reference must have at most %d characters, got %d", catalog.MaxExternalReference, n)
	}
	c.status(path, e)
	c.finish(path, e)
	c.payment(path, e)
	if e.Billing != nil {
		c.country(path+".billing", e.Billing.Person.Country)
	}
	if e.Shipping != nil {
		c.price(path+".shipping.fee", e.Shipping.Fee)
	}
	checkEach(e.Refunds, path+".refunds", func(at string, refund *refundEntry) { c.refund(at, e, refund) })
	if p := e.Promotion; p != nil {
		c.require(path+".promotion.code", p.Code)
		c.percent(path+".promotion.percent", &p.Percent)
	}
	c.lines(path, e)
	c.repeat(path, e)
	checkSet(c, path, e.Set, orderFollows)
}

func (c *checker) lines(path string, e *orderEntry) {
	if len(e.Lines) == 0 || len(e.Lines) > maxLines {
		c.faults.add(path+".lines", "an order must have from 1 to %d lines, got %d", maxLines, len(e.Lines))
	}
	currency := c.buyer(path, string(e.Customer), e.Partner, e.Currency)
	checkEach(e.Lines, path+".lines", func(at string, l *orderLineEntry) {
		c.line(at, &l.Line, currency)
		c.terms(at+".subscription", &l.Subscription)
		if product, known := c.lookup.product(l.Line.Product); known && l.Subscription != (subscriptionTerms{}) {
			if !l.Subscription.begins(product.Months) {
				c.faults.add(at+".subscription", "%s begins no subscription, because it has no months", product.Code)
			}
			if !isPaid(e.status()) {
				c.faults.add(at+".subscription", "only a paid order (COMPLETE or REFUND) begins subscriptions, got %s", e.status())
			}
		}
		checkSet(c, at, l.Set, lineFollows)
		if l.Trial != nil {
			c.within(at+".trial.days", l.Trial.Days, 1, 3650)
			c.price(at+".trial.price", &l.Trial.Price)
		}
		if from := l.UpSell; from != nil {
			c.require(at+".up_sell.campaign", from.Campaign)
			if !c.lookup.hasCampaign(from.Campaign) {
				c.faults.add(at+".up_sell.campaign", "unknown campaign %q%s", from.Campaign, knownKeys(c.lookup.campaigns))
			}
			if _, known := c.lookup.product(from.Parent); !known {
				c.faults.add(at+".up_sell.parent", "unknown product %q%s", from.Parent, knownKeys(c.lookup.products))
			}
		}
	})
	if currency == "" && !c.sharedCurrency(e.Lines) {
		c.faults.add(path+".lines", "no currency has a price for all products of the order")
	}
}

// sharedCurrency reports whether all products have a price in one currency. It
// is true when a product is unknown, because that is another mistake.
func (c *checker) sharedCurrency(lines []orderLineEntry) bool {
	shared, given := map[string]int{}, 0 // given prices are in any currency
	for _, l := range lines {
		product, known := c.lookup.product(l.Line.Product)
		if !known {
			return true
		}
		if l.Line.Price != nil {
			given++
			continue
		}
		for currency := range product.Prices {
			shared[currency]++
		}
	}
	return len(lines) == given || slices.Contains(slices.Collect(maps.Values(shared)), len(lines)-given)
}

// maxLines keeps references unique, because they are made of an order's number
// and a line's.
const maxLines = commerce.MaxLines

func (c *checker) repeat(path string, e *orderEntry) {
	if e.Repeat == nil {
		return
	}
	c.within(path+".repeat.times", e.Repeat.Times, 1, MaxOrders)
	if e.Repeat.Every.Duration < 0 {
		c.faults.add(path+".repeat.every", "every must be 0 or more, got %s", e.Repeat.Every)
	}
	named := func(l orderLineEntry) bool {
		return l.Subscription.Handle != "" || l.Subscription.Reference != ""
	}
	if e.Handle != "" || e.Reference != "" || e.Number != 0 || e.Sale != 0 || e.Invoice != "" || slices.ContainsFunc(e.Lines, named) {
		c.faults.add(path+".repeat", "an order with repeat makes several orders, so it cannot have a handle, a reference, a number, a sale or an invoice")
	}
}

// date reports an offset into the future. build checks moments, because they
// depend on the account's clock.
func (c *checker) date(path string, w date) {
	if w.moment.IsZero() && w.offset > 0 {
		c.faults.add(path, "the date is in the future; write an offset into the past, such as -7d")
	}
}

// buyer checks the buyer and the currency. It returns the given currency, otherwise
// the partner's, "" for none.
func (c *checker) buyer(path, customer, partner, currency string) string {
	if customer == "" && partner == "" {
		c.faults.add(path, "a buyer is required: customer, partner or both")
	}
	if customer != "" && !c.lookup.hasCustomer(customer) {
		c.faults.add(path+".customer", "unknown customer %q%s", customer, knownKeys(c.lookup.customers))
	}
	c.currency(path+".currency", currency)
	if partner == "" {
		return currency
	}
	p, known := c.lookup.partner(partner)
	if !known {
		c.faults.add(path+".partner", "unknown partner %q%s", partner, knownKeys(c.lookup.partners))
		return currency
	}
	if currency != "" && currency != p.Currency {
		c.faults.add(path+".currency", "the currency of partner %s is %s, got %s", p.Code, p.Currency, currency)
	}
	return p.Currency
}

func (c *checker) status(path string, e *orderEntry) {
	status := e.status()
	if !isValue(c, path+".status", status) {
		return
	}
	if allowed := status.Approvals(); e.ApproveStatus != "" && !slices.Contains(allowed, e.ApproveStatus) {
		c.faults.add(path+".approve_status", "with status %s, approve_status must be %s, got %s", status, phrase.Or(allowed...), e.ApproveStatus)
	}
	if e.Dispute != nil {
		c.dispute(path, e)
	}
	if e.PurchaseOrder == "" || !isValue(c, path+".purchase_order", e.PurchaseOrder) {
		return
	}
	if allowed := e.PurchaseOrder.Statuses(); !slices.Contains(allowed, status) {
		c.faults.add(path+".purchase_order", "with purchase_order %s, the status must be %s, got %s", e.PurchaseOrder, phrase.Or(allowed...), status)
	}
}

// isValue adds a fault when the value at the path is not one of its closed set.
func isValue[T catalog.ClosedSet[T]](c *checker, path string, given T) bool {
	if catalog.IsValue(given) {
		return true
	}
	c.faults.add(path, "%s must be %s, got %q", lastKey(path), phrase.Or(given.Values()...), given)
	return false
}

// dispute checks the dispute against the status (open question chargebacks).
func (c *checker) dispute(path string, e *orderEntry) {
	isValue(c, path+".dispute.reason", e.Dispute.Reason)
	if !isValue(c, path+".dispute.resolution", e.Dispute.Resolution) {
		return
	}
	switch legal := e.status().Resolutions(); {
	case len(legal) == 0:
		c.faults.add(path+".dispute", "an order that is %s cannot have a dispute; one that is %s can", e.status(), phrase.Or(slices.DeleteFunc(catalog.Status("").Values(), func(s catalog.Status) bool { return len(s.Resolutions()) == 0 })...))
	case !slices.Contains(legal, e.Dispute.Resolution):
		c.faults.add(path+".dispute.resolution", "with status %s, resolution must be %s, got %s", e.status(), phrase.Or(legal...), e.Dispute.Resolution)
	}
}

func (c *checker) payment(path string, e *orderEntry) {
	switch {
	case e.Payment != "" && !slices.Contains(paymentKinds(), e.Payment):
		c.faults.add(path+".payment", "payment must be %s, got %q", phrase.Or(paymentKinds()...), e.Payment)
	case e.Payment != "" && (e.Test || e.PurchaseOrder != ""):
		c.faults.add(path+".payment", "leave payment out: a test order and a purchase order have their own")
	case e.Test && e.PurchaseOrder != "":
		c.faults.add(path+".test", "a purchase order cannot be a test order")
	case e.ChargeFailed && (e.status() != catalog.Pending || e.PurchaseOrder != "" || e.Payment == byWire):
		c.faults.add(path+".charge_failed", "charge_failed needs a PENDING order that is paid by card or paypal")
	}
}

// finish checks the fields that only a finished order has.
func (c *checker) finish(path string, e *orderEntry) {
	for _, given := range []struct {
		name string
		is   bool
	}{{"finished", e.Finished != nil}, {"number", e.Number != 0}, {"sale", e.Sale != 0}, {"invoice", e.Invoice != ""}} {
		if given.is && !isPaid(e.status()) {
			c.faults.add(path+"."+given.name, "only a paid order (COMPLETE or REFUND) has this, got %s", e.status())
		}
	}
	c.number(numberName, path+".number", e.Number)
	c.number(saleName, path+".sale", e.Sale)
	c.take(invoiceName, string(e.Invoice), path+".invoice")
	if e.Finished == nil {
		return
	}
	c.date(path+".finished", *e.Finished)
	if e.Finished.before(e.Date.or(ago(days(1)))) {
		c.faults.add(path+".finished", "the order is finished before its date")
	}
}

// number checks the uniqueness of a number, 0 for none.
func (c *checker) number(kind, path string, given int64) {
	switch {
	case given < 0 || given > maxNumber:
		c.faults.add(path, "%s must be from 1 to %d, got %d", lastKey(path), int64(maxNumber), given)
	case given > 0:
		c.take(kind, strconv.FormatInt(given, 10), path)
	}
}

// maxNumber leaves room for further numbers above a given one.
const maxNumber = 999_999_999_999

// refund checks a refund, except for its amount, because that depends on the
// order's sums.
func (c *checker) refund(path string, o *orderEntry, e *refundEntry) {
	if !isPaid(o.status()) {
		c.faults.add(path, "only a paid order (COMPLETE or REFUND) can have a refund, got %s", o.status())
	}
	if e.Date != nil {
		c.date(path+".date", *e.Date)
	}
	c.notNegative(path+".amount", e.Amount)
	c.percent(path+".percent", e.Percent)
	if e.Amount != nil && e.Percent != nil {
		c.faults.add(path+".percent", "a refund has amount or percent, not both")
	}
	for i, l := range e.Lines {
		at := fmt.Sprintf("%s.lines[%d]", path, i)
		c.notNegative(at+".amount", &l.Amount)
		c.quantity(at, l.Quantity, 1)
		same := func(line orderLineEntry) bool {
			p, known := c.lookup.product(line.Line.Product)
			q, alsoKnown := c.lookup.product(l.Product)
			return line.Line.Product == l.Product || known && alsoKnown && p.Code == q.Code
		}
		if !slices.ContainsFunc(o.Lines, same) {
			c.faults.add(at+".product", "the order has no line of product %q", l.Product)
		}
	}
}
