package soap

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// upgradePartnerSubscriptions upgrades the subscriptions and returns the partner
// order (section 4.9).
func upgradePartnerSubscriptions(h *Handler, c *call) (reply, error) {
	u := c.read.Upgrade()
	c.reportUnknown(u.Unknown)
	if err := h.Gate.AdmitSession(&c.Call, u.SessionID); err != nil {
		return reply{}, err
	}
	if r, ok := c.scenarioReply(); ok {
		return r, nil
	}
	result, changes, err := c.Shop.UpgradePartnerSubscriptions(c.Terms, upgradeOf(u))
	if err != nil {
		return reply{}, err
	}
	return reply{changes: changes, envelope: c.read.UpgradeAnswer(UpgradeResult{
		RefNo:           result.RefNo,
		Status:          string(result.Status),
		OrderLockReason: result.OrderLockReason,
		ProformaNumber:  result.ProformaNumber,
		TotalAmount:     result.TotalAmount.Fixed(),
		Currency:        result.Currency,

		TotalSubscriptionsNumber: result.TotalSubscriptionsNumber,
	})}, nil
}

// upgradeOf returns the parameters in the types of the shop.
func upgradeOf(u Upgrade) commerce.Upgrade {
	q := commerce.Upgrade{
		ExtraDiscount: extra(u.ExtraDiscount), ExtraMargin: extra(u.ExtraMargin),
		ExternalReferenceNumber: u.ExternalReferenceNumber, Comment: u.Comment,
	}
	for _, item := range u.Items {
		q.Items = append(q.Items, commerce.UpgradeItem(item))
	}
	return q
}

func extra(e *Extra) *commerce.Extra {
	if e == nil {
		return nil
	}
	return &commerce.Extra{Value: e.Value, Type: catalog.DiscountType(e.Type)}
}
