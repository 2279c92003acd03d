package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// CustomerOrders is GET /orders/customer/ (section 4.2). The customer comes
// before the page in the order of checks.
func CustomerOrders(c *call) (gate.Answer, error) {
	q := c.query()
	request := commerce.CustomerOrders{
		Reference: q.integer("CustomerReference", catalog.InvalidCustomer, catalog.MaxReference),
		External:  q.text("ExternalCustomerReference", catalog.InvalidCustomer),
	}
	if q.err != nil {
		return gate.Answer{}, q.err
	}
	request.Paging = q.paging()
	if q.err != nil {
		return gate.Answer{}, c.firstProblem(q.err, request.Validate())
	}
	r, err := c.orderPage(request.Paging, func(show func([]byte)) (commerce.Listed, error) {
		return c.Shop.CustomerOrders(c.Terms, request, show)
	})
	if err == nil && c.isEmpty(request.Paging) {
		note := "the customer has no subscription, and the list has the orders of subscriptions"
		if c.Circumstances&catalog.LaterOrders != 0 {
			note = "the customer has no subscription, or only with orders after the account's clock; the list has the orders of subscriptions"
		}
		c.Recorder.Note(note)
	}
	return r, err
}
