package worlds

import (
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// productsAndPartners checks the lists of products and partners.
func (c *checker) productsAndPartners() {
	for i := range c.entries.Products {
		c.product(fmt.Sprintf("$.products[%d]", i), &c.entries.Products[i])
	}
	for i := range c.entries.Partners {
		c.partner(fmt.Sprintf("$.partners[%d]", i), &c.entries.Partners[i])
	}
}

func (c *checker) product(path string, e *productEntry) {
	c.require(path+".code", e.Code)
	c.require(path+".name", e.Name)
	c.take(handleName, e.Handle, path+".handle")
	c.take(productName, e.Code, path+".code")
	if len(e.Prices) == 0 {
		c.faults.add(path+".prices", "%s needs a price in at least one currency", or(e.Code, "a product"))
	}
	c.amounts(path+".prices", e.Prices)
	c.within(path+".months", e.Months, 0, commerce.MaxMonths)
	c.checkOptions(path, e)
	for i, name := range e.Upgrades {
		if _, known := c.lookup.product(name); !known {
			c.faults.add(fmt.Sprintf("%s.upgrades[%d]", path, i), "unknown product %q%s", name, knownKeys(c.lookup.products))
		}
	}
}

func (c *checker) checkOptions(path string, e *productEntry) {
	for i, o := range e.Options {
		at := fmt.Sprintf("%s.options[%d]", path, i)
		c.require(at+".group", o.Group)
		c.require(at+".code", o.Code)
		c.notNegative(at+".percent", o.Percent)
		if record.Cents(maxPercent * 100).Less(o.Percent.Money) {
			c.faults.add(at+".percent", "the percentage of an option must be from 0 to %d, got %s", maxPercent, o.Percent)
		}
		c.take("pricing option of product "+e.Code, o.Code, at+".code")
	}
	for i, group := range e.Multiple {
		if !slices.ContainsFunc(e.Options, func(o optionEntry) bool { return o.Group == group }) {
			c.faults.add(fmt.Sprintf("%s.multiple_choice[%d]", path, i), "%s has no option of the group %q", e.Code, group)
		}
	}
}

func (c *checker) partner(path string, e *partnerEntry) {
	c.require(path+".code", e.Code)
	c.require(path+".currency", e.Currency)
	c.take(handleName, e.Handle, path+".handle")
	c.take(partnerName, e.Code, path+".code")
	c.currency(path+".currency", e.Currency)
	c.percent(path+".margin", e.Margin)
}

// amounts checks money by currency.
func (c *checker) amounts(path string, by map[string]amount) {
	for _, currency := range sortedKeys(by) {
		c.currency(path+"."+currency, currency)
		c.price(path+"."+currency, by[currency])
	}
}

// The limits of prices and of their options.
const (
	maxPercent = 1000
)

// price checks the price of one piece.
func (c *checker) price(path string, a amount) {
	if c.notNegative(path, a); record.Cents(commerce.MaxPrice * 100).Less(a.Money) {
		c.faults.add(path, "a price must be from 0 to %d, got %s", commerce.MaxPrice, a)
	}
}

func (c *checker) notNegative(path string, a amount) {
	if a.Less(record.Money{}) {
		c.faults.add(path, "an amount must be 0 or more, got %s", a)
	}
}

func (c *checker) percent(path string, a amount) {
	if a.Less(record.Money{}) || record.Cents(10000).Less(a.Money) {
		c.faults.add(path, "a percentage must be from 0 to 100, got %s", a)
	}
}
