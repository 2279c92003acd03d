package verdict

import (
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// departures returns the spellings of calls outside of the document.
func (s *Session) departures() []client.Departure {
	list := []client.Departure{}
	for e := range s.calls() {
		for _, d := range catalog.Departures(e.Departures).List() {
			at := slices.IndexFunc(list, func(known client.Departure) bool { return known.Name == d.Name })
			if at < 0 {
				at = len(list)
				list = append(list, client.Departure{Name: d.Name, Sentence: d.Sentence, IDs: []string{}, Fails: s.Request.AssertSpelling})
			}
			list[at].Calls++
			if len(list[at].IDs) < maxIDs {
				list[at].IDs = append(list[at].IDs, e.ID)
			}
		}
	}
	slices.SortFunc(list, func(a, b client.Departure) int { return strings.Compare(a.Name, b.Name) })
	return list
}
