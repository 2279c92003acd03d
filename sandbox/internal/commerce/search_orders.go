package commerce

import (
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// OrderSearch is the query of section 4.1. Nil and "" mean an absent filter.
type OrderSearch struct {
	ApproveStatus catalog.ApproveStatus
	Newer         *time.Time
	Status        catalog.Status
	StartDate     *record.Day // overrides Newer
	EndDate       *record.Day // included, to its last second
	PartnerOrders bool        // whether partner orders are included
	ExternalRefNo string
	TestOrders    catalog.TestOrders // absent: without them (open question search-defaults)
	Paging        Paging
}

// SearchOrders lists the matching orders (section 4.1), newest first and then by
// descending reference (open question search-order). It calls show for each on the
// page; show receives stored bytes, valid only until it returns.
//
// It reads the counts of each day and the dates of orders (Lists.Page), with ExternalRefNo
// the index of references, and of the orders themselves only those on the page.
func (s *Shop) SearchOrders(t Terms, q OrderSearch, show func(order []byte)) (found Listed, err error) {
	if err := q.Validate(t); err != nil {
		return found, err
	}
	from, to := q.window(t.Now)
	to = earlier(to, t.latest())
	page := orderPage{rows: t.window(q.Paging), show: show}
	err = s.store.View(func(tx Tx) error {
		if q.ExternalRefNo == "" {
			numbers, count := tx.Lists().Page(from, to, q.accepts, page.rows.first, page.rows.end)
			for _, number := range numbers {
				page.add(tx, record.OrderFacts{Number: number}.RefNo())
			}
			page.count = count
		} else {
			for order := range tx.Orders().WithReference(q.ExternalRefNo, from, to) {
				if q.accepts(order.OrderClass) && page.next() {
					page.add(tx, order.RefNo())
				}
			}
		}
		found = page.result(t, tx)
		return nil
	})
	return found, err
}

// Validate checks the filters in the order of the catalogue, then the page, then
// the dates together (open questions bad-value, search-paging, page-depth and
// search-window).
func (q OrderSearch) Validate(t Terms) error {
	return firstOf(
		checkFilter("ApproveStatus", q.ApproveStatus, q.ApproveStatus.Values()),
		q.checkNewer(),
		checkFilter("Status", q.Status, catalog.SearchStatuses()),
		checkDay("StartDate", q.StartDate),
		checkDay("EndDate", q.EndDate),
		checkFilter("IncludeTestOrders", q.TestOrders, q.TestOrders.Values()),
		q.Paging.Validate(),
		t.checkDepth(q.Paging),
		q.checkDates(),
	)
}

func (q OrderSearch) checkNewer() error {
	if q.Newer == nil || hasFourDigitYear(*q.Newer) {
		return nil
	}
	return invalid(catalog.InvalidParameter, "Newer", q.Newer.UTC().Format(record.MomentFormat), "Unix seconds, Y-m-d or Y-m-d H:i:s")
}

func (q OrderSearch) checkDates() error {
	if q.StartDate == nil || q.EndDate == nil || !q.EndDate.Before(q.StartDate.Time) {
		return nil
	}
	return Problemf(catalog.InvalidParameter, "StartDate %s must not be after EndDate %s", q.StartDate, q.EndDate).
		Of("StartDate", q.StartDate.String(), fmt.Sprintf("a day up to %s", q.EndDate))
}

// window returns the first and the last second of the search (open question
// search-window).
func (q OrderSearch) window(now time.Time) (from, to time.Time) {
	from = record.At(now).Add(-catalog.DefaultSearchWindow)
	to = record.LastMoment
	replace(&from, q.Newer)
	if q.StartDate != nil {
		from = q.StartDate.Time
	}
	if q.EndDate != nil {
		to = q.EndDate.End()
	}
	return from, to
}

// latest returns the date of the latest possible order in a listing (open question
// future-orders).
func (t Terms) latest() time.Time {
	if t.FutureOrders {
		return record.LastMoment
	}
	return t.Now
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// accepts reports whether the search finds orders of a class.
func (q *OrderSearch) accepts(c record.OrderClass) bool { return q.exclusion(c) == 0 }

// exclusion is the set of filters excluding an order from a search.
type exclusion uint8

// The filters, the likeliest mistake first. Those of the clock, of dates and of the reference
// exclude no class; the explanation of an empty search names them.
const (
	byClock exclusion = 1 << iota
	byWindow
	byTest
	byPartner
	byStatus
	byApproval
	byReference
)

// exclusion returns the filters excluding a class of orders.
func (q *OrderSearch) exclusion(c record.OrderClass) (by exclusion) {
	excludes := func(filter exclusion, excluded bool) {
		if excluded {
			by |= filter
		}
	}
	excludes(byTest, c.Test && (q.TestOrders == catalog.WithoutTestOrders || q.TestOrders == "") || !c.Test && q.TestOrders == catalog.OnlyTestOrders)
	excludes(byPartner, c.Partner && !q.PartnerOrders)
	excludes(byStatus, q.Status != "" && c.Status != q.Status)
	excludes(byApproval, q.ApproveStatus != "" && c.ApproveStatus != q.ApproveStatus)
	return by
}
