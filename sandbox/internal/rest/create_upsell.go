package rest

import (
	"regexp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// CreateUpsell is POST /upsell (section 4.8). Location names the campaign
// (open question create-status).
func CreateUpsell(c *call) (reply, error) {
	draft, err := c.campaignDraft()
	if err != nil {
		return reply{}, err
	}
	kept, changes, err := c.Shop.CreateUpsell(c.Terms, draft)
	if err != nil {
		return reply{}, err
	}
	return reply{contentType: jsonType, body: kept.Body, location: "/upsell/" + kept.Code, changes: changes}, nil
}

// morePlaces matches an amount with more than two places (open question amount-places).
var morePlaces = regexp.MustCompile(`"Amount"\s*:\s*-?[0-9]+\.[0-9]{3}`)

// campaignDraft reads the body of a campaign. A wrong type or an unknown name is
// INVALID_UPSELL_CAMPAIGN (open question campaign-errors).
func (c *call) campaignDraft() (commerce.CampaignDraft, error) {
	var d commerce.CampaignDraft
	err := c.decode(&d, catalog.InvalidUpsellCampaign)
	if body, _ := c.bytes(); morePlaces.Match(body) {
		c.Circumstances |= catalog.MorePlaces
	}
	return d, err
}
