package listing

import (
	"cmp"
	"iter"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// aCustomer is a customer as a list reads it.
type aCustomer struct {
	reader *Reader
	record.CustomerBrief
}

func (c *aCustomer) reference() string { return strconv.FormatInt(c.Reference, 10) }

func (c *aCustomer) line() any {
	return client.CustomerLine{
		Reference: c.Reference, External: c.External, Name: c.Name, Company: c.Company, Email: c.Email,
		Country: c.Country, Language: c.Language, Enabled: c.Enabled, Handles: c.reader.names(Customer, c.reference()),
	}.Short()
}

// Customers are the customers of an account, by their references.
func Customers() Kind {
	return source[*aCustomer]{
		kind:   Customer,
		walk:   walkingKeys(func(c *aCustomer) int64 { return c.Reference }, customersBehind),
		find:   []finder{{"reference", same}},
		before: func(a, b *aCustomer) int { return cmp.Compare(a.Reference, b.Reference) },
		read:   readCustomer,
		id:     (*aCustomer).reference,
		fields: customerFields(),
		line:   (*aCustomer).line,
		sorts: map[string]func(*aCustomer) key{
			"reference": func(c *aCustomer) key { return key{number: float64(c.Reference)} },
			"external":  func(c *aCustomer) key { return key{text: c.External} },
			"name":      func(c *aCustomer) key { return key{text: strings.ToLower(c.Name)} },
			"company":   func(c *aCustomer) key { return key{text: strings.ToLower(c.Company)} },
			"email":     func(c *aCustomer) key { return key{text: strings.ToLower(c.Email)} },
			"country":   func(c *aCustomer) key { return key{text: c.Country} },
			"language":  func(c *aCustomer) key { return key{text: c.Language} },
		},
	}.asKind()
}

func customerFields() query.Fields[*aCustomer] {
	return query.Fields[*aCustomer]{
		query.Word("reference", "reference of the customer", (*aCustomer).reference).Names(Customer),
		query.Word("external", "reference of the merchant", func(c *aCustomer) string { return c.External }).Example("external:CRM-*"),
		query.Word("name", "first and last name", func(c *aCustomer) string { return c.Name }).Example("name:*Reynolds"),
		query.Word("company", "company", func(c *aCustomer) string { return c.Company }),
		query.Word("email", "e-mail address", func(c *aCustomer) string { return c.Email }),
		query.Word("country", "two letters", func(c *aCustomer) string { return c.Country }).Example("country:fr,de"),
		query.Word("language", "language code", func(c *aCustomer) string { return c.Language }),
		query.Flag("enabled", "whether the customer is enabled", func(c *aCustomer) bool { return c.Enabled }),
		query.Flag("trial", "whether the customer has a trial", func(c *aCustomer) bool { return c.Trial }),
		query.Words("handle", "names that the world gives the customer", func(c *aCustomer) []string { return c.reader.names(Customer, c.reference()) }),
		query.Text("text", "any text of the record", (*aCustomer).search),
	}
}

// customersBehind yields the customers behind a reference, all of them for nil.
func customersBehind(r *Reader, after *int64) iter.Seq[*aCustomer] {
	return func(yield func(*aCustomer) bool) {
		for brief := range r.Tx.Lists().Customers(after) {
			if !yield(&aCustomer{r, brief}) {
				return
			}
		}
	}
}

func readCustomer(r *Reader, id string) (*aCustomer, bool, error) {
	reference, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, false, nil
	}
	customer, known, err := r.Tx.Customers().Get(reference)
	return &aCustomer{r, customer.Brief()}, known, err
}
