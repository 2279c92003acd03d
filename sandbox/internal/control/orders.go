package control

import (
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/strictjson"
)

// orderChange is client.OrderChange, where null ends a dispute.
type orderChange struct {
	client.OrderChange
	Dispute strictjson.Optional[client.Dispute] `json:"dispute"`
}

const refundHint = `send {"refund": {"amount": 12.50, "reason": "LATE", "comment": "Sorry"}}, without amount for all that is left`

// changeOrder changes an order along the legal transitions.
func changeOrder(a *account.Account, reference string, asked orderChange) (err error) {
	move := commerce.OrderMove{
		Status: catalog.Status(asked.Status), ApproveStatus: catalog.ApproveStatus(asked.ApproveStatus),
		PurchaseOrder: catalog.PurchaseOrderState(asked.PurchaseOrder),
	}
	if move.Refund, err = readRefund(asked.Refund); err != nil {
		return err
	}
	if move.Dispute, err = readDispute(asked.Dispute); err != nil {
		return err
	}
	return a.ByHand(func(s *commerce.Shop) ([]commerce.Change, error) { return s.MoveOrder(terms(a), reference, move) })
}

func readRefund(asked *client.OrderRefund) (*commerce.RefundMove, error) {
	if asked == nil {
		return nil, nil
	}
	refund := &commerce.RefundMove{Reason: asked.Reason, Comment: asked.Comment}
	if asked.Amount == nil {
		return refund, nil
	}
	text := strconv.FormatFloat(*asked.Amount, 'f', -1, 64)
	amount, err := record.ParseMoney(text)
	if err != nil {
		return nil, badRequest(refundHint, "refund.amount must be an amount such as 12.50, got %.40s", text)
	}
	refund.Amount = &amount
	return refund, nil
}

func readDispute(asked strictjson.Optional[client.Dispute]) (*commerce.DisputeMove, error) {
	switch d := asked.Value; {
	case !asked.Given:
		return nil, nil
	case d == nil:
		return &commerce.DisputeMove{}, nil
	case d.Resolution == "":
		return nil, badRequest(`send {"dispute": {"resolution": "OPEN", "reason": "FRAUD"}}, or null to end the dispute`, "dispute.resolution is required")
	default:
		return &commerce.DisputeMove{Resolution: catalog.Resolution(d.Resolution), Reason: catalog.Reason(d.Reason)}, nil
	}
}
