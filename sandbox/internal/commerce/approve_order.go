package commerce

import (
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// approve changes the outcome of the fraud and data check to one the status allows
// (section 3).
func (r *movingOrder) approve(m OrderMove) error {
	to, o := m.ApproveStatus, &r.Order
	if to == "" || to == o.ApproveStatus {
		return nil
	}
	legal := nextApprovals(r.StoredOrder)
	if slices.Contains(legal, to) {
		o.ApproveStatus = to
		return nil
	}
	return &TransitionError{What: "approve_status", To: string(to), Legal: catalog.Words(legal),
		Why: fmt.Sprintf("%s goes with the status %s, this order is %s with %s", to, phrase.Or(statusesWith(to)...), o.Status, o.ApproveStatus)}
}

// nextApprovals returns the other approval statuses of the order's status.
func nextApprovals(r *record.StoredOrder) []catalog.ApproveStatus {
	return slices.DeleteFunc(r.Order.Status.Approvals(), func(a catalog.ApproveStatus) bool { return a == r.Order.ApproveStatus })
}

// statusesWith returns the statuses compatible with an approval status.
func statusesWith(approval catalog.ApproveStatus) (statuses []string) {
	for _, s := range catalog.Status("").Values() {
		if slices.Contains(s.Approvals(), approval) {
			statuses = append(statuses, string(s))
		}
	}
	return statuses
}
