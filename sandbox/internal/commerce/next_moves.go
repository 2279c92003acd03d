package commerce

import (
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Move is one change accepted by MoveOrder.
type Move struct {
	Field string // status, approve_status, purchase_order or dispute
	To    string // of a dispute its resolution, "" to end it
}

// Moves returns the possible next changes, each on its own (open question
// transitions).
func Moves(r *record.StoredOrder) []Move {
	moves := []Move{}
	for _, to := range nextStatuses(r) {
		if dispute := r.Order.ChargebackResolution; dispute == nil || slices.Contains(to.Resolutions(), *dispute) {
			moves = append(moves, Move{"status", string(to)})
		}
	}
	for _, to := range nextApprovals(r) {
		moves = append(moves, Move{"approve_status", string(to)})
	}
	if po := r.PurchaseOrder; po != nil {
		for _, to := range po.State.Next() {
			moves = append(moves, Move{"purchase_order", string(to)})
		}
	}
	for _, to := range nextDisputes(r) {
		moves = append(moves, Move{"dispute", string(to)})
	}
	if r.Order.ChargebackResolution != nil {
		moves = append(moves, Move{"dispute", ""})
	}
	return moves
}

// nextStatuses returns the possible next statuses, whatever the dispute. A pending
// purchase order can only be canceled, unless it awaits its payment.
func nextStatuses(r *record.StoredOrder) []catalog.Status {
	if po := r.PurchaseOrder; po != nil && r.Order.Status == catalog.Pending && po.State != catalog.AwaitingPayment {
		return []catalog.Status{catalog.Canceled}
	}
	return r.Order.Status.Next()
}

// nextDisputes returns the possible next resolutions of the dispute: the ones of
// the status, and for a COMPLETE order also the ones of a refund.
func nextDisputes(r *record.StoredOrder) []catalog.Resolution {
	o := &r.Order
	next := o.Status.Resolutions()
	if o.Status == catalog.Complete {
		next = append(next, catalog.Refund.Resolutions()...)
	}
	return slices.DeleteFunc(next, func(to catalog.Resolution) bool {
		return o.ChargebackResolution != nil && to == *o.ChargebackResolution
	})
}
