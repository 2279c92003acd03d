package rest

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"

// ReadUpsellSettings is GET /upsell/settings/campaign/ (section 4.8).
func ReadUpsellSettings(c *call) (gate.Answer, error) {
	settings, err := c.Shop.UpsellSettings(c.Terms)
	if err != nil {
		return gate.Answer{}, err
	}
	return encode(settings)
}
