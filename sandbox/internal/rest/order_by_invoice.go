package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// OrderByInvoice is GET /orders/0/invoice/ (section 4.4).
func OrderByInvoice(c *call) (reply, error) {
	q := c.query()
	invoice := q.text("InvoiceId", catalog.InvalidInvoiceID)
	if q.err != nil {
		return reply{}, q.err
	}
	ref, err := c.Shop.OrderByInvoice(c.Terms, invoice)
	if err != nil {
		return reply{}, err
	}
	return c.lookup(ref)
}

// lookup answers an order reference (open question lookup-body).
func (c *call) lookup(ref string) (reply, error) {
	if c.Settings.Answers.Is(catalog.LookupBody, "text") {
		return reply{contentType: textType, body: []byte(ref)}, nil
	}
	body, err := record.Encode(ref)
	return reply{contentType: jsonType, body: body}, err
}
