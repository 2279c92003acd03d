package control

import (
	"strconv"

	"github.com/gin-gonic/gin"

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

// changeOrder changes an order along the legal transitions and shows it.
func (api *API) changeOrder(c *gin.Context, a *account.Account) (answer, error) {
	move, err := readOrderMove(c)
	if err != nil {
		return answer{}, err
	}
	reference, err := recordID(a, orderResource, c.Param("id"))
	if err != nil {
		return answer{}, err
	}
	if _, err := a.MoveOrder(terms(a), reference, move); err != nil {
		return answer{}, err
	}
	return api.record(orderResource)(c, a)
}

const refundHint = `send {"refund": {"amount": 12.50, "reason": "LATE", "comment": "Sorry"}}, without amount for all that is left`

// readOrderMove reads the body.
func readOrderMove(c *gin.Context) (commerce.OrderMove, error) {
	var asked orderChange
	if err := decode(c, &asked); err != nil {
		return commerce.OrderMove{}, err
	}
	move := commerce.OrderMove{
		Status: catalog.Status(asked.Status), ApproveStatus: catalog.ApproveStatus(asked.ApproveStatus),
		PurchaseOrder: catalog.PurchaseOrderState(asked.PurchaseOrder),
	}
	if refund := asked.Refund; refund != nil {
		move.Refund = &commerce.RefundMove{Reason: refund.Reason, Comment: refund.Comment}
		if refund.Amount != nil {
			text := strconv.FormatFloat(*refund.Amount, 'f', -1, 64)
			amount, err := record.ParseMoney(text)
			if err != nil {
				return move, badRequest(refundHint, "refund.amount must be an amount such as 12.50, got %.40s", text)
			}
			move.Refund.Amount = &amount
		}
	}
	if asked.Dispute.Given {
		move.Dispute = &commerce.DisputeMove{}
		if d := asked.Dispute.Value; d != nil {
			if d.Resolution == "" {
				return move, badRequest(`send {"dispute": {"resolution": "OPEN", "reason": "FRAUD"}}, or null to end the dispute`, "dispute.resolution is required")
			}
			move.Dispute.Resolution, move.Dispute.Reason = catalog.Resolution(d.Resolution), catalog.Reason(d.Reason)
		}
	}
	if move == (commerce.OrderMove{}) {
		return move, badRequest("send what is to change", "status, approve_status, purchase_order, refund or dispute is required")
	}
	return move, nil
}
