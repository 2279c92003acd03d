package soap

import (
	"cmp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// ServeUpgradePartnerSubscriptions upgrades the subscriptions and returns the
// partner order (section 4.9).
func ServeUpgradePartnerSubscriptions(c *call) (reply, error) {
	u := c.read.Upgrade()
	c.reportUnknown(u.Unknown)
	c.Depart(u.Departures)
	guidance := ""
	if len(u.Items) == 0 {
		guidance = c.guideUpgrade()
	}
	c.NameAsCredential(u.SessionID)
	for _, item := range u.Items {
		c.Subscriptions = append(c.Subscriptions, item.SubscriptionReference)
	}
	if err := c.handler.Gate.AdmitSession(&c.Call, u.SessionID); err != nil {
		if u.SessionID != "" || guidance == "" {
			return reply{}, err
		}
		c.Recorder.Note(guidance) // the failed check is recorded without it
		return reply{}, addGuidance(err, guidance)
	}
	if r, ok := c.scenarioReply(); ok {
		return r, nil
	}
	if err := cmp.Or(c.checkHeaders(), checkOnce(u.Repeated)); err != nil {
		return reply{}, err
	}
	if slices.ContainsFunc(u.Items, func(i UpgradeItem) bool { return len(i.PricingOptions) > 1 }) {
		c.Circumstances |= catalog.SeveralOptions
	}
	c.Circumstances |= u.ExtraDiscount.places() | u.ExtraMargin.places()
	result, changes, err := c.Shop.UpgradePartnerSubscriptions(c.Terms, upgradeOf(u))
	if err != nil {
		return reply{}, addGuidance(err, guidance)
	}
	return reply{changes: changes, envelope: c.read.UpgradeAnswer(UpgradeResult{
		RefNo:           result.RefNo,
		Status:          string(result.Status),
		OrderLockReason: result.OrderLockReason,
		ProformaNumber:  result.ProformaNumber,
		TotalAmount:     result.TotalAmount.StringFixed(),
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

// places returns MorePlaces for an amount with more than two (open question amount-places).
func (e *Extra) places() catalog.Circumstances {
	if e != nil && len(e.Value)-strings.IndexByte(e.Value+".", '.') > 3 {
		return catalog.MorePlaces
	}
	return 0
}

func extra(e *Extra) *commerce.Extra {
	if e == nil {
		return nil
	}
	return &commerce.Extra{Value: e.Value, Type: catalog.DiscountType(e.Type)}
}
