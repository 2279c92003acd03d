package learn

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// page is a page of a listing.
type page struct {
	number, limit, count int
	rows                 []string // the names of its records
	call                 *exchange
}

// listing is the pages of one search, by their numbers.
type listing struct {
	filters []string // the names of its filters, but pages
	pages   map[int]page
}

// campaign is what an answer showed of a campaign.
type campaign struct {
	fields  map[string]any
	enabled bool
	end     time.Time // when its last day is over, zero for none
}

// notFilters are names of a query that choose no records.
var notFilters = []string{"Page", "Limit", "IncludeTestOrders"}

// keepPage keeps a page for its neighbours. Of a page that is read again the last reading
// stays.
func (s *service) keepPage(e *exchange, rows []map[string]any, id string, number, limit, count int) {
	query := maps.Clone(e.query)
	query.Del("Page")
	key := e.path + "?" + query.Encode()
	if s.listings[key] == nil {
		filters := slices.DeleteFunc(slices.Sorted(maps.Keys(e.query)), func(name string) bool { return slices.Contains(notFilters, name) })
		s.listings[key] = &listing{filters: filters, pages: map[int]page{}}
	}
	p := page{number: number, limit: limit, count: count, call: e}
	for _, row := range rows {
		name, _ := row[id].(string)
		p.rows = append(p.rows, name)
	}
	s.listings[key].pages[number] = p
}

// compareListings looks at the pages of each search together, and at searches with and
// without a filter.
func (s *service) compareListings() {
	everything := map[string]int{} // the highest count of each path without a filter
	for key, l := range s.listings {
		path, _, _ := strings.Cut(key, "?")
		for _, p := range l.pages {
			if len(l.filters) == 0 || path == "/orders/" && slices.Equal(l.filters, []string{"StartDate"}) {
				everything[path] = max(everything[path], p.count)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.listings)) {
		l := s.listings[key]
		s.compareFilter(l, everything)
		s.comparePages(l)
	}
}

// compareFilter compares the count of a search with its rows and with the count of all.
func (s *service) compareFilter(l *listing, everything map[string]int) {
	first, known := l.pages[1]
	if !known || len(l.filters) == 0 || first.call.op.ID == catalog.SearchUpsell {
		return
	}
	path, _, _ := strings.Cut(first.call.path, "?")
	switch rows := len(first.rows); {
	case rows < first.limit && first.count > rows:
		s.saw(catalog.PageCount, "all", first.call)
	case rows < first.limit && first.count == rows && everything[path] > rows:
		s.saw(catalog.PageCount, "filtered", first.call)
	}
}

// comparePages compares neighbouring pages with each other and all pages with the count.
func (s *service) comparePages(l *listing) {
	distinct := map[string]bool{}
	var last page
	whole := true
	for _, number := range slices.Sorted(maps.Keys(l.pages)) {
		p := l.pages[number]
		if whole = whole && number == last.number+1; whole && number > 1 && len(p.rows) > 0 && len(last.rows) > 0 && p.rows[0] == last.rows[len(last.rows)-1] {
			s.saw(catalog.PageStability, "grows", p.call)
			return
		}
		for _, row := range p.rows {
			distinct[row] = true
		}
		last = p
	}
	isLast := last.limit > 0 && last.number > 1 && last.number*last.limit >= last.count
	switch {
	case !whole || !isLast:
	case len(distinct) == last.count:
		s.saw(catalog.PageStability, "stable", last.call)
	case len(distinct) < last.count:
		s.saw(catalog.PageStability, "shrinks", last.call)
	}
}

// lookAtCampaigns looks at a page of campaigns.
func (s *service) lookAtCampaigns(e *exchange) {
	var found struct {
		Upsells      []map[string]any
		Page, Limit  int
		UpsellsCount int
		Pagination   struct{ Page, Limit, Count int }
	}
	if !e.ok() || json.Unmarshal(e.answer, &found) != nil {
		return
	}
	for _, row := range found.Upsells {
		s.remember(row, e)
	}
	count := cmp.Or(found.UpsellsCount, found.Pagination.Count)
	limit := cmp.Or(found.Limit, found.Pagination.Limit, catalog.DefaultPageSize)
	s.keepPage(e, found.Upsells, "Code", max(1, found.Page, found.Pagination.Page), limit, count)
	search := campaignSearch{call: e, whole: len(found.Upsells) == count, filters: e.query, rows: map[string]bool{}}
	for _, row := range found.Upsells {
		code, _ := row["Code"].(string)
		search.rows[code] = true
	}
	s.searches = append(s.searches, search)
}

// campaignSearch is a search for campaigns with the codes that it found.
type campaignSearch struct {
	call    *exchange
	whole   bool // whether its page has all that it found
	filters url.Values
	rows    map[string]bool
}

// remember keeps a campaign that an answer showed.
func (s *service) remember(o map[string]any, _ *exchange) {
	code, isText := o["Code"].(string)
	if _, isCampaign := o["PrimaryProduct"]; !isText || !isCampaign {
		return
	}
	c := campaign{fields: o}
	c.enabled, _ = o["Enabled"].(bool)
	if end, _ := o["EndDate"].(string); end != "" {
		if day, err := time.Parse(time.DateOnly, end); err == nil {
			c.end = day.AddDate(0, 0, 1)
		}
	}
	s.campaigns[code] = c
}

// compareCampaigns looks at which campaigns searches found, and which not.
func (s *service) compareCampaigns() {
	for _, search := range s.searches {
		statuses := search.filters["Statuses"]
		statuses = append(statuses, search.filters["Statuses[]"]...)
		named := strings.Split(strings.Join(statuses, ","), ",")
		for _, code := range slices.Sorted(maps.Keys(s.campaigns)) {
			c, found := s.campaigns[code], search.rows[code]
			ended := !c.end.IsZero() && search.call.at.After(c.end)
			switch {
			case len(statuses) == 0 && found && (!c.enabled || ended):
				s.saw(catalog.CampaignStatuses, "all", search.call)
			case len(statuses) == 0 && !found && !c.enabled && s.isOpen(search):
				s.saw(catalog.CampaignStatuses, "enabled", search.call)
			case !ended || len(named) != 1 || named[0] == "Expired":
			case found:
				s.saw(catalog.EndedCampaigns, "both", search.call)
			case s.isOpen(search) && c.enabled == (named[0] == "Enabled"):
				s.saw(catalog.EndedCampaigns, "expired", search.call)
			}
		}
	}
}

// isOpen reports whether a search would have found every campaign of its statuses.
func (s *service) isOpen(search campaignSearch) bool {
	for name := range search.filters {
		if !slices.Contains([]string{"Page", "Limit", "Statuses", "Statuses[]"}, name) {
			return false
		}
	}
	return search.whole
}

// lookAtUpdate compares an update that leaves a field out with the campaign before.
func (s *service) lookAtUpdate(e *exchange) {
	var asked map[string]any
	answer := e.object()
	before, known := s.campaigns[e.path[strings.LastIndexByte(e.path, '/')+1:]]
	if !e.ok() || !known || answer == nil || json.Unmarshal(e.asked, &asked) != nil {
		return
	}
	for _, name := range []string{"StartDate", "EndDate", "Description"} { // these have an empty default
		had, has := before.fields[name], answer[name]
		if _, given := asked[name]; given || isNothing(had) {
			continue
		}
		if isNothing(has) {
			s.saw(catalog.CampaignUpdate, "replace", e)
		} else {
			s.saw(catalog.CampaignUpdate, "merge", e)
		}
	}
}

func isNothing(v any) bool {
	list, isList := v.([]any)
	return v == nil || v == "" || isList && len(list) == 0
}
