package scenario_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestBoundsOfARule verifies the last value on the right side of each bound of a rule, and
// the first one on the wrong side.
func TestBoundsOfARule(t *testing.T) {
	t.Parallel()
	edits := func(n int) string {
		return "change: [" + strings.TrimSuffix(strings.Repeat("{at: $.x, set: 1}, ", n), ", ") + "]"
	}
	for _, test := range []struct{ rule, want string }{
		{"limit: {calls: 1000000, per: 1s}", ""}, {"limit: {calls: 1000001, per: 1s}", `calls must be a whole number from 1 to 1000000, got "1000001"`},
		{"limit: {calls: 1, per: 366d}", ""}, {"limit: {calls: 1, per: 367d}", "per must be longer than 0s and at most 366d"}, {"limit: {calls: 1, per: 0s}", "per must be longer than 0s"},
		{edits(20), ""}, {edits(21), "a rule may have at most 20 changes"},
		{"answer: {status: 200}", ""}, {"answer: {status: 199}", "status"}, {"answer: {status: 599}", ""}, {"answer: {status: 600}", "status"},
		{"answer: {status: 500, error_code: " + strings.Repeat("C", 100) + "}", ""}, {"answer: {status: 500, error_code: " + strings.Repeat("C", 101) + "}", "error_code must have at most 100 bytes, got 101"},
		{"answer: {status: 204, body: x}", "status 204 must not have a body"}, {"answer: {status: 304, error_code: X}", "status 304 must not have a body"}, {"answer: {status: 204}", ""}, {"answer: {status: 203, body: x}", ""},
		{"answer: {status: 500, body: x, error_code: X}", "either error_code and message, or a raw body"}, {"answer: {status: 500, message: x}", "message needs error_code"},
		{"answer: {status: 500, body: x, message: m}", "either error_code and message, or a raw body"}, {"answer: {status: 204, error_code: X}", "status 204 must not have a body"},
		{"fail: INTERNAL_ERROR\n    status: 400", ""}, {"fail: INTERNAL_ERROR\n    status: 599", ""},
		{"chance: 0%\n    cut: reset", "chance must be above 0%"}, {"chance: 0.1%\n    cut: reset", ""}, {"chance: 100%\n    cut: reset", ""}, {"chance: 101%\n    cut: reset", "chance"},
		{"skip: 0\n    cut: reset", ""}, {"skip: -1\n    cut: reset", "skip"}, {"times: 1\n    cut: reset", ""}, {"times: 0\n    cut: reset", "times"},
	} {
		refuse(t, "  - on: search-orders\n    "+test.rule, test.want)
	}
	path := func(n int) string { return "path:/" + strings.Repeat("x", n-1) }
	for _, test := range []struct{ on, want string }{
		{path(200), ""}, {path(201), "a path must have at most 200 characters, got 201"}, {"path:x", "a path must begin with a slash"}, {"path:/a?b", "a path must not have a query"},
		{"[path:/a, path:/a]", "on names path:/a twice"}, {"[path:/a, path:/b]", ""}, {"path:/orders", "/orders is a path of the interface; name its operation"}, {"[unknown-path, path:/a]", "no path: may be beside it"},
	} {
		refuse(t, "  - {on: "+strings.ReplaceAll(test.on, "path:/a?b", `"path:/a?b"`)+", cut: reset}", test.want)
	}
}

// TestConsequences reads the effects of a scenario on each operation.
func TestConsequences(t *testing.T) {
	t.Parallel()
	const text = `summary: s
features: {API_GET_CUSTOMER_ORDERS: %t}
assume: {nulls: omitted}
rules:
  - {on: login, fail: AUTHENTICATION_FAILED, skip: 2, times: 3, chance: 50%%}
  - {on: login, answer: {status: 503, error_code: DOWN}, before: credential}
  - {on: login, cut: reset, after: true, delay: 250ms}
  - {on: login, limit: {calls: 5, per: 10s}}
  - {on: search-upsell, change: [{at: $.Page, set: 7}, {at: status, set: 500}]}
  - {on: search-upsell, delay: {from: 100ms, to: 1h}, when: query.Page == "2"}
  - {on: search-upsell, delay: {median: 1m, p99: 90s}}
  - {on: [unknown-path], cut: empty}
  - {on: ["path:/a/*", "path:/b"], cut: empty, when: query.x == "1"}
`
	for on, forbidden := range map[bool]string{true: "0 ", false: "403 FORBIDDEN"} {
		s, err := scenario.Parse("s", fmt.Appendf(nil, text, on))
		must(t, err)
		var lines []string
		for _, c := range s.Effects() {
			line := fmt.Sprintf("%s %s %d %s", c.Operation, c.Act, c.Status, c.Code)
			for name, value := range map[string]any{"cut": c.Cut, "limit": c.Limit, "when": c.When, "delay": c.Delay, "question": c.Question, "answer": c.Answer, "feature": c.Feature} {
				if text := fmt.Sprint(value); text != "" {
					line += fmt.Sprintf("; %s %s", name, text)
				}
			}
			if c.Act != client.ActQuestion {
				lines = append(lines, fmt.Sprintf("%s; %t %t %v %d %d %t %q", parseRange(line), c.After, c.Before != "", cmp.Or(c.Share, 1), c.Skip, c.Times, c.Enabled != nil && *c.Enabled, c.Changes))
			} else if c.Operation == string(catalog.RetrieveOrder) {
				lines = append(lines, parseRange(line))
			}
		}
		want := []string{
			`customer-orders feature ` + forbidden + `; feature API_GET_CUSTOMER_ORDERS; false false 1 0 0 ` + fmt.Sprint(on) + ` []`,
			`retrieve-order answer-to-question 0 ; answer omitted; question nulls`,
			`search-upsell change 0 ; false false 1 0 0 false ["$.Page = 7" "status = 500"]`,
			`search-upsell delay 0 ; delay 100ms to 1h; when query.Page == "2"; false false 1 0 0 false []`,
			`search-upsell delay 0 ; delay median 1m, p99 1m30s; false false 1 0 0 false []`,
			`login fail 500 AUTHENTICATION_FAILED; false false 0.5 2 3 false []`,
			`login answer 503 DOWN; false true 1 0 0 false []`,
			`login cut 0 ; cut reset; delay 250ms; true false 1 0 0 false []`,
			`login limit 429 TOO_MANY_REQUESTS; limit 5 per 10s by account; false false 1 0 0 false []`,
			`unknown-path cut 0 ; cut empty; false false 1 0 0 false []`,
			`unknown-path cut 0 ; cut empty; when path["*"] like "/a/*" or "/b" and query.x == "1"; false false 1 0 0 false []`,
		}
		if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
			t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
		}
	}
}

// parseRange sorts the parts of a line behind the first.
func parseRange(line string) string {
	parts := strings.Split(line, "; ")
	slices.Sort(parts[1:])
	return strings.Join(parts, "; ")
}
