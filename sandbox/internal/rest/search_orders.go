package rest

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// SearchOrders is GET /orders/ (section 4.1).
func SearchOrders(c *call) (gate.Answer, error) {
	search, err := orderSearch(c.query())
	if err != nil {
		return gate.Answer{}, c.firstProblem(err, search.Validate(c.Terms))
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
	newer, overridden := q, &query{values: q.values}
	if len(q.values["Newer"]) == 1 && overridden.day("StartDate") != nil {
		newer = overridden // of which no problem counts
	}
	s := commerce.OrderSearch{
		ApproveStatus: catalog.ApproveStatus(q.filter("ApproveStatus")),
		Newer:         newer.moment("Newer"),
		Status:        catalog.Status(q.filter("Status")),
		StartDate:     q.day("StartDate"),
		EndDate:       q.day("EndDate"),
	}
	if overridden.err != nil && newer == overridden {
		q.note(fmt.Sprintf("ignored Newer %q, which cannot be read, because StartDate overrides it", phrase.Shorten(q.values.Get("Newer"), phrase.MaxName)))
	}
	if partners := q.boolean("PartnerOrders"); partners != nil {
		s.PartnerOrders = *partners
	}
	s.ExternalRefNo = q.filter("ExternalRefNo")
	s.TestOrders = catalog.TestOrders(q.filter("IncludeTestOrders"))
	s.Paging = q.paging()
	return s, q.err
}
