package transfer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// Kind is a kind of record, in the plural.
type Kind string

// The kinds of records.
const (
	Products      Kind = "products"
	Partners      Kind = "partners"
	Customers     Kind = "customers"
	Orders        Kind = "orders"
	Subscriptions Kind = "subscriptions"
	Campaigns     Kind = "campaigns"
)

// Kinds returns all kinds, owners first.
func Kinds() []Kind { return []Kind{Products, Partners, Customers, Orders, Subscriptions, Campaigns} }

// Quantity returns a number of records with the word for them: 1 order, 2 orders.
func (k Kind) Quantity(n int) string { return quantity(n, k.singular()) }

func (k Kind) singular() string { return strings.TrimSuffix(string(k), "s") }

// one returns a record of the kind with its article: an order.
func (k Kind) one() string {
	if k == Orders {
		return "an " + k.singular()
	}
	return "a " + k.singular()
}

// mark is a name that decides the kind of a record.
type mark struct {
	name string
	kind Kind
}

// marks are names found in records of one kind alone, to recognise a record without
// a given kind. The first of them in a record decides.
var marks = []mark{
	{"RefNo", Orders}, {"OrderDate", Orders}, {"OrderNo", Orders},
	{"PrimaryProduct", Campaigns}, {"RecommendedProduct", Campaigns},
	{"AvangateCustomerReference", Customers}, {"ExternalCustomerReference", Customers},
	{"prices", Products}, {"margin_percent", Partners}, {"expiration_date", Subscriptions}, {"start_date", Subscriptions},
}

// likely returns the kind of a record by its names. It is the expected one, "" for none, unless the
// record has names of another kind alone.
func likely(record verbatim.Value, expected Kind) Kind {
	first := len(marks)
	for name := range record.Children() {
		i := slices.IndexFunc(marks, func(mark mark) bool { return mark.name == string(name.Content()) })
		switch {
		case i < 0:
		case marks[i].kind == expected:
			return expected
		default:
			first = min(first, i)
		}
	}
	if first == len(marks) {
		return expected
	}
	return marks[first].kind
}

// The other names of an export in JSON.
const (
	summaryName   = "summary"
	settingsName  = "settings"
	handlesName   = "handles"
	sequencesName = "sequences"
)

// exportNames returns all names of an export in JSON.
func exportNames() []string {
	names := []string{summaryName, settingsName, handlesName, sequencesName}
	for _, k := range Kinds() {
		names = append(names, string(k))
	}
	return names
}

// quantity returns a number with a noun in the singular or in the plural.
func quantity(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text + " " + noun + "s"
}
