package rest

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

// OrderBySale is GET /orders/0/sale/ (section 4.3).
func OrderBySale(c *call) (reply, error) {
	q := c.query()
	sale := q.integer("SaleId", catalog.InvalidSaleID, catalog.MaxReference)
	if q.err != nil {
		return reply{}, q.err
	}
	ref, err := c.Shop.OrderBySale(c.Terms, sale)
	if err != nil {
		return reply{}, err
	}
	return c.lookup(ref)
}
