package sandbox_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// guideExample is a call of an operation that a condition of the guide is true for, and
// how it differs from one that it is false for.
type guideExample struct {
	operation catalog.OperationID
	hit, miss func(*operationCall, *http.Request)
	at, not   string // what the clock shows
}

// replacing returns a change of a call's address and body.
func replacing(old, by string) func(*operationCall, *http.Request) {
	return func(c *operationCall, _ *http.Request) {
		c.url, c.body = strings.Replace(c.url, old, by, 1), strings.Replace(c.body, old, by, 1)
	}
}

func agent(name string) func(*operationCall, *http.Request) {
	return func(_ *operationCall, r *http.Request) { r.Header.Set("User-Agent", name) }
}

var reference = regexp.MustCompile(`/orders/[0-9]+/`)

func ofOrder(ref string) func(*operationCall, *http.Request) {
	return func(c *operationCall, _ *http.Request) { c.url = reference.ReplaceAllString(c.url, "/orders/"+ref+"/") }
}

var guideExamples = map[string]guideExample{
	`query.Page == "2"`:                                            {operation: catalog.SearchOrders, hit: replacing("Limit=1", "Limit=1&Page=2"), miss: replacing("Limit=1", "Limit=1&Page=3")},
	`query.Limit != "" and int(query.Limit) > 100`:                 {operation: catalog.SearchUpsell, hit: replacing("Limit=1", "Limit=101"), miss: replacing("Limit=1", "")},
	`path.OrderReference in ["100028040", "100031545"]`:            {operation: catalog.RetrieveOrder, hit: ofOrder("100031545"), miss: ofOrder("100031546")},
	`header["User-Agent"] contains "legacy"`:                       {operation: catalog.Login, hit: agent("shop-legacy/1"), miss: agent("shop/2")},
	`body.Discount.Type == "PERCENT" and body.Discount.Value > 50`: {operation: catalog.CreateUpsell, hit: replacing(`"Value":5`, `"Value":51`), miss: replacing(`"Value":5`, `"Value":50`)},
	`body.FileName matches "(?i)[.]jpe?g$"`:                        {operation: catalog.UploadOrderForm, hit: replacing("form.pdf", "form.JPG"), miss: replacing("form.pdf", "jpg.pdf")},
	`xpath("//Quantity") == "3"`:                                   {operation: catalog.UpgradePartnerSubscriptions, hit: replacing("<Quantity>1", "<Quantity>3"), miss: replacing("<Quantity>1", "<Quantity>2")},
	`hour(now) >= 22 or hour(now) < 6`:                             {operation: catalog.SearchOrders, at: "2026-10-09T22:00:00Z", not: "2026-10-09T06:00:00Z"},
	`weekday(now) in ["Saturday", "Sunday"]`:                       {operation: catalog.Login, at: "2026-10-10T00:00:00Z", not: "2026-10-12T00:00:00Z"},
	`now >= "2026-12-24" and now < "2026-12-27"`:                   {operation: catalog.SearchOrders, at: "2026-12-26T23:59:59Z", not: "2026-12-27T00:00:00Z"},
}

var exampleRow = regexp.MustCompile("(?m)^\\| `(.+)` \\| [a-z ]+ \\|$")

// TestGuideConditions runs the ten examples of the guide: each acts on one call, and
// not on another.
func TestGuideConditions(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../web/guide/rehearsals.md")
	must(t, err)
	_, table, _ := strings.Cut(string(page), "| `when` | Acts on |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := exampleRow.FindAllStringSubmatch(table, -1)
	if len(rows) != len(guideExamples) {
		t.Errorf("the guide has %d examples, want %d", len(rows), len(guideExamples))
	}
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, row := range rows {
		when := row[1]
		e, known := guideExamples[when]
		if !known {
			t.Errorf("no call for %s", when)
			continue
		}
		if err := s.Control().PutScenario(t.Context(), "conditional", "rules: [{on: "+string(e.operation)+", when: '"+when+"', answer: {status: 503}}]"); err != nil {
			t.Errorf("%s: %v", when, err)
			continue
		}
		for _, side := range []struct {
			change func(*operationCall, *http.Request)
			at     string
			want   string
		}{{e.hit, e.at, "conditional"}, {e.miss, e.not, ""}} {
			if side.at != "" {
				at, err := time.Parse(time.RFC3339, side.at)
				if err == nil {
					_, err = controlled(s).FreezeAt(t.Context(), at)
				}
				must(t, err)
			}
			call := goodCall(t, s, e.operation)
			if side.change != nil {
				side.change(&call, &http.Request{Header: http.Header{}})
			}
			got := makeCall(t, s, call, func(r *http.Request) {
				asking("conditional")(r)
				if side.change != nil {
					side.change(&operationCall{}, r)
				}
			})
			if acted := got.Header.Get(scenario.HeaderName); acted != side.want {
				t.Errorf("%s on %s %s %s at %s: got %q, want %q", when, call.method, call.url, call.body, side.at, acted, side.want)
			}
		}
	}
}
