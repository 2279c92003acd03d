package records

import (
	"context"
	"iter"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// aCustomer is a customer as a list reads it.
type aCustomer struct {
	reader *Reader
	commerce.Customer
}

func (c *aCustomer) reference() string { return strconv.FormatInt(c.Reference, 10) }

func (c *aCustomer) external() string { return orEmpty(c.ExternalReference) }

func (c *aCustomer) name() string { return strings.TrimSpace(c.FirstName + " " + c.LastName) }

func (c *aCustomer) company() string { return orEmpty(c.Company) }

// orEmpty returns a text, "" for nil.
func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func (c *aCustomer) line() any {
	return client.CustomerLine{
		Reference: c.Reference, External: c.external(), Name: c.name(), Company: c.company(), Email: c.Email,
		Country: c.CountryCode, Language: c.Language, Enabled: c.Enabled, Handles: c.reader.names(Customer, c.reference()),
	}.Short()
}

// Customers are the customers of an account, by their references.
func Customers() Kind {
	return source[*aCustomer]{
		walk: func(ctx context.Context, r *Reader) iter.Seq2[*aCustomer, error] {
			return walk(ctx, r, customerReferences, readCustomer)
		},
		read:   readCustomer,
		id:     (*aCustomer).reference,
		count:  func(c commerce.Counts) int { return c.Customers },
		fields: customerFields(),
		line:   (*aCustomer).line,
		sorts: map[string]func(*aCustomer) key{
			"reference": func(c *aCustomer) key { return key{number: float64(c.Reference)} },
			"external":  func(c *aCustomer) key { return key{text: c.external()} },
			"name":      func(c *aCustomer) key { return key{text: strings.ToLower(c.name())} },
			"company":   func(c *aCustomer) key { return key{text: strings.ToLower(c.company())} },
			"email":     func(c *aCustomer) key { return key{text: strings.ToLower(c.Email)} },
			"country":   func(c *aCustomer) key { return key{text: c.CountryCode} },
			"language":  func(c *aCustomer) key { return key{text: c.Language} },
		},
	}.kind()
}

func customerFields() query.Fields[*aCustomer] {
	return query.Fields[*aCustomer]{
		query.Word("reference", "reference of the customer", (*aCustomer).reference).Names(Customer),
		query.Word("external", "reference of the merchant", (*aCustomer).external).Example("external:CRM-*"),
		query.Word("name", "first and last name", (*aCustomer).name).Example("name:*Reynolds"),
		query.Word("company", "company", (*aCustomer).company),
		query.Word("email", "e-mail address", func(c *aCustomer) string { return c.Email }),
		query.Word("country", "two letters", func(c *aCustomer) string { return c.CountryCode }).Example("country:fr,de"),
		query.Word("language", "language code", func(c *aCustomer) string { return c.Language }),
		query.Flag("enabled", "whether the customer is enabled", func(c *aCustomer) bool { return c.Enabled }),
		query.Flag("trial", "whether the customer has a trial", func(c *aCustomer) bool { return c.Trial }),
		query.Words("handle", "names that the world gives the customer", func(c *aCustomer) []string { return c.reader.names(Customer, c.reference()) }),
		textOf(func(c *aCustomer) any { return &c.Customer }),
	}
}

func customerReferences(tx commerce.Tx) iter.Seq[string] {
	return func(yield func(string) bool) {
		for reference := range tx.Customers().References() {
			if !yield(strconv.FormatInt(reference, 10)) {
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
	return &aCustomer{r, customer}, known, err
}

// textOf is the field text of records that are searched as JSON.
func textOf[S any](record func(S) any) query.Field[S] {
	return query.Text("text", "any text of the record", func(s S, contains func([]byte) bool) bool {
		text, err := commerce.Encode(record(s))
		return err == nil && contains(text)
	})
}
