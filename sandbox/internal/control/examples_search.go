package control

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// OrderSearchExample searches for an order of the account with all filters at once.
func OrderSearchExample(m exampleMaker, _ Operation) (*openapi.Example, error) {
	handles, err := handlesFor(m.account, "order-complete")
	if err != nil {
		return nil, err
	}
	s := newSampler(m.account)
	for _, h := range handles {
		var order record.Order
		err := s.shop.RetrieveOrder(s.terms, h.ids["OrderReference"], func(body []byte) { _ = json.Unmarshal(body, &order) })
		if err == nil && slices.Contains(catalog.SearchStatuses(), order.Status) {
			m.use(order.RefNo)
			return s.searchFor(order)
		}
	}
	return nil, nil
}

func (s *sampler) searchFor(order record.Order) (*openapi.Example, error) {
	day := record.DayOf(order.OrderDate.Time)
	query := commerce.OrderSearch{
		ApproveStatus: order.ApproveStatus, Newer: &day.Time, Status: order.Status, StartDate: &day, EndDate: &day,
		PartnerOrders: order.PartnerCode != nil, ExternalRefNo: "EXT-0", TestOrders: catalog.WithoutTestOrders, Paging: samplePaging,
	}
	if order.TestOrder {
		query.TestOrders = catalog.OnlyTestOrders
	}
	if order.ExternalReference != nil {
		query.ExternalRefNo = *order.ExternalReference
	}
	answer, err := s.orderPage(func(show func([]byte)) (commerce.Listed, error) { return s.shop.SearchOrders(s.terms, query, show) })
	return &openapi.Example{Answer: answer, Inputs: map[string]any{
		"ApproveStatus": query.ApproveStatus, "Newer": strconv.FormatInt(day.Unix(), 10), "Status": query.Status,
		"StartDate": day.String(), "EndDate": day.String(), "PartnerOrders": query.PartnerOrders,
		"ExternalRefNo": query.ExternalRefNo, "IncludeTestOrders": query.TestOrders,
		"Page": strconv.Itoa(samplePaging.Page), "Limit": strconv.Itoa(samplePaging.Limit),
	}}, err
}

// CampaignSearchExample searches for a campaign of the account with all filters at once.
// One with both dates comes first, because a filter of a date never finds a campaign
// without it.
func CampaignSearchExample(m exampleMaker, _ Operation) (*openapi.Example, error) {
	handles, err := handlesFor(m.account, "campaign-percent")
	if err != nil {
		return nil, err
	}
	s := newSampler(m.account)
	found := s.findCampaign(handles)
	if found == nil {
		return nil, nil
	}
	m.use(found.Code)
	return s.searchForCampaign(*found)
}

// findCampaign returns the first campaign with both dates, otherwise the first of all, nil
// for none.
func (s *sampler) findCampaign(handles []named) (found *record.Campaign) {
	for _, h := range handles {
		var campaign record.Campaign
		stored, err := s.campaign(h.ids["upsellCode"])
		if err != nil || json.Unmarshal(stored, &campaign) != nil {
			continue
		}
		if campaign.StartDate != nil && campaign.EndDate != nil {
			return &campaign
		}
		if found == nil {
			found = &campaign
		}
	}
	return found
}

// searchForCampaign searches with all filters at once for a campaign.
func (s *sampler) searchForCampaign(c record.Campaign) (*openapi.Example, error) {
	today, status := s.today(), catalog.DisabledCampaign
	if c.Enabled {
		status = catalog.EnabledCampaign
	}
	starts, ends := cmp.Or(c.StartDate, &today), cmp.Or(c.EndDate, &today)
	query := commerce.CampaignSearch{
		Name: c.Name, Primary: []string{c.PrimaryProduct.Code}, Recommended: []string{c.RecommendedProduct.Code},
		StartsBefore: starts, StartsAfter: starts, EndsBefore: ends, EndsAfter: ends,
		Renewals: &c.DisplayForManualRenewals, Codes: []string{c.Code}, Statuses: []catalog.CampaignStatus{status}, Paging: samplePaging,
	}
	page, err := s.shop.SearchUpsell(s.terms, query)
	if err != nil {
		return nil, err
	}
	rows := []json.RawMessage{}
	for _, campaign := range page.Campaigns {
		rows = append(rows, campaign)
	}
	answer := map[string]any{
		"Page": page.Paging.Page, "Limit": page.Paging.Limit, "Upsells": rows, "UpsellsCount": page.Count, "PagesCount": page.Pages(),
	}
	return &openapi.Example{Answer: answer, Inputs: map[string]any{
		"Name": c.Name, "PrimaryProductCodes": query.Primary, "RecommendedProductCodes": query.Recommended,
		"StartsBefore": starts.String(), "StartsAfter": starts.String(), "EndsBefore": ends.String(), "EndsAfter": ends.String(),
		"EnabledForRenewals": c.DisplayForManualRenewals, "CampaignCodes": query.Codes, "Statuses": query.Statuses,
		"Page": strconv.Itoa(samplePaging.Page), "Limit": strconv.Itoa(samplePaging.Limit),
	}}, nil
}
