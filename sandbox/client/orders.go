package client

import (
	"context"
	"net/http"
)

// OrderChange is where an order goes (open question transitions). Fields without a
// value leave things as they are.
type OrderChange struct {
	Status        string   // such as REFUND
	PurchaseOrder string   // such as awaiting_payment
	Dispute       *Dispute // the zero value ends a dispute
}

// Dispute is how a dispute of an order stands (section 2.1).
type Dispute struct {
	Resolution string `json:"resolution"` // such as OPEN
	Reason     string `json:"reason,omitempty"`
}

// ChangeOrder moves an order along the legal transitions. The *Error of an
// illegal one has status 409 and lists the legal ones.
func (a *Account) ChangeOrder(ctx context.Context, reference string, m OrderChange) error {
	move := map[string]any{}
	if m.Status != "" {
		move["status"] = m.Status
	}
	if m.PurchaseOrder != "" {
		move["purchase_order"] = m.PurchaseOrder
	}
	if m.Dispute != nil {
		move["dispute"] = m.Dispute
		if *m.Dispute == (Dispute{}) {
			move["dispute"] = nil
		}
	}
	return a.client.call(ctx, http.MethodPatch, a.at(string(Orders), reference), move, nil)
}
