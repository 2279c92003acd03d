package learn

import (
	"cmp"
	"encoding/json"
	"hash/maphash"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// page is a page of a listing.
type page struct {
	number, limit, count int
	rows                 []uint64 // of its records, the hashes of their names
	call                 *exchange
}

// listing is the pages of one search, by their numbers.
type listing struct {
	filters []string // the names of its filters, but pages
	pages   map[int]page
}

// campaign is what an answer showed of a campaign.
type campaign struct {
	has     map[string]bool // its fields with a value, of those whose default is nothing
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
	if len(key) > maxWord || len(rows) > maxRows || s.pages >= maxPages {
		return
	}
	if s.listings[key] == nil {
		if len(s.listings) >= maxListings {
			return
		}
		filters := slices.DeleteFunc(slices.Sorted(maps.Keys(e.query)), func(name string) bool { return slices.Contains(notFilters, name) })
		s.listings[key] = &listing{filters: filters, pages: map[int]page{}}
	}
	p := page{number: number, limit: limit, count: count, call: &exchange{name: e.name, op: e.op, path: e.path}}
	for _, row := range rows {
		name, _ := row[id].(string)
		p.rows = append(p.rows, maphash.String(rowSeed, name))
	}
	if _, known := s.listings[key].pages[number]; !known {
		s.pages++
	}
	s.listings[key].pages[number] = p
}

// rowSeed is that of the hashes of rows, which are compared within a process.
var rowSeed = maphash.MakeSeed()

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
	distinct := map[uint64]bool{}
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

// lookAtCampaigns looks at which campaigns a search finds, and which of those that were seen
// before it does not.
func (s *service) lookAtCampaigns(e *exchange) {
	if !e.ok() || e.object() == nil {
		return
	}
	rows, found := e.rows("Upsells"), map[string]bool{}
	for _, row := range rows {
		s.remember(row)
		code, _ := row["Code"].(string)
		found[code] = true
	}
	count, limit := e.count("UpsellsCount", "Count"), cmp.Or(e.count("Limit"), catalog.DefaultPageSize)
	s.keepPage(e, rows, "Code", max(1, e.count("Page")), limit, count)
	isWhole := len(rows) == count && !slices.ContainsFunc(slices.Collect(maps.Keys(e.query)), func(name string) bool {
		return !slices.Contains([]string{"Page", "Limit", "Statuses", "Statuses[]"}, name)
	})
	named := slices.Concat(e.query["Statuses"], e.query["Statuses[]"])
	switch {
	case len(named) == 0 && isWhole:
		s.whole, s.wholeCall = found, e.name
	case slices.Equal(named, []string{"Disabled"}) && s.whole != nil:
		for code := range found { // the search before had everything else
			if !s.whole[code] {
				s.note(catalog.CampaignStatuses, "enabled", s.wholeCall)
			}
		}
	}
	for code, c := range s.campaigns {
		s.compareCampaign(e, c, strings.Join(named, ","), found[code], isWhole)
	}
}

// compareCampaign says what it shows that a search for statuses found a campaign, or did not
// although it has all that it finds on one page.
func (s *service) compareCampaign(e *exchange, c campaign, statuses string, found, isWhole bool) {
	ended := !c.end.IsZero() && e.at.After(c.end)
	switch {
	case statuses == "" && found && (!c.enabled || ended):
		s.saw(catalog.CampaignStatuses, "all", e)
	case statuses == "" && !found && !c.enabled && isWhole:
		s.saw(catalog.CampaignStatuses, "enabled", e)
	case !ended || statuses != "Enabled" && statuses != "Disabled":
	case found:
		s.saw(catalog.EndedCampaigns, "both", e)
	case isWhole && c.enabled == (statuses == "Enabled"):
		s.saw(catalog.EndedCampaigns, "expired", e)
	}
}

// remember keeps a campaign that an answer showed.
func (s *service) remember(o map[string]any) {
	code, isText := o["Code"].(string)
	if _, isCampaign := o["PrimaryProduct"]; !isText || !isCampaign || len(s.campaigns) >= maxCampaigns {
		return
	}
	c := campaign{has: map[string]bool{}}
	for _, name := range defaultable {
		c.has[name] = !isNothing(o[name])
	}
	c.enabled, _ = o["Enabled"].(bool)
	if end, _ := o["EndDate"].(string); end != "" {
		if day, err := time.Parse(time.DateOnly, end); err == nil {
			c.end = day.AddDate(0, 0, 1)
		}
	}
	s.campaigns[code] = c
}

// defaultable are the fields of a campaign whose default is nothing.
var defaultable = []string{"StartDate", "EndDate", "Description"}

// lookAtUpdate compares an update that leaves a field out with the campaign before.
func (s *service) lookAtUpdate(e *exchange) {
	var asked map[string]any
	answer := e.object()
	before, known := s.campaigns[e.path[strings.LastIndexByte(e.path, '/')+1:]]
	if !e.ok() || !known || answer == nil || json.Unmarshal(e.asked, &asked) != nil {
		return
	}
	for _, name := range defaultable {
		if _, given := asked[name]; given || !before.has[name] {
			continue
		}
		if isNothing(answer[name]) {
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
