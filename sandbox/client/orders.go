package client

import (
	"context"
	"encoding/json"
	"net/http"
)

// OrderChange is a change of an order (open question transitions). Empty fields
// change nothing.
type OrderChange struct {
	Status        string       `json:"status,omitempty"`         // such as REFUND
	ApproveStatus string       `json:"approve_status,omitempty"` // such as FRAUD, one of those that go with the status
	PurchaseOrder string       `json:"purchase_order,omitempty"` // such as awaiting_payment
	Refund        *OrderRefund `json:"refund,omitempty"`         // of a COMPLETE order; it becomes REFUND when nothing is left
	Dispute       *Dispute     `json:"dispute,omitempty"`        // the zero value ends a dispute; in JSON null
}

// OrderRefund gives money back to the buyer.
type OrderRefund struct {
	Amount  *float64 `json:"amount,omitempty"` // in the order's currency, such as 12.50; nil for all that is left
	Reason  string   `json:"reason,omitempty"`
	Comment string   `json:"comment,omitempty"`
}

// Dispute is the dispute of an order (section 2.1).
type Dispute struct {
	Resolution string `json:"resolution"`       // such as OPEN
	Reason     string `json:"reason,omitempty"` // such as FRAUD; when empty, a dispute keeps its reason
}

// ChangeOrder changes an order along the legal transitions. The reference may be a
// handle: @order-pending. The *Error of an
// illegal one has status 409 and lists the legal ones.
func (a *Account) ChangeOrder(ctx context.Context, reference string, change OrderChange) error {
	asked := struct {
		OrderChange
		Dispute any `json:"dispute,omitempty"`
	}{OrderChange: change}
	switch {
	case change.Dispute == nil:
	case *change.Dispute == Dispute{}:
		asked.Dispute = json.RawMessage("null")
	default:
		asked.Dispute = change.Dispute
	}
	return a.client.call(ctx, http.MethodPatch, a.at(string(Orders), reference), asked, nil)
}
