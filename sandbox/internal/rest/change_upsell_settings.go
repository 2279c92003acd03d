package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// ChangeUpsellSettings is PUT /upsell/settings/campaign/ (section 4.8).
func ChangeUpsellSettings(c *call) (gate.Answer, error) {
	var settings record.UpsellSettings
	if err := c.decode(&settings, catalog.InvalidUpsellSettings); err != nil {
		return gate.Answer{}, err
	}
	changes, err := c.Shop.ChangeUpsellSettings(c.Terms, settings)
	if err != nil {
		return gate.Answer{}, err
	}
	return encode(settings, changes...)
}
