package control

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// timeOf returns the time of an account, the machine's time for nil.
func (api *API) timeOf(a *account.Account) time.Time {
	if a == nil {
		return api.Registry.Wall()
	}
	return a.Clock.Now()
}

// filter selects entries of a ring and says how they are listed.
type filter struct {
	query         *calls.Query
	since, before int64 // numbers of entries, 0 for none
	limit         int
	lines         bool
	facets        []string
	archive       bool
}

// readFilter reads the filter of a request over the calls of an account, nil for calls
// without one.
func (api *API) readFilter(c *gin.Context, a *account.Account) (f filter, err error) {
	if f.query, err = api.readQuery(c, api.timeOf(a)); err != nil {
		return f, err
	}
	if f.lines, err = asksForLines(c); err != nil {
		return f, err
	}
	if f.facets, err = readFacets(c.Query("facets")); err != nil {
		return f, err
	}
	format, err := formatOf(c, client.AsJSON, "har")
	if err != nil {
		return f, err
	}
	f.archive = format == "har"
	if f.limit, err = queryLimit(c, 0, fmt.Sprintf("without it, the list has up to %d rows", defaultRows)); err != nil {
		return f, err
	}
	err = f.readPlaces(c, a)
	return f, err
}

// countDropped returns how many dropped calls of a ring the filter accepts, nil if none was
// dropped or the journal cannot know.
func (f filter) countDropped(ring *journal.Ring) *int64 {
	isUncounted := func(t *calls.Term) bool { return !calls.IsCounted(t) }
	sight := ring.Sight(0)
	if sight.Dropped == 0 || f.since != 0 || f.before != 0 || slices.ContainsFunc(f.query.Terms(), isUncounted) {
		return nil
	}
	counted := new(int64)
	for _, t := range sight.Tallies {
		switch {
		case t.Unknown:
			return nil
		case f.query.Matches(calls.Of(t.Entry().View(), nil)):
			*counted += t.Calls
		}
	}
	return counted
}

// readPlaces reads the entries that the list lies between.
func (f *filter) readPlaces(c *gin.Context, a *account.Account) error {
	ring := journal.None
	if a != nil {
		ring = a.Code
	}
	if c.Query("since") != "" && c.Query("after") != "" {
		return badRequest("give after alone", "after and since are the same")
	}
	for _, asked := range []struct {
		name   string
		number *int64
	}{{"since", &f.since}, {"after", &f.since}, {"before", &f.before}} {
		if id := c.Query(asked.name); id != "" {
			name, number, ok := journal.ParseID(id)
			if !ok || name != ring {
				return badRequest("such as "+ring+"-1", "%s must be the id of a call of %s, got %q", asked.name, ring, id)
			}
			*asked.number = number
		}
	}
	return nil
}

// readQuery reads q and the other names for terms.
func (api *API) readQuery(c *gin.Context, now time.Time) (*calls.Query, error) {
	fields := calls.Fields()
	q, err := fields.Parse(c.Query("q"), now)
	for _, name := range []string{"operation", "status", "code", "scenario"} {
		if values := c.Query(name); values != "" && err == nil {
			var term *calls.Query
			term, err = fields.ParseTerm(name, values, now)
			q = q.And(term)
		}
	}
	return q, err
}

// found is the result of a filter in a ring.
type found struct {
	page   []*journal.Entry // newest first
	total  int
	facets client.Facets
}

// maxSearch is how long a list may look for texts in the bodies of its calls.
const maxSearch = 10 * time.Second

// find returns the filter's page of a ring. The error comes from ctx, or says that the
// query takes too long.
func (f filter) find(ctx context.Context, ring *journal.Ring, limit int) (found, error) {
	slow := badRequest("write fewer texts, or put other terms beside them, which select fewer calls", "q takes too long: the list did not end in %s", maxSearch)
	ctx, cancel := context.WithTimeoutCause(ctx, maxSearch, slow)
	defer cancel()
	all, _ := ring.List(nil, f.since, 0)
	result := found{facets: client.Facets{}}
	for _, name := range f.facets {
		result.facets[name] = map[string]int{}
	}
	for _, e := range before(all, f.before) {
		if ctx.Err() != nil {
			return found{}, context.Cause(ctx)
		}
		if !f.query.Matches(calls.Of(e.View(), nil)) {
			continue
		}
		if result.total++; result.total <= limit {
			result.page = append(result.page, e)
		}
		for name, counts := range result.facets {
			for _, value := range facetValues(name, e) {
				if value != "" {
					counts[value]++
				}
			}
		}
	}
	return result, nil
}

// before returns the entries stored before the one with a number, from entries that are
// newest first. If that one is not kept, it returns those with lower numbers.
func before(entries []*journal.Entry, number int64) []*journal.Entry {
	if number == 0 {
		return entries
	}
	if at := slices.IndexFunc(entries, func(e *journal.Entry) bool { return e.Number == number }); at >= 0 {
		return entries[at+1:]
	}
	return slices.DeleteFunc(entries, func(e *journal.Entry) bool { return e.Number >= number })
}
