package rest

import (
	"regexp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// CreateUpsell is POST /upsell (section 4.8). Location names the campaign
// (open question create-status).
func CreateUpsell(c *call) (gate.Answer, error) {
	draft, err := c.campaignDraft()
	if err != nil {
		return gate.Answer{}, err
	}
	kept, changes, err := c.Shop.CreateUpsell(c.Terms, draft)
	return c.at("/upsell/"+kept.Code, inJSON(kept.Body, changes...)), err
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
