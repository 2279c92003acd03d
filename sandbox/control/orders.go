package control

import (
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// orderMove is the body that moves an order.
type orderMove struct {
	Status        catalog.Status             `json:"status"`
	PurchaseOrder catalog.PurchaseOrderState `json:"purchase_order"`
	Dispute       optional[disputeMove]      `json:"dispute"` // null ends it
}

type disputeMove struct {
	Resolution catalog.Resolution `json:"resolution"`
	Reason     catalog.Reason     `json:"reason"`
}

// moveOrder moves an order along the legal transitions and shows it.
func (i *API) moveOrder(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	move, err := r.orderMove()
	if err != nil {
		return answer{}, err
	}
	terms := a.Settings().Terms
	terms.Now = a.Clock.Now()
	if err := i.checkOrder(a.Shop, r.param("id")); err != nil {
		return answer{}, err
	}
	if _, err := a.Shop.MoveOrder(terms, r.param("id"), move); err != nil {
		return answer{}, err
	}
	return i.record(orderResource)(r)
}

// orderMove reads the body.
func (r *request) orderMove() (commerce.OrderMove, error) {
	var asked orderMove
	if err := r.decode(&asked); err != nil {
		return commerce.OrderMove{}, err
	}
	move := commerce.OrderMove{Status: asked.Status, PurchaseOrder: asked.PurchaseOrder}
	if asked.Dispute.given {
		move.Dispute = &commerce.DisputeMove{}
		if d := asked.Dispute.value; d != nil {
			if d.Resolution == "" {
				return move, refuse(http.StatusBadRequest, `send {"dispute": {"resolution": "OPEN", "reason": "FRAUD"}}, or null to end it`, "dispute.resolution is missing")
			}
			*move.Dispute = commerce.DisputeMove(*d)
		}
	}
	if move == (commerce.OrderMove{}) {
		return move, refuse(http.StatusBadRequest, "send status, purchase_order or dispute", "the body does not say what to do with the order")
	}
	return move, nil
}

// checkOrder refuses a reference that no order has, with the nearest.
func (i *API) checkOrder(shop *commerce.Shop, ref string) error {
	return shop.View(func(tx commerce.Tx) error {
		if _, known := tx.Orders().Body(ref); known {
			return nil
		}
		return orderResource.unknown(tx, ref)
	})
}
