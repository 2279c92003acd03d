package commerce

import (
	"fmt"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// OrderMove is a change of an order outside the interface: somebody pays, refunds
// or disputes it, or confirms its purchase order. An empty field changes nothing.
type OrderMove struct {
	Status        catalog.Status
	ApproveStatus catalog.ApproveStatus
	PurchaseOrder catalog.PurchaseOrderState
	Refund        *RefundMove
	Dispute       *DisputeMove
}

// DisputeMove is the new state of a dispute. The zero value ends the dispute;
// an empty Reason leaves the reason as it is.
type DisputeMove struct {
	Resolution catalog.Resolution
	Reason     catalog.Reason
}

// TransitionError refuses the move of an order from its state to another (open
// question transitions).
type TransitionError struct {
	What  string   // status, approve_status, purchase_order, dispute, or a field of a subscription
	To    string   // the requested state
	Why   string   // the reason, such as the present state
	Legal []string // the possible next states, none at the end
}

// Error returns the present state and the possible next ones.
func (e *TransitionError) Error() string {
	text, can := fmt.Sprintf("%s cannot become %s: %s", e.What, e.To, e.Why), ", which can become "
	if e.What == "dispute" {
		can = ", whose dispute can be "
	}
	if len(e.Legal) > 0 {
		text += can + phrase.Or(e.Legal...)
	}
	return text
}

// MoveOrder moves an order along the legal transitions (section 3, open question
// transitions), with all dependent fields and records, or changes nothing. So it is moved by
// hand and by the rules of scenarios, which also complete one by CompleteOrder; clients move
// it by CancelOrder and UploadOrderForm, and time by Progress. Package catalog has the legal
// next values of each field, of which a purchase order has fewer (next_moves.go).
//
// The state of the purchase order moves first, then the status, then the approval, then
// a refund, then the dispute. A move to the present state is legal and changes
// nothing. The error is a *Problem about a value, or a *TransitionError.
func (s *Shop) MoveOrder(t Terms, ref string, m OrderMove) ([]Change, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return s.store.Update(func(tx Tx) error {
		stored, err := findOrder(tx, catalog.OrderNotFound, ref)
		if err != nil {
			return err
		}
		moved := movingOrder{StoredOrder: &stored, tx: tx, now: t.Now}
		for _, step := range []func(OrderMove) error{moved.purchaseOrder, moved.status, moved.approve, moved.partialRefund, moved.dispute, moved.agree} {
			if err := step(m); err != nil {
				return err
			}
		}
		return moved.write()
	})
}

// Validate checks every value against its closed set, and returns all problems
// together.
func (m OrderMove) Validate() error {
	problems := slices.Concat(moveProblem("status", m.Status), moveProblem("approve_status", m.ApproveStatus),
		moveProblem("purchase_order", m.PurchaseOrder))
	if d := m.Dispute; d != nil {
		problems = slices.Concat(problems,
			moveProblem("dispute.resolution", d.Resolution), moveProblem("dispute.reason", d.Reason))
		if d.Resolution == "" && d.Reason != "" {
			const field = "dispute.resolution"
			rule := anyOf(d.Resolution.Values())
			problems = append(problems, *Problemf(catalog.InvalidParameter, "%s is required: %s", field, rule).Of(field, "", rule))
		}
	}
	return joinProblems(append(problems, m.Refund.problems()...))
}

// moveProblem returns the problem of a value outside its closed set. An empty
// value is absent.
func moveProblem[T catalog.ClosedSet[T]](field string, given T) []Problem {
	if given == "" || catalog.IsValue(given) {
		return nil
	}
	return []Problem{*invalid(catalog.InvalidParameter, field, shorten(string(given)), anyOf(given.Values()))}
}

// checkTransition returns the error of an illegal move.
func checkTransition[T ~string](what string, from, to T, legal []T) error {
	if slices.Contains(legal, to) {
		return nil
	}
	return &TransitionError{What: what, To: string(to), Why: "it is " + string(from), Legal: catalog.Words(legal)}
}

// movingOrder is an order during its move, with the other changed records.
type movingOrder struct {
	*record.StoredOrder
	tx            Tx
	now           time.Time
	previous      []*record.StoredOrder // orders that no longer show a subscription
	subscriptions []record.Subscription
}

// write stores the orders first, because subscriptions name them.
func (r *movingOrder) write() error {
	for _, o := range append(r.previous, r.StoredOrder) {
		if err := r.tx.Orders().Put(*o); err != nil {
			return err
		}
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
	if err := checkTransition("purchase_order", po.State, to, po.State.Next()); err != nil {
		return err
	}
	switch to {
	case catalog.Confirmed:
		return r.complete()
	case catalog.CanceledOrder:
		cancel(r.StoredOrder)
		return r.releaseUpgrades()
	default:
		po.State = to
	}
	return nil
}

func (r *movingOrder) status(m OrderMove) error {
	to, o := m.Status, &r.Order
	if to == "" || to == o.Status {
		return nil
	}
	if err := checkTransition("status", o.Status, to, nextStatuses(r.StoredOrder)); err != nil {
		return err
	}
	switch to {
	case catalog.AuthReceived:
		r.authorise()
		return nil
	case catalog.Complete:
		return r.complete()
	case catalog.Refund:
		return r.refundRest(m.Refund)
	case catalog.Canceled:
		cancel(r.StoredOrder)
	default:
		o.Status, o.ApproveStatus = to, to.Approvals()[0]
	}
	return r.releaseUpgrades()
}
