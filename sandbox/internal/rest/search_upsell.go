package rest

import (
	"bytes"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// SearchUpsell is GET /upsell (section 4.8).
func SearchUpsell(c *call) (gate.Answer, error) {
	search, err := campaignSearch(c.query())
	if err != nil {
		return gate.Answer{}, c.firstProblem(err, search.Validate())
	}
	c.onPage(search.Paging.Page)
	if len(search.Statuses) == 0 {
		c.Circumstances |= catalog.NoStatuses
	}
	if slices.ContainsFunc(search.Statuses, func(s catalog.CampaignStatus) bool { return s != catalog.ExpiredCampaign }) {
		c.Circumstances |= catalog.OneStatus
	}
	page, err := c.Shop.SearchUpsell(c.Terms, search)
	if err != nil {
		return gate.Answer{}, err
	}
	if len(page.Campaigns) == 0 && c.isEmpty(search.Paging) {
		err = c.note(c.Shop.WhyNoCampaign(c.Terms, search))
	}
	return inJSON(campaignPage(page)), err
}

// campaignSearch reads the filters (open question campaign-query).
func campaignSearch(q *query) (commerce.CampaignSearch, error) {
	s := commerce.CampaignSearch{
		Name:         q.filter("Name"),
		Primary:      q.list("PrimaryProductCodes"),
		Recommended:  q.list("RecommendedProductCodes"),
		StartsBefore: q.day("StartsBefore"),
		StartsAfter:  q.day("StartsAfter"),
		EndsBefore:   q.day("EndsBefore"),
		EndsAfter:    q.day("EndsAfter"),
		Renewals:     q.boolean("EnabledForRenewals"),
		Codes:        q.list("CampaignCodes"),
	}
	for _, status := range q.list("Statuses") {
		s.Statuses = append(s.Statuses, catalog.CampaignStatus(status))
	}
	s.Paging = q.paging()
	return s, q.err
}

// campaignPage writes the list of section 2.4 around the stored bytes.
func campaignPage(page commerce.CampaignPage) []byte {
	size := 128
	for _, campaign := range page.Campaigns {
		size += len(campaign) + 1
	}
	body := bytes.NewBuffer(make([]byte, 0, size))
	body.WriteString(`{"Page":`)
	writeNumber(body, page.Paging.Page)
	body.WriteString(`,"Limit":`)
	writeNumber(body, page.Paging.Limit)
	body.WriteString(`,"Upsells":[`)
	for i, campaign := range page.Campaigns {
		if i > 0 {
			body.WriteByte(',')
		}
		body.Write(campaign)
	}
	body.WriteString(`],"UpsellsCount":`)
	writeNumber(body, page.Count)
	body.WriteString(`,"PagesCount":`)
	writeNumber(body, page.Pages())
	body.WriteString(`}`)
	return body.Bytes()
}
