package rest

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

// CancelOrder is DELETE /orders/{OrderReference}/ (section 4.6).
func CancelOrder(c *call) (reply, error) {
	ref, err := c.reference()
	if err != nil {
		return reply{}, err
	}
	changes, err := c.Shop.CancelOrder(c.Terms, ref)
	if err != nil {
		return reply{}, err
	}
	r := c.yes()
	r.changes = changes
	return r, nil
}

// yes answers that it is done (open question yes-body).
func (c *call) yes() reply {
	if c.Settings.Answers.Is(catalog.YesBody, "empty") {
		return reply{}
	}
	return reply{contentType: jsonType, body: []byte("true")}
}
