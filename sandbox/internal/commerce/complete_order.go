package commerce

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

// CompleteOrder moves an order to COMPLETE in one transaction, by whatever legal steps:
// it pays a pending order first, and accepts a purchase order awaiting its confirmation
// (open question transitions). It changes nothing of a COMPLETE order. The error is a
// *Problem, or a *TransitionError.
func (s *Shop) CompleteOrder(t Terms, ref string) ([]Change, error) {
	return s.store.Update(func(tx Tx) error {
		record, err := findOrder(tx, catalog.OrderNotFound, ref)
		if err != nil || record.Order.Status == catalog.Complete {
			return err
		}
		moved := movingOrder{StoredOrder: &record, tx: tx, now: t.Now}
		if err := moved.finish(); err != nil {
			return err
		}
		return moved.write()
	})
}

// finish completes a pending or paid order.
func (r *movingOrder) finish() error {
	o, po := &r.Order, r.PurchaseOrder
	if po != nil && o.Status == catalog.Pending {
		if err := r.purchaseOrder(OrderMove{PurchaseOrder: catalog.AwaitingPayment}); err != nil {
			return err
		}
	}
	if o.Status == catalog.Pending || o.Status == catalog.AuthReceived {
		return r.complete()
	}
	return checkTransition("status", o.Status, catalog.Complete, nextStatuses(r.StoredOrder))
}
