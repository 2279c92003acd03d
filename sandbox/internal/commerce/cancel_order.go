package commerce

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// CancelOrder cancels an order of the purchase order type that is PENDING. It refuses any
// other, so also a second cancel (section 4.6, open question cancel-errors). By hand and in
// scenarios orders are canceled by MoveOrder, to which a second cancel changes nothing.
func (s *Shop) CancelOrder(_ Terms, ref string) ([]Change, error) {
	return s.store.Update(func(tx Tx) error {
		stored, err := findOrder(tx, catalog.OrderNotFound, ref)
		if err != nil {
			return err
		}
		o := &stored.Order
		if o.OrderFlow != catalog.PurchaseOrderFlow {
			return Problemf(catalog.OrderNotPurchaseOrder, "Order %s is not a purchase order", o.RefNo).
				Of("OrderReference", o.RefNo, "the reference of a purchase order")
		}
		if o.Status != catalog.Pending {
			return Problemf(catalog.OrderCannotBeCanceled, "Order %s is %s and can no longer be canceled", o.RefNo, o.Status).
				Of("OrderReference", o.RefNo, "a purchase order in the status "+string(catalog.Pending))
		}
		cancel(&stored)
		return tx.Orders().Put(stored)
	})
}

// cancel ends the order: it no longer awaits a check or a payment.
func cancel(r *record.StoredOrder) {
	r.Order.Status = catalog.Canceled
	r.Order.ApproveStatus = catalog.Approved
	r.Order.ExtraInformation = nil
	if r.PurchaseOrder != nil {
		r.PurchaseOrder.State = catalog.CanceledOrder
	}
}
