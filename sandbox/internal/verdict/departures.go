package verdict

import (
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// departures returns the spellings of calls outside of the document.
func (s *Session) departures() []client.Departure {
	list := []client.Departure{}
	add := func(departures, calls int, id string) {
		for _, d := range catalog.Departures(departures).List() {
			at := slices.IndexFunc(list, func(known client.Departure) bool { return known.Name == d.Name })
			if at < 0 {
				at = len(list)
				list = append(list, client.Departure{Name: d.Name, Sentence: d.Sentence, IDs: []string{}, Fails: s.Request.AssertSpelling})
			}
			list[at].Calls += calls
			if len(list[at].IDs) < maxIDs {
				list[at].IDs = append(list[at].IDs, id)
			}
		}
	}
	for _, t := range s.Outcome.Tallies {
		if t.Certain {
			add(t.Departures, int(t.Calls), journal.ID(s.Account, t.First))
		}
	}
	for _, e := range s.Outcome.Calls {
		add(e.Departures, 1, e.ID)
	}
	slices.SortFunc(list, func(a, b client.Departure) int { return strings.Compare(a.Name, b.Name) })
	return list
}
