package rest

// RetrieveOrder is GET /orders/{OrderReference}/ (section 4.5).
func RetrieveOrder(c *call) (reply, error) {
	ref, err := c.reference()
	if err != nil {
		return reply{}, err
	}
	row := c.orders(separateTotals)
	if err := c.Shop.RetrieveOrder(c.Terms, ref, row.show); err != nil {
		return reply{}, err
	}
	c.withOrders(row.shown)
	return reply{contentType: jsonType, body: row.body.Bytes()}, row.err
}
