package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// searchOrders is GET /orders/ (section 4.1).
func searchOrders(c *call) (reply, error) {
	question, err := orderSearch(c.query())
	if err != nil {
		return reply{}, err
	}
	return c.orderPage(question.Paging, func(show func([]byte)) (int, error) {
		return c.Account.Shop.SearchOrders(c.Terms, question, show)
	})
}

func orderSearch(q *query) (commerce.OrderSearch, error) {
	s := commerce.OrderSearch{TestOrders: commerce.WithoutTestOrders}
	s.ApproveStatus = commerce.ApproveStatus(q.word("ApproveStatus", "WAITING", "OK", "FRAUD", "INVALIDDATA"))
	s.Newer = q.moment("Newer")
	s.Status = commerce.Status(q.word("Status", "COMPLETE", "PENDING", "CANCELED", "REFUND"))
	s.StartDate = q.day("StartDate")
	s.EndDate = q.day("EndDate")
	if partners := q.boolean("PartnerOrders"); partners != nil {
		s.PartnerOrders = *partners
	}
	s.ExternalRefNo = q.text("ExternalRefNo", catalog.InvalidParameter)
	if word := q.word("IncludeTestOrders", "YES", "NO", "ONLY"); word != "" {
		s.TestOrders = commerce.TestOrders(word)
	}
	s.Paging = q.paging()
	return s, q.err
}
