package commerce

import (
	"cmp"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// dispute opens, changes or ends the dispute of an order (open question
// chargebacks). A buyer who wins gets back the rest of the money. The order then
// becomes REFUND, unless the move names its status.
func (r *movingOrder) dispute(m OrderMove) error {
	d, o := m.Dispute, &r.Order
	switch {
	case d == nil:
		return nil
	case d.Resolution == "":
		o.ChargebackResolution, o.ChargebackReasonCode = nil, nil
		return nil
	}
	reason := d.Reason
	if reason == "" && o.ChargebackReasonCode != nil {
		reason = *o.ChargebackReasonCode
	}
	reason = cmp.Or(reason, catalog.UnknownReason)
	o.ChargebackResolution, o.ChargebackReasonCode = &d.Resolution, &reason
	if m.Status == "" && o.Status == catalog.Complete && refundedBy(d.Resolution) {
		return r.refundRest(&RefundMove{Reason: ChargebackRefund})
	}
	return nil
}

// refundedBy reports whether a dispute gives the money back.
func refundedBy(d catalog.Resolution) bool { return slices.Contains(catalog.Refund.Resolutions(), d) }

// agree checks the dispute against the status of the order after all steps of a
// move.
func (r *movingOrder) agree(m OrderMove) error {
	o := &r.Order
	resolution := o.ChargebackResolution
	if resolution == nil || slices.Contains(o.Status.Resolutions(), *resolution) {
		return nil
	}
	if m.Dispute == nil {
		return &TransitionError{What: "status", To: string(o.Status), Why: "its dispute is " + string(*resolution),
			Legal: catalog.Words(o.Status.Resolutions())}
	}
	e := &TransitionError{What: "dispute", To: string(*resolution), Why: "the order is " + string(o.Status),
		Legal: catalog.Words(o.Status.Resolutions())}
	if len(e.Legal) == 0 {
		e.Why += ", and only a paid order has a dispute"
	}
	return e
}
