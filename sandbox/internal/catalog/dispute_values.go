package catalog

import "slices"

// Resolution is the state of a dispute (section 2.1, open question
// chargebacks).
type Resolution string

// The resolutions of a dispute.
const (
	DisputeOpen     Resolution = "OPEN"
	DisputeWon      Resolution = "WON"
	DisputeLost     Resolution = "LOST"
	DisputeAccepted Resolution = "ACCEPTED"
)

// disputeStates says which statuses of the order go with a resolution, the usual
// one first: a buyer who wins gets the money back.
var disputeStates = []struct {
	resolution Resolution
	statuses   []Status
}{
	{DisputeOpen, []Status{Complete}},
	{DisputeWon, []Status{Complete}},
	{DisputeLost, []Status{Refund, Reversed}},
	{DisputeAccepted, []Status{Refund, Reversed}},
}

// Values returns every resolution.
func (Resolution) Values() []Resolution {
	all := make([]Resolution, len(disputeStates))
	for i, d := range disputeStates {
		all[i] = d.resolution
	}
	return all
}

// Statuses returns the statuses of the order that go with r, the usual one first.
func (r Resolution) Statuses() []Status {
	for _, d := range disputeStates {
		if d.resolution == r {
			return slices.Clone(d.statuses)
		}
	}
	return nil
}

// Reason is why an order is disputed (section 2.1, open question chargebacks).
type Reason string

// The reasons of a dispute.
const (
	NotReceived          Reason = "MERCHANDISE_NOT_RECEIVED"
	NotAsDescribed       Reason = "NOT_AS_DESCRIBED"
	DuplicateTransaction Reason = "DUPLICATE_TRANSACTION"
	FraudReason          Reason = "FRAUD"
	NotRecognized        Reason = "NOT_RECOGNIZED"
	CreditNotProcessed   Reason = "CREDIT_NOT_PROCESSED"
	AuthorizationProblem Reason = "AUTHORIZATION_PROBLEM"
	InfoRequest          Reason = "INFO_REQUEST"
	UnknownReason        Reason = "UNKNOWN"
)

// Values returns every reason.
func (Reason) Values() []Reason {
	return []Reason{
		NotReceived, NotAsDescribed, DuplicateTransaction, FraudReason, NotRecognized,
		CreditNotProcessed, AuthorizationProblem, InfoRequest, UnknownReason,
	}
}
