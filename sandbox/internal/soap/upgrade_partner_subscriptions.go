package soap

import (
	"cmp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// ServeUpgradePartnerSubscriptions upgrades the subscriptions and returns the
// partner order (section 4.9).
func ServeUpgradePartnerSubscriptions(c *call) (gate.Answer, error) {
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
			return gate.Answer{}, err
		}
		c.Recorder.Note(guidance) // the failed check is recorded without it
		return gate.Answer{}, addGuidance(err, guidance)
	}
	if answer, replaces := c.Replacement(c); replaces {
		return answer, nil
	}
	if err := cmp.Or(c.checkHeaders(), checkOnce(u.Repeated)); err != nil {
		return gate.Answer{}, err
	}
	if slices.ContainsFunc(u.Items, func(i commerce.UpgradeItem) bool { return len(i.PricingOptions) > 1 }) {
		c.Circumstances |= catalog.SeveralOptions
	}
	c.Circumstances |= places(u.ExtraDiscount) | places(u.ExtraMargin)
	result, changes, err := c.Shop.UpgradePartnerSubscriptions(c.Terms, u.Upgrade)
	if err != nil {
		return gate.Answer{}, addGuidance(err, guidance)
	}
	return c.inEnvelope(c.read.UpgradeAnswer(result), changes...), nil
}

// places returns MorePlaces for an amount with more than two (open question amount-places).
func places(e *commerce.Extra) catalog.Circumstances {
	if e != nil && len(e.Value)-strings.IndexByte(e.Value+".", '.') > 3 {
		return catalog.MorePlaces
	}
	return 0
}
