package rest

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"

// UpdateUpsell is PUT /upsell/{upsellCode} (section 4.8).
func UpdateUpsell(c *call) (gate.Answer, error) {
	code, err := c.segment("upsellCode")
	if err != nil {
		return gate.Answer{}, err
	}
	draft, err := c.campaignDraft()
	if err != nil {
		return gate.Answer{}, err
	}
	kept, changes, err := c.Shop.UpdateUpsell(c.Terms, code, draft)
	return inJSON(kept.Body, changes...), err
}
