package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// uploadBody is the body of section 4.7.
type uploadBody struct {
	FileName   string `json:"FileName"`
	ClientTime string `json:"ClientTime"`
	File       string `json:"File"`
}

// UploadOrderForm is POST /orders/{OrderReference}/upload (section 4.7).
func UploadOrderForm(c *call) (gate.Answer, error) {
	ref, err := c.reference()
	if err != nil {
		return gate.Answer{}, err
	}
	var body uploadBody
	if err := c.decode(&body, catalog.InvalidRequestBody); err != nil {
		return gate.Answer{}, err
	}
	changes, err := c.Shop.UploadOrderForm(c.Terms, ref, commerce.OrderForm(body))
	return c.yes(changes), err
}
