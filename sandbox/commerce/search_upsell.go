package commerce

import (
	"bytes"
	"iter"
	"slices"
	"strings"
)

// CampaignStatus is a word of the filter Statuses (open question
// campaign-query). A campaign that is over still is Enabled or Disabled, as
// its field Enabled says.
type CampaignStatus string

// The words of the filter Statuses.
const (
	EnabledCampaign  CampaignStatus = "Enabled"
	DisabledCampaign CampaignStatus = "Disabled"
	ExpiredCampaign  CampaignStatus = "Expired" // EndDate before today
)

// CampaignSearch is the question of GET /upsell (section 4.8, open question
// campaign-query). Nil and empty mean not asked.
type CampaignSearch struct {
	Name         string // part of the title, in any case
	Primary      []string
	Recommended  []string
	StartsBefore *Day // this day included, as in the others
	StartsAfter  *Day
	EndsBefore   *Day
	EndsAfter    *Day
	Renewals     *bool
	Codes        []string // as CanonicalCode returns them
	Statuses     []CampaignStatus
	Paging       Paging
}

// CampaignPage is one page of campaigns (section 2.4), as stored bytes.
type CampaignPage struct {
	Campaigns [][]byte
	Paging    Paging
	Count     int // campaigns in all pages
}

// Pages returns how many pages all the campaigns fill (PagesCount).
func (p CampaignPage) Pages() int { return p.Paging.pages(p.Count) }

// SearchUpsell returns the page of the account's campaigns that match, latest
// created first.
func (s *Shop) SearchUpsell(t Terms, q CampaignSearch) (CampaignPage, error) {
	page := CampaignPage{Paging: q.Paging}
	rows := t.window(q.Paging)
	sieve := q.sieve(t)
	err := s.store.View(func(tx Tx) error {
		page.Campaigns, page.Count = nil, 0
		for facts, body := range q.candidates(tx.Campaigns()) {
			if !sieve.passes(facts) {
				continue
			}
			if rows.holds(page.Count) {
				page.Campaigns = append(page.Campaigns, bytes.Clone(body))
			}
			page.Count++
		}
		return nil
	})
	return page, err
}

// candidates narrows the campaigns by a product where one is asked for, so
// that the others are not looked at.
func (q CampaignSearch) candidates(campaigns Campaigns) iter.Seq2[CampaignFacts, []byte] {
	switch {
	case len(q.Primary) > 0:
		return campaigns.Of(PrimaryRole, q.Primary)
	case len(q.Recommended) > 0:
		return campaigns.Of(RecommendedRole, q.Recommended)
	}
	return campaigns.Newest()
}

// sieve is a search made ready to look at many campaigns.
type sieve struct {
	CampaignSearch
	today                       Day
	name                        string // folded
	primary, recommended, codes set
}

// set is the values of a filter that takes several, nil when it is not asked.
type set map[string]struct{}

func newSet(values []string) set {
	if len(values) == 0 {
		return nil
	}
	s := make(set, len(values))
	for _, v := range values {
		s[v] = struct{}{}
	}
	return s
}

func (s set) excludes(value string) bool {
	_, among := s[value]
	return s != nil && !among
}

func (q CampaignSearch) sieve(t Terms) sieve {
	if len(q.Statuses) == 0 && t.EnabledCampaigns {
		q.Statuses = []CampaignStatus{EnabledCampaign}
	}
	return sieve{
		CampaignSearch: q, today: DayOf(t.Now), name: folded(q.Name),
		primary: newSet(q.Primary), recommended: newSet(q.Recommended), codes: newSet(q.Codes),
	}
}

func (s sieve) passes(f CampaignFacts) bool {
	switch {
	case s.primary.excludes(f.Primary),
		s.recommended.excludes(f.Recommended),
		s.codes.excludes(f.Code),
		s.Renewals != nil && *s.Renewals != f.Renewals,
		!within(f.StartDate, s.StartsAfter, s.StartsBefore),
		!within(f.EndDate, s.EndsAfter, s.EndsBefore),
		!s.passesStatus(f),
		s.name != "" && !strings.Contains(folded(f.Name), s.name):
		return false
	}
	return true
}

// folded makes texts equal that differ in case only. Letters such as the two
// small sigmas share nothing but their capital, so that comes first.
func folded(s string) string { return strings.ToLower(strings.ToUpper(s)) }

// within reports whether a date lies between two, both included. One that is
// null lies nowhere, but passes where nothing is asked.
func within(date, from, to *Day) bool {
	if from == nil && to == nil {
		return true
	}
	return date != nil && (from == nil || !date.Before(from.Time)) && (to == nil || !date.After(to.Time))
}

func (s sieve) passesStatus(f CampaignFacts) bool {
	return len(s.Statuses) == 0 || slices.ContainsFunc(s.Statuses, func(status CampaignStatus) bool {
		switch status {
		case EnabledCampaign:
			return f.Enabled
		case DisabledCampaign:
			return !f.Enabled
		}
		return f.endsBefore(s.today)
	})
}
