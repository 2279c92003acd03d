package rest

// DeleteUpsell is DELETE /upsell/{upsellCode} (section 4.8). Its answer has no
// body.
func DeleteUpsell(c *call) (reply, error) {
	code, err := c.segment("upsellCode")
	if err != nil {
		return reply{}, err
	}
	changes, err := c.Shop.DeleteUpsell(c.Terms, code)
	return reply{changes: changes}, err
}
