package commerce

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// CampaignSearch is the query of GET /upsell (section 4.8, open question
// campaign-query). Nil and empty mean an absent filter.
type CampaignSearch struct {
	Name         string // part of the title, in any case
	Primary      []string
	Recommended  []string
	StartsBefore *record.Day // this day included, as in the others
	StartsAfter  *record.Day
	EndsBefore   *record.Day
	EndsAfter    *record.Day
	Renewals     *bool
	Codes        []string // UUIDs in any case
	Statuses     []catalog.CampaignStatus
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

// SearchUpsell returns a page of the account's matching campaigns, latest created
// first.
func (s *Shop) SearchUpsell(t Terms, q CampaignSearch) (CampaignPage, error) {
	if err := q.Validate(); err != nil {
		return CampaignPage{}, err
	}
	page := CampaignPage{Paging: q.Paging}
	rows := t.window(q.Paging)
	sieve := q.sieve(t)
	err := s.store.View(func(tx Tx) error {
		for facts, body := range q.candidates(tx.Campaigns()) {
			if !sieve.passes(facts) {
				continue
			}
			if rows.contains(page.Count) {
				page.Campaigns = append(page.Campaigns, bytes.Clone(body))
			}
			page.Count++
		}
		return nil
	})
	return page, err
}

// Validate checks the filters in the order of the catalogue, then the page (open
// questions bad-value and search-paging).
func (q CampaignSearch) Validate() error {
	return firstOf(
		checkDay("StartsBefore", q.StartsBefore),
		checkDay("StartsAfter", q.StartsAfter),
		checkDay("EndsBefore", q.EndsBefore),
		checkDay("EndsAfter", q.EndsAfter),
		q.checkCodes(),
		q.checkStatuses(),
		q.Paging.Validate(),
	)
}

func (q CampaignSearch) checkCodes() error {
	for _, code := range q.Codes {
		if _, ok := canonicalCode(code); !ok {
			return invalid(catalog.InvalidParameter, "CampaignCodes", code, "UUIDs of campaigns")
		}
	}
	return nil
}

func (q CampaignSearch) checkStatuses() error {
	for _, status := range q.Statuses {
		if err := checkValue(catalog.InvalidParameter, "Statuses", status, status.Values()); err != nil {
			return err
		}
	}
	return nil
}

// candidates yields the campaigns of the products named by the query, or all
// campaigns when it names none. So a search of one product reads no others.
func (q CampaignSearch) candidates(campaigns Campaigns) iter.Seq2[record.CampaignFacts, []byte] {
	switch {
	case len(q.Primary) > 0:
		return campaigns.Of(PrimaryRole, q.Primary)
	case len(q.Recommended) > 0:
		return campaigns.Of(RecommendedRole, q.Recommended)
	}
	return campaigns.Newest()
}

// sieve is a search prepared for many campaigns.
type sieve struct {
	CampaignSearch
	today                       record.Day
	endedByFlag                 bool   // Terms.EndedByFlag
	name                        string // folded
	primary, recommended, codes set
}

// set is the values of a multiple filter, nil for an absent one.
type set map[string]bool

func newSet(values []string) set {
	if len(values) == 0 {
		return nil
	}
	s := make(set, len(values))
	for _, v := range values {
		s[v] = true
	}
	return s
}

func (s set) excludes(value string) bool { return s != nil && !s[value] }

func (q CampaignSearch) sieve(t Terms) sieve {
	if len(q.Statuses) == 0 && t.EnabledCampaigns {
		q.Statuses = []catalog.CampaignStatus{catalog.EnabledCampaign}
	}
	codes := make([]string, len(q.Codes))
	for i, code := range q.Codes {
		codes[i], _ = canonicalCode(code) // Validate checked it
	}
	return sieve{
		CampaignSearch: q, today: record.DayOf(t.Now), endedByFlag: t.EndedByFlag, name: foldCase(q.Name),
		primary: newSet(q.Primary), recommended: newSet(q.Recommended), codes: newSet(codes),
	}
}

func (s sieve) passes(f record.CampaignFacts) bool {
	switch {
	case s.primary.excludes(f.Primary),
		s.recommended.excludes(f.Recommended),
		s.codes.excludes(f.Code),
		s.Renewals != nil && *s.Renewals != f.Renewals,
		!within(f.StartDate, s.StartsAfter, s.StartsBefore),
		!within(f.EndDate, s.EndsAfter, s.EndsBefore),
		!s.passesStatus(f),
		s.name != "" && !strings.Contains(foldCase(f.Name), s.name):
		return false
	}
	return true
}

// foldCase returns the same text for texts differing only in case, as Unicode folds
// them (open question campaign-query).
func foldCase(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) {
		return cases.Fold().String(s)
	}
	return strings.ToLower(s)
}

// within reports whether a date is between two, both included. A null date is
// between none, but passes where both are absent.
func within(date, from, to *record.Day) bool {
	if from == nil && to == nil {
		return true
	}
	return date != nil && (from == nil || !date.Before(from.Time)) && (to == nil || !date.After(to.Time))
}

// passesStatus reports whether the campaign has one of the statuses (open question
// ended-campaigns).
func (s sieve) passesStatus(f record.CampaignFacts) bool {
	return len(s.Statuses) == 0 || slices.ContainsFunc(s.Statuses, func(status catalog.CampaignStatus) bool {
		ended := f.EndsBefore(s.today)
		if status == catalog.ExpiredCampaign {
			return ended
		}
		return (status == catalog.EnabledCampaign) == f.Enabled && (s.endedByFlag || !ended)
	})
}
