package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// customerOrders is GET /orders/customer/ (section 4.2). The customer is read
// before the page, so that a question without one is refused as that.
func customerOrders(c *call) (reply, error) {
	q := c.query()
	var question commerce.CustomerOrders
	question.Reference = q.integer("CustomerReference", catalog.InvalidCustomer)
	if external := q.text("ExternalCustomerReference", catalog.InvalidCustomer); external != "" {
		question.External = &external
	}
	if q.err == nil {
		q.err = question.CheckGiven()
	}
	question.Paging = q.paging()
	if q.err != nil {
		return reply{}, q.err
	}
	return c.orderPage(question.Paging, func(show func([]byte)) (int, error) {
		return c.Account.Shop.CustomerOrders(c.Terms, question, show)
	})
}
