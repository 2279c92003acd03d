package rest

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"

// DeleteUpsell is DELETE /upsell/{upsellCode} (section 4.8). Its answer has no
// body.
func DeleteUpsell(c *call) (gate.Answer, error) {
	code, err := c.segment("upsellCode")
	if err != nil {
		return gate.Answer{}, err
	}
	changes, err := c.Shop.DeleteUpsell(c.Terms, code)
	return gate.Answer{Changes: changes}, err
}
