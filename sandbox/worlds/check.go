package worlds

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// checker finds what a well-formed file got wrong: names nobody has, names
// taken twice, values that do not go together.
type checker struct {
	entries *entries
	lookup  *lookup
	taken   map[string]string // kind and name, to the path that took it
	faults  faults
}

// check returns the names that the entries may use, or all their faults. The
// existing is nil for a world, which must stand by itself.
func (s source) check(e *entries, a *existing) (*lookup, error) {
	c := &checker{entries: e, taken: map[string]string{}, lookup: newLookup(e, a)}
	c.productsAndPartners()
	for i := range e.Customers {
		c.customer(fmt.Sprintf("$.customers[%d]", i), &e.Customers[i])
	}
	for i := range e.Subscriptions {
		c.subscription(fmt.Sprintf("$.subscriptions[%d]", i), &e.Subscriptions[i])
	}
	for i := range e.Orders {
		c.order(fmt.Sprintf("$.orders[%d]", i), &e.Orders[i])
	}
	for i := range e.Campaigns {
		c.campaign(fmt.Sprintf("$.campaigns[%d]", i), &e.Campaigns[i])
	}
	c.settingsAndGenerate()
	if a != nil && a.err != nil {
		return nil, a.err
	}
	return c.lookup, s.locate(c.faults)
}

// settingsAndGenerate checks what is neither a list nor belongs to one.
func (c *checker) settingsAndGenerate() {
	if s := c.entries.Settings; s != nil {
		isValue(c, "$.settings.upselling_display_type", s.DisplayType)
	}
	g := c.entries.Generate
	if g == nil {
		return
	}
	if c.lookup.existing != nil {
		c.faults.add("$.generate", "generate belongs to a world: a fragment adds only what it lists")
	}
	counts := map[string]int{"orders": g.Orders, "recent": g.Recent, "customers": g.Customers, "campaigns": g.Campaigns}
	for _, name := range sortedKeys(counts) {
		if n := counts[name]; n < 0 || n > MaxOrders {
			c.faults.add("$.generate."+name, "%s is from 0 to %d, got %d", name, MaxOrders, n)
		}
	}
}

// The kinds of names that there may be once only.
const (
	handleName       = "handle"
	orderName        = "order reference"
	customerName     = "customer reference"
	externalName     = "external customer reference"
	subscriptionName = "subscription reference"
	productName      = "product code"
	partnerName      = "partner code"
)

// take notes that a name of a kind is used, which it may be once only.
func (c *checker) take(kind, name, path string) {
	if name == "" {
		return
	}
	key := kind + " " + name
	if first, twice := c.taken[key]; twice {
		c.faults.add(path, "the %s %q is taken already, by %s", kind, name, first)
		return
	}
	if c.lookup.existing.has(kind, name) {
		c.faults.add(path, "the account has the %s %q already", kind, name)
	}
	c.taken[key] = path
}

func (c *checker) required(path, value string) {
	if value == "" {
		c.faults.add(path, "%s is missing", path[strings.LastIndexByte(path, '.')+1:])
	}
}

func (c *checker) customer(path string, e *customerEntry) {
	c.take(handleName, e.Handle, path+".handle")
	c.take(externalName, e.External, path+".external")
	if e.Reference < 0 || e.Reference > maxCustomer {
		c.faults.add(path+".reference", "a customer reference is from 1 to %d, got %d", int64(maxCustomer), e.Reference)
	}
	if e.Reference > 0 {
		c.take(customerName, fmt.Sprint(e.Reference), path+".reference")
	}
	if e.Country != "" && !countryCode.MatchString(e.Country) {
		c.faults.add(path+".country", "a country is two lower-case letters, got %q", e.Country)
	}
}

// maxCustomer leaves room for generated references above a told one.
const maxCustomer = 999_999_999_999

var (
	countryCode    = regexp.MustCompile(`^[a-z]{2}$`)
	currencyCode   = regexp.MustCompile(`^[A-Z]{3}$`)
	orderReference = regexp.MustCompile(`^[1-9][0-9]{6,8}$`)
)

func (c *checker) currency(path, code string) {
	if code != "" && !currencyCode.MatchString(code) {
		c.faults.add(path, "a currency is three upper-case letters, got %q", code)
	}
}

// line checks what orders and subscriptions say of one product.
func (c *checker) line(path string, e *lineEntry, currency string) {
	if e.Quantity != nil && (*e.Quantity < 1 || *e.Quantity > maxQuantity) {
		c.faults.add(path+".quantity", "quantity is from 1 to %d, got %d", maxQuantity, *e.Quantity)
	}
	product, known := c.lookup.product(e.Product)
	if !known {
		c.faults.add(path+".product", "no product has the code or the handle %q%s", e.Product, knownNames(c.lookup.products))
		return
	}
	if _, priced := product.Prices[currency]; currency != "" && !priced {
		c.faults.add(path+".product", "%s has no price in %s; it has prices in %v", product.Code, currency, sortedKeys(product.Prices))
	}
	for i, code := range e.Options {
		if _, known := product.Option(code); !known {
			c.faults.add(fmt.Sprintf("%s.options[%d]", path, i), "%s has no pricing option %q; it has %v", product.Code, code, product.OptionCodes())
		}
	}
}

// knownNames lists the names of the file; a fragment may have none of its own.
func knownNames[V any](names map[string]V) string {
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("; there are %v", sortedKeys(names))
}

// maxQuantity is the most pieces that an order line can have.
const maxQuantity = commerce.MaxQuantity

func (c *checker) terms(path string, t *subscriptionTerms) {
	c.take(handleName, t.Handle, path+".handle")
	c.take(subscriptionName, t.Reference, path+".reference")
}

// externalReference checks a length that the interface limits (section 8).
func (c *checker) externalReference(path, text string) {
	if n := utf8.RuneCountInString(text); n > catalog.MaxExternalReference {
		c.faults.add(path, "an external reference has at most %d characters, got %d", catalog.MaxExternalReference, n)
	}
}
