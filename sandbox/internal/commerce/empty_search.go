package commerce

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// WhyEmpty returns why a search found no order, "" when its own dates are the
// only reason.
func (s *Shop) WhyEmpty(t Terms, q OrderSearch) (string, error) {
	from, to := q.window(t.Now)
	switch {
	case from.After(t.Now):
		return fmt.Sprintf("%s is after the present, %s", q.begins(from), record.At(t.Now).Format(record.MomentFormat)), nil
	case to.Before(from):
		return fmt.Sprintf("EndDate %s is before %s", q.EndDate, q.begins(from)), nil
	}
	first, last := time.Time{}, record.LastMoment
	if !q.isDefaultWindow() && !q.hasFilter() {
		first, last = from, to // a client asking for new orders expects no older ones
	}
	var reasons exclusions
	err := s.store.View(func(tx Tx) error {
		reasons = q.exclusions(tx, span{first, last}, span{from, to}, t.latest())
		return nil
	})
	switch {
	case err != nil:
		return "", err
	case len(reasons) > 0:
		return q.explain(reasons, t.Now), nil
	case first.IsZero():
		return "the account has no orders", nil
	}
	return "", nil
}

// begins names the parameter at the beginning of the window, with its value.
func (q OrderSearch) begins(from time.Time) string {
	switch {
	case q.StartDate != nil:
		return "StartDate " + q.StartDate.String()
	case q.Newer != nil:
		return "Newer " + from.UTC().Format(record.MomentFormat)
	}
	return "the last 7 days; give StartDate"
}

// exclusions are how many orders each set excludes.
type exclusions map[exclusion]int

// exclusions examines the orders of a span for a search of a window. latest is the date
// of the latest order in a listing.
func (q *OrderSearch) exclusions(tx Tx, examined, window span, latest time.Time) exclusions {
	reasons := exclusions{}
	if q.ExternalRefNo != "" && len(tx.Lists().Tally(examined.first, examined.last)) > 0 {
		reasons[byReference] = 1 // whether there are others matters, and not how many
	}
	for _, part := range examined.splitAt(window.first, window.last.Add(1), latest.Add(1)) {
		byDate := part.exclusion(window, latest)
		for class, count := range q.classes(tx, part) {
			reasons[byDate|q.exclusion(class)] += count
		}
	}
	return reasons
}

// classes counts the orders of a span by class, restricted to the search's external
// reference if it has one.
func (q *OrderSearch) classes(tx Tx, within span) map[record.OrderClass]int {
	if q.ExternalRefNo == "" {
		return tx.Lists().Tally(within.first, within.last)
	}
	counts := map[record.OrderClass]int{}
	for order := range tx.Orders().WithReference(q.ExternalRefNo, within.first, within.last) {
		counts[order.OrderClass]++
	}
	return counts
}

// splitAt cuts the span at the given moments and returns its parts, the latest first.
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

// exclusion returns the date filters excluding the orders of a part.
func (s span) exclusion(window span, latest time.Time) (by exclusion) {
	if s.first.After(latest) {
		by |= byClock
	}
	if s.first.Before(window.first) || s.first.After(window.last) {
		by |= byWindow
	}
	return by
}

// explain names the fewest filters to drop for the search to find orders.
func (q OrderSearch) explain(reasons exclusions, now time.Time) string {
	var least exclusion
	for by := range reasons {
		if least == 0 || by.cost() < least.cost() {
			least = by
		}
	}
	if least&byReference != 0 {
		return fmt.Sprintf("no order has the ExternalRefNo %q", shorten(q.ExternalRefNo))
	}
	if reasons[least] == 1 {
		return "1 order matches " + q.without(least, now)
	}
	return fmt.Sprintf("%d orders match %s", reasons[least], q.without(least, now))
}

// cost orders sets of filters: the fewest first, then the likeliest mistake. An
// unknown reference comes last.
func (by exclusion) cost() int {
	cost := bits.OnesCount8(uint8(by))<<8 + int(by)
	if by&byReference != 0 {
		cost += 1 << 16
	}
	return cost
}

// without says how to change a search to include the excluded orders.
func (q OrderSearch) without(by exclusion, now time.Time) string {
	var parts, with, without []string
	advice := ""
	switch {
	case by&byClock != 0:
		parts = append(parts, "after the account's clock, "+record.At(now).Format(record.MomentFormat))
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
