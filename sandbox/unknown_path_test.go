package sandbox_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestUnknownPath calls paths that the interface does not have: those of other
// interfaces are outside, a misspelled one is not found.
func TestUnknownPath(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const outside, notFound = "OUTSIDE_INTERFACE", "NOT_FOUND"
	count := int64(0)
	for path, code := range map[string]string{
		"/products/": outside, "/products/STUDIO/": outside, "/subscriptions/7KQ2M9XW4B/": outside, "/customers/0/": outside, "/refunds": outside,
		"/orders/1/refund/": outside, "//products//": outside, "/upsell/settings/shipping": outside, "/../../rpc/6.0": outside,
		"/": notFound, "/order/": notFound, "/Orders/1": notFound, "/orders/1/uplod": notFound, "/upsel": notFound, "/../5.0/products/": notFound,
	} {
		if got := s.Get(path); got.Status != http.StatusNotFound || !strings.Contains(got.Body, `"`+code+`"`) {
			t.Errorf("%s: got %d %s, want %s", path, got.Status, got.Body, code)
		}
		if code == outside {
			count++
		}
	}
	calls, err := controlled(s).Requests(t.Context(), client.Filter{Operation: "unknown-path"})
	if err != nil || int64(calls.Total) != count {
		t.Errorf("got %d entries, %v, want %d", calls.Total, err, count)
	}
	report, err := controlled(s).Coverage(t.Context())
	if err != nil || report.Outside != count || report.Other != 0 {
		t.Errorf("got %d outside and %d other, %v", report.Outside, report.Other, err)
	}
}

// TestUnknownPathScenarios answers paths that the interface does not have.
func TestUnknownPathScenarios(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for name, rule := range map[string]string{
		"products": `on: "path:/products/*", when: query.Page == "2", answer: {status: 202, body: '[]'}`,
		"rpc":      `on: [login, "path:/rpc/6.0"], when: body.method == "getOrder", answer: {status: 203, body: '{"result":1}'}`,
		"leads":    `on: unknown-path, when: 'path["*"] startsWith "/leads"', answer: {status: 410, error_code: GONE, message: m}`,
		"gone":     `on: "path:/gone", cut: empty`,
	} {
		must(t, s.Control().PutScenario(t.Context(), name, "rules: [{"+rule+"}]"))
		must(t, controlled(s).Activate(t.Context(), name, client.ActivationLimits{}))
	}
	for _, test := range []struct{ method, path, body, want string }{
		{"GET", "/rest/6.0/products/?Page=2", "", "202 [] products"},
		{"DELETE", "/rest/6.0/products/A/B?Page=2", "", "202 [] products"},
		{"GET", "/rest/6.0//products?Page=2", "", "202 [] products"},
		{"GET", "/rest/6.0/products/?Page=3", "", "404"},
		{"GET", "/rest/6.0/productsale/?Page=2", "", "404"},
		{"GET", "/rest/6.0/leads/", "", `410 {"error_code":"GONE","message":"m"} leads`},
		{"POST", "/rpc/6.0/", `{"method":"getOrder"}`, `203 {"result":1} rpc`},
		{"POST", "/rpc/6.0/", `{"method":"login"}`, "404"},
		{"GET", "/rest/6.0/order/", "", "404"},
		{"GET", "/rest/6.0/gone", "", "no answer"},
	} {
		if got := unsigned(t, s.URL(), test.method, test.path, test.body); got != test.want && !strings.HasPrefix(got, test.want+" {") {
			t.Errorf("%s %s %s: got %s, want %s", test.method, test.path, test.body, got, test.want)
		}
	}
}

// unsigned makes a call without credentials and returns its answer in short.
func unsigned(t *testing.T, address, method, path, body string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address+path, strings.NewReader(body))
	must(t, err)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "no answer"
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(t, err)
	return strings.TrimSpace(fmt.Sprintf("%d %s %s", response.StatusCode, text, response.Header.Get("X-Sandbox-Scenario")))
}
