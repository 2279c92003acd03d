package rest

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"

// RetrieveOrder is GET /orders/{OrderReference}/ (section 4.5).
func RetrieveOrder(c *call) (gate.Answer, error) {
	ref, err := c.reference()
	if err != nil {
		return gate.Answer{}, err
	}
	row := c.orders(separateTotals)
	if err := c.Shop.RetrieveOrder(c.Terms, ref, row.show); err != nil {
		return gate.Answer{}, err
	}
	c.withOrders(row.shown)
	return inJSON(row.body.Bytes()), row.err
}
