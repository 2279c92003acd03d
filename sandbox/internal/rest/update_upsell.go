package rest

// UpdateUpsell is PUT /upsell/{upsellCode} (section 4.8).
func UpdateUpsell(c *call) (reply, error) {
	code, err := c.segment("upsellCode")
	if err != nil {
		return reply{}, err
	}
	draft, err := c.campaignDraft()
	if err != nil {
		return reply{}, err
	}
	kept, changes, err := c.Shop.UpdateUpsell(c.Terms, code, draft)
	if err != nil {
		return reply{}, err
	}
	return reply{contentType: jsonType, body: kept.Body, changes: changes}, nil
}
