package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// SearchOrders is GET /orders/ (section 4.1).
func SearchOrders(c *call) (reply, error) {
	search, err := orderSearch(c.query())
	if err != nil {
		return reply{}, c.firstProblem(err, search.Validate(c.Terms))
	}
	r, err := c.orderPage(search.Paging, func(show func([]byte)) (commerce.Listed, error) {
		return c.Shop.SearchOrders(c.Terms, search, show)
	})
	if err == nil && c.isEmpty(search.Paging) {
		err = c.note(c.Shop.WhyEmpty(c.Terms, search))
	}
	return r, err
}

func orderSearch(q *query) (commerce.OrderSearch, error) {
	s := commerce.OrderSearch{
		ApproveStatus: catalog.ApproveStatus(q.filter("ApproveStatus")),
		Newer:         q.moment("Newer"),
		Status:        catalog.Status(q.filter("Status")),
		StartDate:     q.day("StartDate"),
		EndDate:       q.day("EndDate"),
	}
	if partners := q.boolean("PartnerOrders"); partners != nil {
		s.PartnerOrders = *partners
	}
	s.ExternalRefNo = q.filter("ExternalRefNo")
	s.TestOrders = catalog.TestOrders(q.filter("IncludeTestOrders"))
	s.Paging = q.paging()
	return s, q.err
}
