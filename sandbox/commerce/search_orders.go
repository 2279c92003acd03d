package commerce

import (
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// TestOrders says what a search does with test orders.
type TestOrders string

// The values of IncludeTestOrders (section 4.1).
const (
	WithTestOrders    TestOrders = "YES"
	WithoutTestOrders TestOrders = "NO"
	OnlyTestOrders    TestOrders = "ONLY"
)

// OrderSearch is the question of section 4.1. Nil and "" mean not asked.
type OrderSearch struct {
	ApproveStatus ApproveStatus
	Newer         *time.Time
	Status        Status
	StartDate     *Day // overrides Newer
	EndDate       *Day // included, to its last second
	PartnerOrders bool // partner orders too
	ExternalRefNo string
	TestOrders    TestOrders
	Paging        Paging
}

// SearchOrders shows the orders on the asked page of those that match (section
// 4.1), newest first and then by descending reference (open question
// search-order), and returns how many match in all. What show is handed are
// stored bytes, valid only until it returns.
func (s *Shop) SearchOrders(t Terms, q OrderSearch, show func(order []byte)) (count int, err error) {
	if err := t.checkDepth(q.Paging); err != nil {
		return 0, err
	}
	from, to, err := q.window(t.Now)
	if err != nil {
		return 0, err
	}
	page := orderPage{rows: t.window(q.Paging), show: show}
	err = s.store.View(func(tx Tx) error {
		for facts := range tx.Orders().Between(from, to) {
			if q.matches(facts) {
				page.add(tx, facts.RefNo)
			}
		}
		page.recount(t, tx)
		return nil
	})
	return page.count, err
}

// window returns the first and the last second that the search looks at (open
// question search-window).
func (q OrderSearch) window(now time.Time) (from, to time.Time, err error) {
	from = At(now).Add(-catalog.DefaultSearchWindow)
	to = lastMoment
	if q.Newer != nil {
		from = *q.Newer
	}
	if q.StartDate != nil {
		from = q.StartDate.Time
	}
	if q.EndDate != nil {
		to = q.EndDate.End()
	}
	if q.StartDate != nil && q.EndDate != nil && q.EndDate.Before(q.StartDate.Time) {
		return from, to, Problemf(catalog.InvalidParameter, "StartDate %s must not be after EndDate %s", q.StartDate, q.EndDate).
			Of("StartDate", q.StartDate.String(), fmt.Sprintf("a day up to %s", q.EndDate))
	}
	return from, to, nil
}

// lastMoment is the end of time as far as the formats of the interface reach.
var lastMoment = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

func (q OrderSearch) matches(f OrderFacts) bool {
	switch {
	case q.Status != "" && f.Status != q.Status,
		q.ApproveStatus != "" && f.ApproveStatus != q.ApproveStatus,
		f.Partner && !q.PartnerOrders,
		f.Test && q.TestOrders == WithoutTestOrders,
		!f.Test && q.TestOrders == OnlyTestOrders,
		q.ExternalRefNo != "" && f.ExternalReference != q.ExternalRefNo:
		return false
	}
	return true
}
