package rest

import (
	"errors"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// RecommendedUpsell is GET /upsell/recommended (section 4.8).
func RecommendedUpsell(c *call) (reply, error) {
	q := c.query()
	product := q.text("ProductCode", catalog.InvalidParameter)
	if q.err != nil {
		return reply{}, q.err
	}
	campaign, err := c.Shop.RecommendedUpsell(c.Terms, product)
	if err != nil {
		return c.nothingRecommended(err)
	}
	return reply{contentType: jsonType, body: campaign}, nil
}

// nothingRecommended returns the account's answer to open question
// recommended-not-found when err says that no campaign was found. It returns any
// other error as it is.
func (c *call) nothingRecommended(err error) (reply, error) {
	var p *commerce.Problem
	if !errors.As(err, &p) || p.Code != catalog.UpsellCampaignNotFound {
		return reply{}, err
	}
	switch c.Settings.Answers.Get(catalog.RecommendedNotFound) {
	case "null":
		c.Recorder.Note(p.Message)
		return reply{status: http.StatusOK, contentType: jsonType, body: []byte("null"), replaces: p.Code}, nil
	case "204":
		c.Recorder.Note(p.Message)
		return reply{status: http.StatusNoContent, replaces: p.Code}, nil
	}
	return reply{}, err
}
