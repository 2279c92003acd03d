package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// uploadBody is the body of section 4.7.
type uploadBody struct {
	FileName   string `json:"FileName"`
	ClientTime string `json:"ClientTime"`
	File       string `json:"File"`
}

// UploadOrderForm is POST /orders/{OrderReference}/upload (section 4.7).
func UploadOrderForm(c *call) (reply, error) {
	ref, err := c.reference()
	if err != nil {
		return reply{}, err
	}
	var body uploadBody
	if err := c.decode(&body, catalog.InvalidRequestBody); err != nil {
		return reply{}, err
	}
	changes, err := c.Shop.UploadOrderForm(c.Terms, ref, commerce.OrderForm(body))
	if err != nil {
		return reply{}, err
	}
	r := c.yes()
	r.changes = changes
	return r, nil
}
