package catalog

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

// Values returns every resolution.
func (Resolution) Values() []Resolution {
	return []Resolution{DisputeOpen, DisputeWon, DisputeLost, DisputeAccepted}
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
