package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// CancelOrder is DELETE /orders/{OrderReference}/ (section 4.6).
func CancelOrder(c *call) (gate.Answer, error) {
	ref, err := c.reference()
	if err != nil {
		return gate.Answer{}, err
	}
	changes, err := c.Shop.CancelOrder(c.Terms, ref)
	return c.yes(changes), err
}

// yes answers that it is done (open question yes-body).
func (c *call) yes(changes []commerce.Change) gate.Answer {
	if c.Settings.Answers.Is(catalog.YesBody, "empty") {
		return gate.Answer{Changes: changes}
	}
	return inJSON([]byte("true"), changes...)
}
