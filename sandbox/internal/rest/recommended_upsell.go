package rest

import (
	"errors"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// RecommendedUpsell is GET /upsell/recommended (section 4.8).
func RecommendedUpsell(c *call) (gate.Answer, error) {
	q := c.query()
	product := q.text("ProductCode", catalog.InvalidParameter)
	if q.err != nil {
		return gate.Answer{}, q.err
	}
	campaign, err := c.Shop.RecommendedUpsell(c.Terms, product)
	if err != nil {
		return c.nothingRecommended(err)
	}
	return inJSON(campaign), nil
}

// nothingRecommended returns the account's answer to open question
// recommended-not-found when err says that no campaign was found. It returns any
// other error as it is.
func (c *call) nothingRecommended(err error) (gate.Answer, error) {
	var p *commerce.Problem
	if !errors.As(err, &p) || p.Code != catalog.UpsellCampaignNotFound {
		return gate.Answer{}, err
	}
	answer := inJSON([]byte("null"))
	switch c.Settings.Answers.Get(catalog.RecommendedNotFound) {
	case "null":
		answer.Status = http.StatusOK
	case "204":
		answer = gate.Answer{Status: http.StatusNoContent}
	default:
		return gate.Answer{}, err
	}
	c.Recorder.Note(p.Message)
	answer.Replaced = true
	answer.Outcome, _ = c.Operation.Failure(p.Code)
	return answer, nil
}
