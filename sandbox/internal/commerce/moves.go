package commerce

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

// Move is one change that MoveOrder accepts.
type Move struct {
	Field string // status, approve_status, purchase_order or dispute
	To    string // of a dispute its resolution, "" to end it
}

// Moves returns what can change next, each on its own (open question
// transitions).
func (r *OrderRecord) Moves() []Move {
	moves := []Move{}
	for _, to := range r.nextStatuses() {
		moves = append(moves, Move{"status", string(to)})
	}
	for _, to := range r.nextApprovals() {
		moves = append(moves, Move{"approve_status", string(to)})
	}
	if po := r.PurchaseOrder; po != nil {
		for _, to := range po.State.Next() {
			moves = append(moves, Move{"purchase_order", string(to)})
		}
	}
	if r.disputable() {
		for _, to := range catalog.Resolution("").Values() {
			if now := r.Order.ChargebackResolution; now == nil || *now != to {
				moves = append(moves, Move{"dispute", string(to)})
			}
		}
	}
	if r.Order.ChargebackResolution != nil {
		moves = append(moves, Move{"dispute", ""})
	}
	return moves
}

// nextStatuses returns the statuses that can follow. A purchase order that does
// not await its payment can only be canceled.
func (r *OrderRecord) nextStatuses() []catalog.Status {
	if po := r.PurchaseOrder; po != nil && r.Order.Status == catalog.Pending && po.State != catalog.AwaitingPayment {
		return []catalog.Status{catalog.Canceled}
	}
	return r.Order.Status.Next()
}

// disputable reports whether a dispute can be opened or changed.
func (r *OrderRecord) disputable() bool {
	return r.Order.Status == catalog.Complete || r.Order.Status == catalog.Refund
}
