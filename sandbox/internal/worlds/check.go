package worlds

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// checker finds the mistakes in a well-formed file: unknown names, names used
// twice, contradictory values.
type checker struct {
	entries *entries
	lookup  *lookup
	records given // the identifiers of exact records
	faults  faults
}

// check returns the names open to the entries, or all mistakes. a is nil for a
// world, because a world cannot refer to an account.
func (s *source) check(e *entries, a *existing, found faults) (*lookup, error) {
	c := &checker{entries: e, lookup: newLookup(e, a), faults: found}
	c.takeRecords()
	c.records, c.lookup.given = c.lookup.given, given{}
	checkEach(e.Products, "$.products", c.product)
	checkEach(e.Partners, "$.partners", c.partner)
	checkEach(e.Customers, "$.customers", c.customer)
	checkEach(e.Subscriptions, "$.subscriptions", c.subscription)
	checkEach(e.Orders, "$.orders", c.order)
	checkEach(e.Campaigns, "$.campaigns", c.campaign)
	if s := e.Settings; s != nil {
		isValue(c, "$.settings.upselling_display_type", s.DisplayType)
	}
	c.generation()
	c.sums()
	if a != nil && a.err != nil {
		return nil, a.err
	}
	return c.lookup, s.locate(c.faults)
}

// checkEach checks the entries of the list at a path.
func checkEach[T any](list []T, path string, check func(path string, e *T)) {
	for i := range list {
		check(fmt.Sprintf("%s[%d]", path, i), &list[i])
	}
}

// The common limits of all orders of a world.
const (
	maxLinesTogether = 5 * MaxOrders
	maxTextTogether  = 1 << 30
)

// sums checks the orders together, because each alone is within its limits.
func (c *checker) sums() {
	listed, lines := c.entries.countOrders()
	if listed > MaxOrders {
		c.faults.add("$.orders", "a world may have at most %d orders, those of repeat.times and of subscriptions included, got %d", MaxOrders, listed)
	} else if lines > maxLinesTogether {
		c.faults.add("$.orders", "the orders of a world may have at most %d lines together, those of repeat.times included, got %d", maxLinesTogether, lines)
	}
	text := 0
	for i := range c.entries.Orders {
		if o := &c.entries.Orders[i]; o.Repeat != nil {
			text += textSize(reflect.ValueOf(o)) * o.times()
		}
	}
	if text > maxTextTogether {
		c.faults.add("$.orders", "the orders of repeat may have at most %d MB of texts and forms together, got %d MB", maxTextTogether>>20, text>>20)
	}
}

// textSize returns the bytes of the texts within a value, plus a constant for each
// entry of a list.
func textSize(v reflect.Value) (size int) {
	const each = 64
	switch v.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Pointer:
		if !v.IsNil() {
			size = textSize(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			size += each + textSize(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			size += textSize(v.Field(i))
		}
	}
	return size
}

// generation checks how many records to generate.
func (c *checker) generation() {
	g := c.entries.Generate
	if g == nil {
		return
	}
	if c.lookup.existing != nil {
		c.faults.add("$.generate", "a fragment cannot generate records; it adds only what it lists")
	}
	if g.Orders > 0 && c.entries.Products != nil && len(c.entries.Products) == 0 {
		c.faults.add("$.generate.orders", "without products there can be no orders")
	}
	c.within("$.generate.orders", g.Orders, 0, MaxOrders)
	c.within("$.generate.recent", g.Recent, 0, MaxOrders)
	c.within("$.generate.customers", g.Customers, 0, MaxOrders)
	c.within("$.generate.campaigns", g.Campaigns, 0, MaxOrders)
}

// The kinds of names that must be unique.
const (
	handleName       = "handle"
	orderName        = "order reference"
	customerName     = "customer reference"
	externalName     = "external customer reference"
	subscriptionName = "subscription reference"
	productName      = "product code"
	partnerName      = "partner code"
	campaignName     = "campaign code"
	saleName         = "sale"
	invoiceName      = "invoice"
	numberName       = "order number"
)

// recordsNamed are the kinds of records by the names that find them.
var recordsNamed = map[string]string{
	orderName: record.OrderKind, customerName: record.CustomerKind, subscriptionName: record.SubscriptionKind,
	productName: record.ProductKind, partnerName: record.PartnerKind, campaignName: record.CampaignKind,
}

// take marks a name of a kind as used. A second use is a mistake.
func (c *checker) take(kind, name, path string) {
	if name == "" {
		return
	}
	key := identifier{kind, name}
	first, twice := c.lookup.given[key]
	if !twice {
		first, twice = c.records[key]
	}
	if twice {
		c.faults.add(path, "the %s %q is used twice, first by %s", kind, name, first)
		return
	}
	if c.lookup.existing.has(kind, name) {
		c.faults.add(path, "the account already has the %s %q", kind, name)
	}
	c.lookup.given[key] = path
	if kind == handleName {
		c.lookup.handles = append(c.lookup.handles, name)
	}
}

func (c *checker) require(path, value string) {
	if value == "" {
		c.faults.add(path, "%s is required", lastKey(path))
	}
}

func (c *checker) customer(path string, e *customerEntry) {
	c.take(handleName, e.Handle, path+".handle")
	c.take(externalName, string(e.External), path+".external")
	if e.Reference < 0 || e.Reference > maxCustomer {
		c.faults.add(path+".reference", "reference must be from 1 to %d, got %d", int64(maxCustomer), e.Reference)
	}
	if e.Reference > 0 {
		c.take(customerName, fmt.Sprint(e.Reference), path+".reference")
	}
	c.country(path, e.Person.Country)
	checkSet(c, path, e.Set, customerFollows)
}

func (c *checker) country(path, given string) {
	if given != "" && !twoLetters.MatchString(given) {
		c.faults.add(path+".country", "a country must have two lower-case letters, got %q", given)
	}
}

// maxCustomer leaves room for generated references above a given one.
const maxCustomer = 999_999_999_999

var (
	twoLetters     = regexp.MustCompile(`^[a-z]{2}$`)
	currencyCode   = regexp.MustCompile(`^[A-Z]{3}$`)
	orderReference = regexp.MustCompile(`^[1-9][0-9]{6,8}$`)
)

func (c *checker) currency(path, code string) {
	if code != "" && !currencyCode.MatchString(code) {
		c.faults.add(path, "a currency must have three upper-case letters, got %q", code)
	}
}

// line checks an order's or subscription's entry about one product.
func (c *checker) line(path string, e *lineEntry, currency string) {
	c.quantity(path, e.Quantity, 1)
	c.price(path+".price", e.Price)
	c.percent(path+".vat", e.VAT)
	if len(e.Options) > maxOptions {
		c.faults.add(path+".options", "a line must have at most %d options, got %d", maxOptions, len(e.Options))
	}
	if c.require(path+".product", e.Product); e.Product == "" {
		return
	}
	product, known := c.lookup.product(e.Product)
	if !known {
		c.faults.add(path+".product", "unknown product %q%s", e.Product, knownKeys(c.lookup.products))
		return
	}
	if _, priced := product.Prices[currency]; currency != "" && !priced && e.Price == nil {
		c.faults.add(path+".product", "%s has no price in %s; known: %s", product.Code, currency, phrase.List(sortedKeys(product.Prices)...))
	}
	for i, code := range e.Options {
		if _, known := product.Option(code); !known {
			c.faults.add(fmt.Sprintf("%s.options[%d]", path, i), "unknown pricing option %q of %s%s", code, product.Code, knownNames(product.OptionCodes))
		}
	}
}

// knownNames is the end of a message that lists names, "" when there are none. It
// makes the list only for a shown message.
type knownNames func() []string

// maxKnown is how many names a message lists.
const maxKnown = 30

// String returns the first names.
func (k knownNames) String() string {
	names := k()
	if len(names) == 0 {
		return ""
	}
	if more := len(names) - maxKnown; more > 0 {
		names = append(names[:maxKnown:maxKnown], fmt.Sprintf("and %d more", more))
	}
	return "; known: " + phrase.List(names...)
}

func knownKeys[V any](m map[string]V) knownNames {
	return func() []string { return sortedKeys(m) }
}

// maxQuantity limits the pieces of an order line.
const maxQuantity = commerce.MaxQuantity

// maxOptions limits the options of a line. Together with commerce.MaxPrice and maxPercent it
// keeps the totals of an order within record.MoneyDigits.
const maxOptions = 20

// quantity checks a quantity, nil for none.
func (c *checker) quantity(path string, given *int, least int) {
	if given != nil {
		c.within(path+".quantity", *given, least, maxQuantity)
	}
}

// within checks a whole number.
func (c *checker) within(path string, given, least, most int) {
	if given < least || given > most {
		c.faults.add(path, "%s must be from %d to %d, got %d", lastKey(path), least, most, given)
	}
}

// lastKey returns the last field of a path.
func lastKey(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

func (c *checker) terms(path string, t *subscriptionTerms) {
	c.take(handleName, t.Handle, path+".handle")
	c.take(subscriptionName, string(t.Reference), path+".reference")
	checkSet(c, path, t.Set, subscriptionFollows)
	if t.Lifetime && t.Expires != nil {
		c.faults.add(path+".expires", "leave expires out: a lifetime subscription never expires")
	}
	if t.Start != nil && t.Expires != nil && t.Expires.before(*t.Start) {
		c.faults.add(path+".expires", "the subscription expires before it starts")
	}
}
