package commerce

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// WhyNoCampaign returns why a search found no campaign: it names the filters to
// leave out.
func (s *Shop) WhyNoCampaign(t Terms, q CampaignSearch) (string, error) {
	var reason string
	err := s.store.View(func(tx Tx) error {
		reason = "the account has no campaigns"
		for _, less := range q.relaxedSearches() {
			count := less.count(t, tx.Campaigns())
			switch {
			case count == 1:
				reason = "1 campaign matches " + less.how
			case count > 0:
				reason = fmt.Sprintf("%d campaigns match %s", count, less.how)
			}
			if count > 0 {
				return nil
			}
		}
		return nil
	})
	return reason, err
}

// relaxedSearch is a search with fewer filters than another, and a description of
// the difference.
type relaxedSearch struct {
	CampaignSearch
	how string
}

// relaxedSearches returns the search without each of its filters, then without all.
func (q CampaignSearch) relaxedSearches() []relaxedSearch {
	every := catalog.CampaignStatus("").Values()
	list := make([]relaxedSearch, 0, 12)
	for _, filter := range []struct {
		name  string
		given bool
		drop  func(*CampaignSearch)
	}{
		{"Name", q.Name != "", func(q *CampaignSearch) { q.Name = "" }},
		{"PrimaryProductCodes", q.Primary != nil, func(q *CampaignSearch) { q.Primary = nil }},
		{"RecommendedProductCodes", q.Recommended != nil, func(q *CampaignSearch) { q.Recommended = nil }},
		{"StartsBefore", q.StartsBefore != nil, func(q *CampaignSearch) { q.StartsBefore = nil }},
		{"StartsAfter", q.StartsAfter != nil, func(q *CampaignSearch) { q.StartsAfter = nil }},
		{"EndsBefore", q.EndsBefore != nil, func(q *CampaignSearch) { q.EndsBefore = nil }},
		{"EndsAfter", q.EndsAfter != nil, func(q *CampaignSearch) { q.EndsAfter = nil }},
		{"EnabledForRenewals", q.Renewals != nil, func(q *CampaignSearch) { q.Renewals = nil }},
		{"CampaignCodes", q.Codes != nil, func(q *CampaignSearch) { q.Codes = nil }},
		{"Statuses", q.Statuses != nil, func(q *CampaignSearch) { q.Statuses = every }},
	} {
		if filter.given {
			less := q
			filter.drop(&less)
			list = append(list, relaxedSearch{less, "without " + filter.name})
		}
	}
	if q.Statuses == nil {
		less := q
		less.Statuses = every
		list = append(list, relaxedSearch{less, "with every value of Statuses"})
	}
	return append(list, relaxedSearch{CampaignSearch{Statuses: every}, "without any filter"})
}

// count returns how many campaigns match.
func (q CampaignSearch) count(t Terms, campaigns Campaigns) int {
	count, sieve := 0, q.sieve(t)
	for facts := range q.candidates(campaigns) {
		if sieve.passes(facts) {
			count++
		}
	}
	return count
}
