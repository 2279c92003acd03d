package commerce

import "time"

// orderPage shows the rows of a listing that are on the asked page, and counts
// them all.
type orderPage struct {
	rows  window
	show  func(order []byte)
	count int
}

// add takes the next row of the listing. The reference is asked for only when
// the row is on the page.
func (p *orderPage) add(tx Tx, ref func() string) {
	if p.rows.holds(p.count) {
		if body, ok := tx.Orders().Body(ref()); ok {
			p.show(body)
		}
	}
	p.count++
}

// recount counts all orders of the account where its answer to page-count
// says that filters are ignored.
func (p *orderPage) recount(t Terms, tx Tx) {
	if !t.CountAll {
		return
	}
	p.count = 0
	for range tx.Orders().Between(time.Time{}, lastMoment) {
		p.count++
	}
}
