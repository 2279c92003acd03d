package catalog

import "slices"

// Status is the state of an order (section 3, open question transitions).
type Status string

// The states of an order.
const (
	Complete     Status = "COMPLETE"
	Pending      Status = "PENDING"
	Canceled     Status = "CANCELED"
	Refund       Status = "REFUND"
	AuthReceived Status = "AUTHRECEIVED"
	Reversed     Status = "REVERSED"
)

// orderState is a status with the rules of the interface.
type orderState struct {
	status    Status
	filter    bool            // order search accepts it (section 4.1)
	next      []Status        // statuses that can follow it, none at the end
	approvals []ApproveStatus // approval statuses that go with it, the usual one first
	disputes  []Resolution    // states of a dispute that go with it, none when it cannot have one
}

// orderStates are the statuses of section 3, and then the two of open question
// transitions alone.
var orderStates = []orderState{
	{status: Complete, filter: true, next: []Status{Refund}, approvals: []ApproveStatus{Approved}, disputes: []Resolution{DisputeOpen, DisputeWon}},
	{status: Pending, filter: true, next: []Status{AuthReceived, Canceled}, approvals: []ApproveStatus{Waiting}},
	{status: Canceled, filter: true, approvals: []ApproveStatus{Approved, Fraud, InvalidData}},
	{status: Refund, filter: true, approvals: []ApproveStatus{Approved}, disputes: []Resolution{DisputeLost, DisputeAccepted}},
	{status: AuthReceived, next: []Status{Complete, Reversed}, approvals: []ApproveStatus{Approved, Waiting}},
	{status: Reversed, approvals: []ApproveStatus{Fraud}, disputes: []Resolution{DisputeLost, DisputeAccepted}},
}

func (s Status) row() orderState {
	i := slices.IndexFunc(orderStates, func(o orderState) bool { return o.status == s })
	if i < 0 {
		return orderState{}
	}
	return orderStates[i]
}

// Values returns every status.
func (Status) Values() []Status {
	all := make([]Status, len(orderStates))
	for i, o := range orderStates {
		all[i] = o.status
	}
	return all
}

// PlacedStatuses returns the possible statuses of orders placed by a scenario.
func PlacedStatuses() []Status { return []Status{Pending, AuthReceived, Complete} }

// SearchStatuses returns the statuses accepted as a filter by order search (section 4.1).
func SearchStatuses() []Status {
	var list []Status
	for _, o := range orderStates {
		if o.filter {
			list = append(list, o.status)
		}
	}
	return list
}

// Next returns the statuses that can follow s, none at the end.
func (s Status) Next() []Status { return slices.Clone(s.row().next) }

// Approvals returns the approval statuses that go with s, the usual one first.
func (s Status) Approvals() []ApproveStatus { return slices.Clone(s.row().approvals) }

// Resolutions returns the states of a dispute that go with s, none when an order
// with s cannot have a dispute (open question chargebacks): a lost or accepted one
// gave the money back, an open or won one did not.
func (s Status) Resolutions() []Resolution { return slices.Clone(s.row().disputes) }

// ApproveStatus is the outcome of an order's fraud and data check (section 3).
type ApproveStatus string

// The approval statuses of an order.
const (
	Waiting     ApproveStatus = "WAITING"
	Approved    ApproveStatus = "OK"
	Fraud       ApproveStatus = "FRAUD"
	InvalidData ApproveStatus = "INVALIDDATA"
)

// Values returns every approval status.
func (ApproveStatus) Values() []ApproveStatus {
	return []ApproveStatus{Waiting, Approved, Fraud, InvalidData}
}

// OrderFlow distinguishes purchase orders from the rest.
type OrderFlow string

// The flows of an order.
const (
	RegularFlow       OrderFlow = "REGULAR"
	PurchaseOrderFlow OrderFlow = "PURCHASE_ORDER"
)

// Values returns every flow.
func (OrderFlow) Values() []OrderFlow { return []OrderFlow{RegularFlow, PurchaseOrderFlow} }

// TestOrders is order search's treatment of test orders (section 4.1).
type TestOrders string

// The values of IncludeTestOrders.
const (
	WithTestOrders    TestOrders = "YES"
	WithoutTestOrders TestOrders = "NO" // the default (open question search-defaults)
	OnlyTestOrders    TestOrders = "ONLY"
)

// Values returns every value of IncludeTestOrders.
func (TestOrders) Values() []TestOrders {
	return []TestOrders{WithTestOrders, WithoutTestOrders, OnlyTestOrders}
}
