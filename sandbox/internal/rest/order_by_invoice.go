package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// OrderByInvoice is GET /orders/0/invoice/ (section 4.4).
func OrderByInvoice(c *call) (gate.Answer, error) {
	q := c.query()
	invoice := q.text("InvoiceId", catalog.InvalidInvoiceID)
	if q.err != nil {
		return gate.Answer{}, q.err
	}
	return c.lookup(c.Shop.OrderByInvoice(c.Terms, invoice))
}

// lookup answers an order reference (open question lookup-body).
func (c *call) lookup(ref string, err error) (gate.Answer, error) {
	switch {
	case err != nil:
		return gate.Answer{}, err
	case c.Settings.Answers.Is(catalog.LookupBody, "text"):
		return gate.Answer{ContentType: textType, Body: []byte(ref)}, nil
	}
	return encode(ref)
}
