package catalog

import "slices"

// PurchaseOrderState is what a purchase order waits for (open question transitions).
type PurchaseOrderState string

// The states of a purchase order. After the payment it is confirmed, after a
// cancellation (section 4.6) canceled.
const (
	AwaitingForm         PurchaseOrderState = "awaiting_form"
	AwaitingConfirmation PurchaseOrderState = "awaiting_confirmation"
	AwaitingPayment      PurchaseOrderState = "awaiting_payment"
	Confirmed            PurchaseOrderState = "confirmed"
	CanceledOrder        PurchaseOrderState = "canceled"
)

// purchaseOrderState is a state with the rules of open question transitions.
type purchaseOrderState struct {
	state    PurchaseOrderState
	next     []PurchaseOrderState // states that can follow it, none at the end
	statuses []Status             // statuses of the order that go with it, the usual one first
}

var purchaseOrderStates = []purchaseOrderState{
	{AwaitingForm, []PurchaseOrderState{AwaitingConfirmation, CanceledOrder}, []Status{Pending}},
	{AwaitingConfirmation, []PurchaseOrderState{AwaitingPayment, CanceledOrder}, []Status{Pending}},
	{AwaitingPayment, []PurchaseOrderState{Confirmed, CanceledOrder}, []Status{Pending}},
	{Confirmed, nil, []Status{Complete, AuthReceived, Refund, Reversed}},
	{CanceledOrder, nil, []Status{Canceled}},
}

func (s PurchaseOrderState) row() purchaseOrderState {
	i := slices.IndexFunc(purchaseOrderStates, func(o purchaseOrderState) bool { return o.state == s })
	if i < 0 {
		return purchaseOrderState{}
	}
	return purchaseOrderStates[i]
}

// Values returns every state of a purchase order.
func (PurchaseOrderState) Values() []PurchaseOrderState {
	all := make([]PurchaseOrderState, len(purchaseOrderStates))
	for i, o := range purchaseOrderStates {
		all[i] = o.state
	}
	return all
}

// Next returns the states that can follow s, none at the end.
func (s PurchaseOrderState) Next() []PurchaseOrderState { return slices.Clone(s.row().next) }

// Statuses returns the statuses of the order that go with s, the usual one
// first.
func (s PurchaseOrderState) Statuses() []Status { return slices.Clone(s.row().statuses) }
