package commerce

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

// CompleteOrder moves an order to COMPLETE in one transaction, by whatever legal steps:
// it pays a pending order first, and accepts a purchase order awaiting its confirmation
// (open question transitions). It changes nothing of a COMPLETE order. The error is a
// *Problem, or a *TransitionError.
func (s *Shop) CompleteOrder(t Terms, ref string) ([]Change, error) {
	return s.store.Update(func(tx Tx) error {
		stored, err := findOrder(tx, catalog.OrderNotFound, ref)
		o, po := &stored.Order, stored.PurchaseOrder
		if err != nil || o.Status == catalog.Complete {
			return err
		}
		moved := movingOrder{StoredOrder: &stored, tx: tx, now: t.Now}
		if po != nil && o.Status == catalog.Pending {
			if err := moved.purchaseOrder(OrderMove{PurchaseOrder: catalog.AwaitingPayment}); err != nil {
				return err
			}
		}
		if o.Status == catalog.Pending || o.Status == catalog.AuthReceived {
			err = moved.complete()
		} else {
			err = checkTransition("status", o.Status, catalog.Complete, nextStatuses(&stored))
		}
		if err != nil {
			return err
		}
		return moved.write()
	})
}
