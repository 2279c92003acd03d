package scenario_test

import (
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// TestRulesLeftOut names each rule that did not act, with the first part of its condition that is
// false and what it read.
func TestRulesLeftOut(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{"s": `
rules:
  - {on: search-orders, when: 'query.Page != "9" && (query.Limit == "1" or query.Page == "2") and query.Limit != "x"', delay: 1s}
  - {on: search-orders, when: 'query.Page == "7" && query.Limit == "1"', delay: 1s}
  - {on: search-orders, skip: 1, delay: 1s}
  - {on: search-orders, limit: {calls: 5, per: 1m}}
  - {on: login, delay: 1s}
  - {on: search-orders, delay: 1s}
`}))
	activate(t, director, "s")
	d := decideOn(t, director, &call{operation: catalog.SearchOrders, query: map[string]string{"Page": "7", "Limit": "3"}})
	const rule = "scenario s, rule "
	want := []string{
		rule + `1: did not act, because (query.Limit == "1" or query.Page == "2") is false: query.Limit is "3" and query.Page is "7"`,
		rule + `2: did not act, because query.Limit == "1" is false: query.Limit is "3"`,
		rule + "3: did not act, because its skip, every, chance or times leave this call out",
	}
	if !slices.Equal(d.LeftOut, want) {
		t.Errorf("got %q, want %q", d.LeftOut, want)
	}
}
