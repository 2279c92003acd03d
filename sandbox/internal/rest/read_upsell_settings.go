package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// ReadUpsellSettings is GET /upsell/settings/campaign/ (section 4.8).
func ReadUpsellSettings(c *call) (reply, error) {
	settings, err := c.Shop.UpsellSettings(c.Terms)
	if err != nil {
		return reply{}, err
	}
	body, err := record.Encode(settings)
	return reply{contentType: jsonType, body: body}, err
}
