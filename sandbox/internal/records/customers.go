package records

import (
	"bytes"
	"cmp"
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
	stored []byte // as Rows yields it, nil when it was not read by it
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
		kind: Customer,
		walk: func(ctx context.Context, r *Reader, skip int, matching *query.Query[*aCustomer]) iter.Seq2[*aCustomer, error] {
			accept := matching.Prefilter("text", "external", "name", "company", "email", "country", "language")
			mayMatch := func(stored []byte) bool { return accept == nil || !isEncoded(stored) || accept(stored) }
			return walk(ctx, r, Customer, skip, mayMatch, func(r *Reader, stored []byte) (*aCustomer, error) {
				customer, err := commerce.ReadCustomer(stored)
				return &aCustomer{r, customer, stored}, err
			})
		},
		find:   []finder{{"reference", same}},
		before: func(a, b *aCustomer) int { return cmp.Compare(a.Reference, b.Reference) },
		read:   readCustomer,
		id:     (*aCustomer).reference,
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
	}.listed()
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
		textOf(func(c *aCustomer) (any, []byte) { return &c.Customer, c.stored }),
	}
}

func readCustomer(r *Reader, id string) (*aCustomer, bool, error) {
	reference, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, false, nil
	}
	customer, known, err := r.Tx.Customers().Get(reference)
	return &aCustomer{r, customer, nil}, known, err
}

// isEncoded reports whether a stored record is what Encode returns, and not a text from
// outside.
func isEncoded(stored []byte) bool { return bytes.HasPrefix(stored, []byte("{")) }

// textOf is the field text of records that are searched as JSON: as they are stored,
// unless that is another text.
func textOf[S any](record func(S) (decoded any, stored []byte)) query.Field[S] {
	return query.Text("text", "any text of the record", func(s S, contains func([]byte) bool) bool {
		decoded, stored := record(s)
		if isEncoded(stored) {
			return contains(stored)
		}
		text, err := commerce.Encode(decoded)
		return err == nil && contains(text)
	})
}
