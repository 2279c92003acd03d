package commerce

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Listed describes the whole listing behind a page of orders.
type Listed struct {
	Count int  // of all matching orders
	Later bool // whether the account has orders later than its clock, as after a move back
}

// orderPage shows the rows of a listing on a page, and counts all rows.
type orderPage struct {
	rows  window
	show  func(order []byte)
	count int
}

// next counts the next row of the listing, and reports whether it is on the page.
func (p *orderPage) next() bool {
	p.count++
	return p.rows.contains(p.count - 1)
}

// add shows a row of the page.
func (p *orderPage) add(tx Tx, ref string) {
	if body, ok := tx.Orders().Body(ref); ok {
		p.show(body)
	}
}

// result returns the result of the listing. It counts all listable orders of the
// account if its answer to page-count is all.
func (p *orderPage) result(t Terms, tx Tx) Listed {
	if t.CountAll {
		p.count = countOrders(tx, time.Time{}, t.latest(), func(record.OrderClass) bool { return true })
	}
	return Listed{p.count, tx.Orders().HasLater(t.Now)}
}

// countOrders counts the orders of some classes between two moments.
func countOrders(tx Tx, from, to time.Time, accepts func(record.OrderClass) bool) (n int) {
	for class, count := range tx.Lists().Tally(from, to) {
		if accepts(class) {
			n += count
		}
	}
	return n
}
