package commerce

import "time"

// orderPage shows the rows of a listing that are on a page, and counts all rows.
type orderPage struct {
	rows  window
	show  func(order []byte)
	count int
}

// add counts the next row of the listing and shows it when it is on the page. It
// calls ref only then.
func (p *orderPage) add(tx Tx, ref func() string) {
	if p.rows.contains(p.count) {
		if body, ok := tx.Orders().Body(ref()); ok {
			p.show(body)
		}
	}
	p.count++
}

// recount counts all orders of the account that listings have, when its answer to
// page-count is all.
func (p *orderPage) recount(t Terms, tx Tx) {
	if !t.CountAll {
		return
	}
	p.count = 0
	for range tx.Orders().Between(time.Time{}, t.latest()) {
		p.count++
	}
}
