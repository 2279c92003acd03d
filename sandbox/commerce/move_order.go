package commerce

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// OrderMove is what happens to an order outside the interface: it is paid,
// refunded, disputed, its purchase order is confirmed. Empty fields leave
// things as they are.
type OrderMove struct {
	Status        Status
	PurchaseOrder PurchaseOrderState
	Dispute       *DisputeMove
}

// DisputeMove is how a dispute of an order stands from now on. The zero value
// ends it; a dispute keeps its reason when only the resolution is told.
type DisputeMove struct {
	Resolution Resolution
	Reason     Reason
}

// TransitionError says that an order cannot go where it was told to (open
// question transitions).
type TransitionError struct {
	What  string   // status, purchase_order or dispute
	To    string   // where it was to go
	Why   string   // where it stands
	Legal []string // where it can go, none when it has come to its end
}

// Error says where the order stands and where it can go.
func (e *TransitionError) Error() string {
	text := fmt.Sprintf("%s cannot become %s: %s", e.What, e.To, e.Why)
	if len(e.Legal) > 0 {
		text += ", which can become " + strings.Join(e.Legal, " or ")
	}
	return text
}

// MoveOrder moves an order along the legal transitions (section 3, open
// question transitions), with all that goes with its new state, or changes
// nothing. The state of the purchase order moves first, then the status, then
// the dispute; what an order is already it may be told again. The error is a
// *Problem about a value, or a *TransitionError.
func (s *Shop) MoveOrder(t Terms, ref string, m OrderMove) ([]Change, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	return s.store.Update(func(tx Tx) error {
		record, known, err := tx.Orders().Get(ref)
		if err != nil {
			return err
		}
		if !known {
			return unknownOrder(catalog.OrderNotFound, ref)
		}
		moved := movingOrder{OrderRecord: &record, tx: tx, now: t.Now}
		for _, step := range []func(OrderMove) error{moved.purchaseOrder, moved.status, moved.dispute} {
			if err := step(m); err != nil {
				return err
			}
		}
		return moved.write()
	})
}

func (m OrderMove) check() error {
	var faults []Problem
	faults = appendUnknown(faults, "status", m.Status, Pending, AuthReceived, Complete, Reversed, Refund, Canceled)
	faults = appendUnknown(faults, "purchase_order", m.PurchaseOrder,
		AwaitingForm, AwaitingConfirmation, AwaitingPayment, Confirmed, CanceledOrder)
	if d := m.Dispute; d != nil {
		resolutions := []Resolution{DisputeOpen, DisputeWon, DisputeLost, DisputeAccepted}
		faults = appendUnknown(faults, "dispute.resolution", d.Resolution, resolutions...)
		faults = appendUnknown(faults, "dispute.reason", d.Reason, NotReceived, NotAsDescribed, DuplicateTransaction,
			FraudReason, NotRecognized, CreditNotProcessed, AuthorizationProblem, InfoRequest, UnknownReason)
		if d.Resolution == "" && d.Reason != "" {
			expected := "one of " + joinWords(resolutions)
			faults = append(faults, *Problemf(catalog.InvalidParameter, "dispute.resolution is required: %s", expected).
				Of("dispute.resolution", "", expected))
		}
	}
	return joined(faults)
}

// appendUnknown adds the fault of a value that is none of a list. Empty is not
// told.
func appendUnknown[T ~string](faults []Problem, field string, given T, among ...T) []Problem {
	if given == "" || slices.Contains(among, given) {
		return faults
	}
	names := joinWords(among)
	return append(faults, *Problemf(catalog.InvalidParameter, "%s must be one of %s, got %q", field, names, given).
		Of(field, string(given), "one of "+names))
}

func joinWords[T ~string](words []T) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = string(w)
	}
	return strings.Join(texts, ", ")
}

// legalStatus and legalPurchaseOrder are where orders can go (section 3, open
// question transitions).
func legalStatus(from Status) []Status {
	switch from {
	case Pending:
		return []Status{AuthReceived, Canceled}
	case AuthReceived:
		return []Status{Complete, Reversed}
	case Complete:
		return []Status{Refund}
	}
	return nil
}

func legalPurchaseOrder(from PurchaseOrderState) []PurchaseOrderState {
	switch from {
	case AwaitingForm:
		return []PurchaseOrderState{AwaitingConfirmation, CanceledOrder}
	case AwaitingConfirmation:
		return []PurchaseOrderState{AwaitingPayment, CanceledOrder}
	case AwaitingPayment:
		return []PurchaseOrderState{Confirmed, CanceledOrder}
	}
	return nil
}

// allow refuses a move that is not legal.
func allow[T ~string](what string, from, to T, legal []T) error {
	if slices.Contains(legal, to) {
		return nil
	}
	e := &TransitionError{What: what, To: string(to), Why: "it is " + string(from)}
	for _, l := range legal {
		e.Legal = append(e.Legal, string(l))
	}
	return e
}

// movingOrder is an order on its way, with the subscriptions that change
// with it.
type movingOrder struct {
	*OrderRecord
	tx            Tx
	now           time.Time
	subscriptions []Subscription
}

// write keeps the order and then its subscriptions, which name it.
func (r *movingOrder) write() error {
	if err := r.tx.Orders().Put(*r.OrderRecord); err != nil {
		return err
	}
	for _, s := range r.subscriptions {
		if err := r.tx.Subscriptions().Put(s); err != nil {
			return err
		}
	}
	return nil
}

func (r *movingOrder) purchaseOrder(m OrderMove) error {
	to, po := m.PurchaseOrder, r.PurchaseOrder
	switch {
	case to == "":
		return nil
	case po == nil:
		return &TransitionError{What: "purchase_order", To: string(to), Why: "the order is no purchase order"}
	case po.State == to:
		return nil
	}
	if err := allow("purchase_order", po.State, to, legalPurchaseOrder(po.State)); err != nil {
		return err
	}
	switch to {
	case Confirmed:
		po.State = to
		return r.complete()
	case CanceledOrder:
		r.cancel()
	default:
		po.State = to
	}
	return nil
}

// status moves the status. A purchase order is paid in one way and canceled in
// another, each with its state.
func (r *movingOrder) status(m OrderMove) error {
	to, o := m.Status, &r.Order
	if to == "" || to == o.Status {
		return nil
	}
	legal := legalStatus(o.Status)
	if po := r.PurchaseOrder; po != nil && o.Status == Pending && po.State != AwaitingPayment {
		legal = []Status{Canceled}
	}
	if err := allow("status", o.Status, to, legal); err != nil {
		return err
	}
	switch to {
	case AuthReceived:
		r.authorise()
	case Complete:
		return r.complete()
	case Refund:
		return r.refund()
	case Reversed:
		o.Status, o.ApproveStatus = Reversed, Fraud
	case Canceled:
		r.cancel()
	}
	return nil
}

// dispute opens, changes or ends the dispute of a paid order (open question
// chargebacks).
func (r *movingOrder) dispute(m OrderMove) error {
	d, o := m.Dispute, &r.Order
	switch {
	case d == nil:
		return nil
	case d.Resolution == "":
		o.ChargebackResolution, o.ChargebackReasonCode = nil, nil
		return nil
	case o.Status != Complete && o.Status != Refund:
		return &TransitionError{What: "dispute", To: string(d.Resolution),
			Why: fmt.Sprintf("only an order that is %s or %s can be disputed, this one is %s", Complete, Refund, o.Status)}
	}
	reason := d.Reason
	if reason == "" && o.ChargebackReasonCode != nil {
		reason = *o.ChargebackReasonCode
	}
	if reason == "" {
		reason = UnknownReason
	}
	o.ChargebackResolution, o.ChargebackReasonCode = &d.Resolution, &reason
	return nil
}
