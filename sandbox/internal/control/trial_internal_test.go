package control

import (
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestTrial finds the calls that a scenario would have affected, by a rule on order search.
// Each call comes at a second, ends at once, and shows that second on the account's clock.
func TestTrial(t *testing.T) {
	t.Parallel()
	at := func(seconds ...int) (searches []triedCall) {
		for _, second := range seconds {
			searches = append(searches, searchAt(second, second, second))
		}
		return searches
	}
	refused, missing := searchAt(0, 0, 0), searchAt(0, 0, 0)
	refused.admitted = false
	missing.EndedCall = calls.Of(&client.Entry{Operation: "search-orders", Response: client.Response{Status: 404}}, nil)
	for about, test := range map[string]struct {
		rule  string
		calls []triedCall
		want  []bool
	}{
		"before the credential": {"before: credential, cut: reset", append(at(0), refused), []bool{true, true}},
		"behind the credential": {"cut: reset", append(at(0), refused), []bool{true, false}},
		"counted":               {"skip: 1, times: 1, cut: reset", at(0, 0, 0, 0), []bool{false, true, false, false}},
		"by its status":         {"when: status == 404, delay: 1s", append(at(0), missing), []bool{false, true}},
		"limited":               {"limit: {calls: 1, per: 10s}", at(0, 1, 30, 31), []bool{false, true, false, true}},
		"overtaken, and on a clock that is set": {"limit: {calls: 1, per: 1h}", []triedCall{
			searchAt(1, 3, 1),
			searchAt(0, 4, 0),    // overtaken by the first
			searchAt(5, 6, -9),   // after both, on a clock set back
			searchAt(6, 8, -8),   //
			searchAt(7, 9, 3600), // while the one before it runs, on a clock set forward
		}, []bool{false, true, false, true, false}},
	} {
		library := scenario.NewLibrary(scenario.LibraryOptions{})
		_, err := library.Put(checkedName, []byte("rules:\n  - {on: search-orders, "+test.rule+"}\n"))
		must(t, err)
		trying := newTrial(library, 1)
		var got []bool
		for _, c := range test.calls {
			got = append(got, trying.affects(t.Context(), c))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", about, got, test.want)
		}
	}
}

// searchAt returns an admitted order search that came and ended at seconds of the machine's
// clock, with another second on the account's clock.
func searchAt(arrived, ended, shown int) triedCall {
	noon := time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
	second := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Second) }
	op, _ := catalog.Find(catalog.SearchOrders)
	return triedCall{
		EndedCall: calls.Of(&client.Entry{Operation: "search-orders", AccountTime: second(shown)}, nil),
		operation: op, outcome: op.Success, admitted: true, arrived: second(arrived), ended: second(ended),
	}
}
