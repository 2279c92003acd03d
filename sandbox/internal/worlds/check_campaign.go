package worlds

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func (c *checker) campaign(path string, e *campaignEntry) {
	c.take(handleName, e.Handle, path+".handle")
	c.take(campaignName, e.Code, path+".code")
	if e.Code != "" && !campaignCodePattern.MatchString(e.Code) {
		c.faults.add(path+".code", "code must be a UUID in lower case, such as 0190a5c4-1b2d-7e3f-8a4b-5c6d7e8f9a0b, got %q", e.Code)
	}
	c.require(path+".name", e.Name)
	if n := utf8.RuneCountInString(e.Name); n > catalog.MaxCampaignName {
		c.faults.add(path+".name", "name must have at most %d characters, got %d", catalog.MaxCampaignName, n)
	}
	c.offer(path+".primary", &e.Primary, 0)
	c.offer(path+".recommended", &e.Recommended, 1)
	c.discount(path, e)
	if e.Start != nil && e.End != nil && e.End.before(*e.Start) {
		c.faults.add(path+".end", "the campaign ends before it starts")
	}
}

var campaignCodePattern = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// before compares two dates of one form. An offset and a moment cannot be
// compared without an account's clock.
func (d date) before(other date) bool {
	if d.moment.IsZero() != other.moment.IsZero() {
		return false
	}
	return d.offset < other.offset || d.moment.Before(other.moment)
}

// offer checks a product of a campaign, except its code. Any code is valid (open
// question campaign-products).
func (c *checker) offer(path string, e *offerEntry, least int) {
	c.require(path+".product", e.Product)
	c.quantity(path, e.Quantity, least)
}

// discount checks the two types of a discount (open question discount-types).
func (c *checker) discount(path string, e *campaignEntry) {
	switch {
	case e.Percent == nil && len(e.Fixed) == 0:
		c.faults.add(path, "a campaign needs a discount: percent or fixed")
	case e.Percent != nil && len(e.Fixed) > 0:
		c.faults.add(path+".fixed", "a campaign has one discount: percent or fixed, not both")
	case e.Percent != nil && e.DefaultCurrency != "":
		c.faults.add(path+".default_currency", "default_currency belongs to fixed; a percentage has no currency")
	case e.Percent != nil:
		c.percent(path+".percent", e.Percent)
		if !e.Percent.IsWhole() {
			c.faults.add(path+".percent", "the percentage of a campaign must be a whole number, got %s", e.Percent)
		}
	}
	c.amounts(path+".fixed", e.Fixed)
	if _, listed := e.Fixed[e.DefaultCurrency]; e.DefaultCurrency != "" && e.Percent == nil && !listed {
		c.faults.add(path+".default_currency", "default_currency must be %s, got %q", phrase.Or(sortedKeys(e.Fixed)...), e.DefaultCurrency)
	}
}

func (c *checker) product(path string, e *productEntry) {
	c.require(path+".code", e.Code)
	c.require(path+".name", e.Name)
	c.take(handleName, e.Handle, path+".handle")
	c.take(productName, e.Code, path+".code")
	if len(e.Prices) == 0 {
		c.faults.add(path+".prices", "%s needs a price in at least one currency", cmp.Or(e.Code, "a product"))
	}
	c.amounts(path+".prices", e.Prices)
	c.within(path+".months", e.Months, 0, commerce.MaxMonths)
	for i, o := range e.Options {
		at := fmt.Sprintf("%s.options[%d]", path, i)
		c.require(at+".group", o.Group)
		c.require(at+".code", o.Code)
		c.notNegative(at+".percent", &o.Percent)
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
	for i, name := range e.Upgrades {
		if _, known := c.lookup.product(name); !known {
			c.faults.add(fmt.Sprintf("%s.upgrades[%d]", path, i), "unknown product %q%s", name, knownKeys(c.lookup.products))
		}
	}
}

func (c *checker) partner(path string, e *partnerEntry) {
	c.require(path+".code", e.Code)
	c.require(path+".currency", e.Currency)
	c.take(handleName, e.Handle, path+".handle")
	c.take(partnerName, e.Code, path+".code")
	c.currency(path+".currency", e.Currency)
	c.percent(path+".margin", &e.Margin)
}

// amounts checks money by currency.
func (c *checker) amounts(path string, by map[string]amount) {
	for _, currency := range sortedKeys(by) {
		c.currency(path+"."+currency, currency)
		price := by[currency]
		c.price(path+"."+currency, &price)
	}
}

// maxPercent limits the percentage of an option.
const maxPercent = 1000

// price checks the price of one piece, nil for none.
func (c *checker) price(path string, a *amount) {
	if c.notNegative(path, a); a != nil && record.Cents(commerce.MaxPrice*100).Less(a.Money) {
		c.faults.add(path, "a price must be from 0 to %d, got %s", commerce.MaxPrice, a)
	}
}

func (c *checker) notNegative(path string, a *amount) {
	if a != nil && a.Less(record.Money{}) {
		c.faults.add(path, "an amount must be 0 or more, got %s", a)
	}
}

func (c *checker) percent(path string, a *amount) {
	if a != nil && (a.Less(record.Money{}) || record.Cents(10000).Less(a.Money)) {
		c.faults.add(path, "a percentage must be from 0 to 100, got %s", a)
	}
}
