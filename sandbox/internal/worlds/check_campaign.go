package worlds

import (
	"regexp"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
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
	if e.Quantity != nil && (*e.Quantity < least || *e.Quantity > maxQuantity) {
		c.faults.add(path+".quantity", "quantity must be from %d to %d, got %d", least, maxQuantity, *e.Quantity)
	}
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
		c.percent(path+".percent", *e.Percent)
		if !e.Percent.IsWhole() {
			c.faults.add(path+".percent", "the percentage of a campaign must be a whole number, got %s", e.Percent)
		}
	}
	c.amounts(path+".fixed", e.Fixed)
	if _, listed := e.Fixed[e.DefaultCurrency]; e.DefaultCurrency != "" && e.Percent == nil && !listed {
		c.faults.add(path+".default_currency", "default_currency must be %s, got %q", phrase.Or(sortedKeys(e.Fixed)...), e.DefaultCurrency)
	}
}
