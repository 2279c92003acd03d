package worlds

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// people checks the payer, the receiver and the shipping fee of an order.
func (c *checker) people(path string, e *orderEntry) {
	if e.Billing != nil {
		c.person(path+".billing", &e.Billing.Person)
	}
	c.person(path+".delivery", e.Delivery)
	if e.Shipping != nil && e.Shipping.Fee != nil {
		c.price(path+".shipping.fee", *e.Shipping.Fee)
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
	if e.Amount != nil {
		c.notNegative(path+".amount", *e.Amount)
	}
	if e.Percent != nil {
		c.percent(path+".percent", *e.Percent)
	}
	if e.Amount != nil && e.Percent != nil {
		c.faults.add(path+".percent", "a refund has amount or percent, not both")
	}
	for i, l := range e.Lines {
		c.checkRefundLine(fmt.Sprintf("%s.lines[%d]", path, i), o, l)
	}
}

func (c *checker) checkRefundLine(path string, o *orderEntry, l refundLineEntry) {
	c.notNegative(path+".amount", l.Amount)
	if l.Quantity != nil {
		c.within(path+".quantity", *l.Quantity, 1, maxQuantity)
	}
	if !slices.ContainsFunc(o.Lines, func(of orderLineEntry) bool { return c.sameProduct(of.Line.Product, l.Product) }) {
		c.faults.add(path+".product", "the order has no line of product %q", l.Product)
	}
}

func (c *checker) sameProduct(a, b string) bool {
	p, known := c.lookup.product(a)
	q, alsoKnown := c.lookup.product(b)
	return a == b || known && alsoKnown && p.Code == q.Code
}

var fieldCode = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// lineDetails checks the fields that only a line of an order can have.
func (c *checker) lineDetails(path string, e *orderLineEntry) {
	checkSet(c, path, e.Set, lineFollows)
	if e.Trial != nil {
		c.within(path+".trial.days", e.Trial.Days, 1, 3650)
		c.price(path+".trial.price", e.Trial.Price)
	}
	c.fields(path, e.Fields)
	c.origin(path+".cross_sell", e.CrossSell)
	c.origin(path+".up_sell", e.UpSell)
	if e.UpSell != nil && !c.lookup.hasCampaign(e.UpSell.Campaign) {
		c.faults.add(path+".up_sell.campaign", "unknown campaign %q%s", e.UpSell.Campaign, knownKeys(c.lookup.campaigns))
	}
}

func (c *checker) origin(path string, e *originEntry) {
	if e == nil {
		return
	}
	c.require(path+".campaign", e.Campaign)
	if _, known := c.lookup.product(e.Parent); !known {
		c.faults.add(path+".parent", "unknown product %q%s", e.Parent, knownKeys(c.lookup.products))
	}
}

func (c *checker) fields(path string, list []fieldEntry) {
	for i, e := range list {
		if !fieldCode.MatchString(e.Code) {
			c.faults.add(fmt.Sprintf("%s.fields[%d].code", path, i), "code must have letters, digits, _ and - only, got %q", e.Code)
		}
	}
}

// card checks the card of an order.
func (c *checker) card(path string, e *orderEntry) {
	if e.Card == nil {
		return
	}
	if e.PurchaseOrder != "" || e.Payment == byPayPal || e.Payment == byWire {
		c.faults.add(path, "leave card out: the order is not paid by card")
	}
	if s := e.Card.Secure; s != nil {
		c.require(path+".authorize_3ds.href", s.Href)
	}
}
