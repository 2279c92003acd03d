package control

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/records"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/strictjson"
)

// orderChange is client.OrderChange with a dispute that may be null, which ends
// it.
type orderChange struct {
	client.OrderChange
	Dispute strictjson.Optional[client.Dispute] `json:"dispute"`
}

// changeOrder changes an order along the legal transitions and shows it.
func (api *API) changeOrder(r *request, a *account.Account) (answer, error) {
	move, err := r.orderMove()
	if err != nil {
		return answer{}, err
	}
	reference, err := orderReference(a, r.param("id"))
	if err != nil {
		return answer{}, err
	}
	terms := a.Settings().Terms
	terms.Now = a.Clock.Now()
	if _, err := a.MoveOrder(terms, reference, move); err != nil {
		return answer{}, err
	}
	return api.record(orderResource)(r, a)
}

// orderMove reads the body.
func (r *request) orderMove() (commerce.OrderMove, error) {
	var asked orderChange
	if err := r.decode(&asked); err != nil {
		return commerce.OrderMove{}, err
	}
	move := commerce.OrderMove{Status: catalog.Status(asked.Status), PurchaseOrder: catalog.PurchaseOrderState(asked.PurchaseOrder)}
	if asked.Dispute.Given {
		move.Dispute = &commerce.DisputeMove{}
		if d := asked.Dispute.Value; d != nil {
			if d.Resolution == "" {
				return move, badRequest(`send {"dispute": {"resolution": "OPEN", "reason": "FRAUD"}}, or null to end the dispute`, "dispute.resolution is required")
			}
			move.Dispute.Resolution, move.Dispute.Reason = catalog.Resolution(d.Resolution), catalog.Reason(d.Reason)
		}
	}
	if move == (commerce.OrderMove{}) {
		return move, badRequest("send what is to change", "status, purchase_order or dispute is required")
	}
	return move, nil
}

// orderReference returns the reference of an order, which may be named by a
// handle. The error has the nearest references.
func orderReference(a *account.Account, id string) (reference string, err error) {
	reader := records.NewReader(a.Shop, a.Clock.Now())
	err = reader.View(func() error {
		if reference, err = resolve(reader, orderResource, id); err != nil {
			return err
		}
		if _, known := reader.Tx.Orders().Body(reference); !known {
			return orderResource.unknown(reader.Tx, reference)
		}
		return nil
	})
	return reference, err
}
