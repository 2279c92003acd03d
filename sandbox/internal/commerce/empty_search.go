package commerce

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// maxExamined is how many orders, newest first, the explanation of an empty search
// examines. It is bounded because clients search again and again for orders that
// are not there yet.
const maxExamined = 100_000

// WhyEmpty returns why a search found no order, "" when its own dates are the
// only reason.
func (s *Shop) WhyEmpty(t Terms, q OrderSearch) (string, error) {
	return s.whyEmpty(t, q, maxExamined)
}

// whyEmpty is WhyEmpty that examines at most so many orders.
func (s *Shop) whyEmpty(t Terms, q OrderSearch, most int) (string, error) {
	from, to := q.window(t.Now)
	switch {
	case from.After(t.Now):
		return fmt.Sprintf("%s is after the present, %s", q.begins(from), At(t.Now).Format(MomentFormat)), nil
	case to.Before(from):
		return fmt.Sprintf("EndDate %s is before %s", q.EndDate, q.begins(from)), nil
	}
	first, last := time.Time{}, lastMoment
	if !q.isDefaultWindow() && !q.hasFilter() {
		first, last = from, to // a client that asks for what is new expects no older orders
	}
	var reasons exclusions
	left := most
	err := s.store.View(func(tx Tx) error {
		reasons = q.exclusions(tx, span{first, last}, span{from, to}, t.latest(), &left)
		return nil
	})
	switch {
	case err != nil:
		return "", err
	case len(reasons) > 0:
		among := ""
		if left == 0 {
			among = fmt.Sprintf("of the %d latest orders", most)
		}
		return q.explain(reasons, among, t.Now), nil
	case first.IsZero():
		return "the account has no orders", nil
	}
	return "", nil
}

// begins names the parameter that begins the window, with its value.
func (q OrderSearch) begins(from time.Time) string {
	switch {
	case q.StartDate != nil:
		return "StartDate " + q.StartDate.String()
	case q.Newer != nil:
		return "Newer " + from.UTC().Format(MomentFormat)
	}
	return "the last 7 days; give StartDate"
}

// exclusion is the set of filters that exclude an order from a search.
type exclusion uint8

// The filters, the likeliest mistake first.
const (
	byClock exclusion = 1 << iota
	byWindow
	byTest
	byPartner
	byStatus
	byApproval
	byReference
	allExclusions = 1<<iota - 1
)

// exclusions are how many orders each set excludes.
type exclusions map[exclusion]int

// exclusions examines the orders of a span for a search of a window. latest is the date
// of the latest order that a listing has, and left how many orders it may still examine.
func (q *OrderSearch) exclusions(tx Tx, examined, window span, latest time.Time, left *int) exclusions {
	counts, reasons := [allExclusions + 1]int{}, exclusions{}
	if q.ExternalRefNo != "" {
		for range tx.Orders().Of(examined.first, examined.last, OrderFilter{Group: oneGroup}) {
			reasons[byReference] = 1 // whether there are others matters, and not how many
			break
		}
	}
	for _, part := range examined.splitAt(window.first, window.last.Add(1), latest.Add(1)) {
		byDate := part.exclusion(window, latest)
		filter := OrderFilter{ExternalReference: q.ExternalRefNo, Left: left}
		filter.Group = func(c OrderClass) int { return int(byDate | q.exclusion(c)) }
		for order := range tx.Orders().Of(part.first, part.last, filter) {
			counts[order.Group]++
		}
	}
	for by, count := range counts {
		if count > 0 {
			reasons[exclusion(by)] = count
		}
	}
	return reasons
}

// splitAt returns the span in parts of which some begin at the given moments, the latest
// part first.
func (s span) splitAt(moments ...time.Time) (parts []span) {
	slices.SortFunc(moments, func(a, b time.Time) int { return b.Compare(a) })
	for _, moment := range append(moments, s.first) {
		if begin := later(moment, s.first); !begin.After(s.last) {
			parts = append(parts, span{begin, s.last})
			s.last = begin.Add(-1)
		}
	}
	return parts
}

// exclusion returns the filters of dates that exclude the orders of a part.
func (s span) exclusion(window span, latest time.Time) (by exclusion) {
	if s.first.After(latest) {
		by |= byClock
	}
	if s.first.Before(window.first) || s.first.After(window.last) {
		by |= byWindow
	}
	return by
}

// exclusion returns the filters that exclude a class of orders.
func (q *OrderSearch) exclusion(c OrderClass) (by exclusion) {
	excludes := func(filter exclusion, excluded bool) {
		if excluded {
			by |= filter
		}
	}
	excludes(byTest, c.Test && q.TestOrders != catalog.WithTestOrders && q.TestOrders != catalog.OnlyTestOrders || !c.Test && q.TestOrders == catalog.OnlyTestOrders)
	excludes(byPartner, c.Partner && !q.PartnerOrders)
	excludes(byStatus, q.Status != "" && c.Status != q.Status)
	excludes(byApproval, q.ApproveStatus != "" && c.ApproveStatus != q.ApproveStatus)
	return by
}

// explain names the fewest filters without which the search would find orders. It says
// among which orders it looked, "" for all.
func (q OrderSearch) explain(reasons exclusions, among string, now time.Time) string {
	var least exclusion
	for by := range reasons {
		if least == 0 || by.cost() < least.cost() {
			least = by
		}
	}
	if least&byReference != 0 {
		return fmt.Sprintf("%s has the ExternalRefNo %q", counted(0, among), shortened(q.ExternalRefNo))
	}
	verb := "match"
	if reasons[least] == 1 {
		verb = "matches"
	}
	return fmt.Sprintf("%s %s %s", counted(reasons[least], among), verb, q.without(least, now))
}

// counted says how many orders, of those among which a search looked.
func counted(n int, among string) string {
	switch {
	case n == 0 && among != "":
		return "none " + among
	case among != "":
		return fmt.Sprintf("%d %s", n, among)
	case n == 0:
		return "no order"
	case n == 1:
		return "1 order"
	}
	return fmt.Sprintf("%d orders", n)
}

// cost orders sets of filters: the fewest first, then the likeliest mistake. A
// reference that no order has comes last.
func (by exclusion) cost() int {
	cost := bits.OnesCount8(uint8(by))<<8 + int(by)
	if by&byReference != 0 {
		cost += 1 << 16
	}
	return cost
}

// without says what a search must change so that the filters no longer exclude
// orders.
func (q OrderSearch) without(by exclusion, now time.Time) string {
	var parts, with, without []string
	advice := ""
	switch {
	case by&byClock != 0:
		parts = append(parts, "after the account's clock, "+At(now).Format(MomentFormat))
		advice = "; move the clock, or answer future-orders with shown; their references find them"
	case by&byWindow != 0 && q.isDefaultWindow():
		parts, advice = append(parts, "outside the last 7 days"), "; give StartDate"
	case by&byWindow != 0:
		parts = append(parts, "outside the dates given")
	}
	if by&byTest != 0 {
		with = append(with, "IncludeTestOrders="+string(catalog.WithTestOrders))
	}
	if by&byPartner != 0 {
		with = append(with, "PartnerOrders=true")
	}
	if by&byStatus != 0 {
		without = append(without, "Status="+string(q.Status))
	}
	if by&byApproval != 0 {
		without = append(without, "ApproveStatus="+string(q.ApproveStatus))
	}
	if len(with) > 0 {
		parts = append(parts, "with "+phrase.And(with...))
	}
	if len(without) > 0 {
		parts = append(parts, "without "+phrase.And(without...))
	}
	return strings.Join(parts, " ") + advice
}

// isDefaultWindow reports whether the search begins 7 days ago because it gives
// no other begin (section 8).
func (q OrderSearch) isDefaultWindow() bool { return q.StartDate == nil && q.Newer == nil }

// hasFilter reports whether the search asks for particular orders.
func (q OrderSearch) hasFilter() bool {
	return q.Status != "" || q.ApproveStatus != "" || q.ExternalRefNo != "" || q.TestOrders == catalog.OnlyTestOrders
}
