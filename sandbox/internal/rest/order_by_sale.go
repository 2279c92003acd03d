package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// OrderBySale is GET /orders/0/sale/ (section 4.3).
func OrderBySale(c *call) (gate.Answer, error) {
	q := c.query()
	sale := q.integer("SaleId", catalog.InvalidSaleID, catalog.MaxReference)
	if q.err != nil {
		return gate.Answer{}, q.err
	}
	return c.lookup(c.Shop.OrderBySale(c.Terms, sale))
}
