package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

const placed = `{"Currency":"eur","Country":"de","ExternalReference":"EXT-1","PartnerCode":"NORTHWIND","BillingDetails":{"FirstName":"Ida","CountryCode":"DE"},
	"Items":[{"Code":"STUDIO-BASIC-1Y","Quantity":"2"},{"Code":"BACKUP-1Y","PriceOptions":[]}],"PaymentDetails":{"Type":"WIRE","Currency":"eur"}}`

// place places an order and returns its reference.
func place(t *testing.T, s *sandboxtest.Running, body string) string {
	t.Helper()
	got := s.Do(http.MethodPost, "/orders/", body)
	var order struct{ RefNo string }
	if err := json.Unmarshal([]byte(got.Body), &order); got.Status != http.StatusCreated || err != nil {
		t.Fatalf("got %d %s", got.Status, got.Body)
	}
	if got.Header.Get("Allow") != "" || !strings.HasSuffix(got.Header.Get("Location"), "/orders/"+order.RefNo+"/") {
		t.Errorf("got %v", got.Header)
	}
	if !strings.Contains(got.Body, `"CountryCode":"de"`) {
		t.Errorf("got %s", got.Body)
	}
	if read := s.Get("/orders/" + order.RefNo + "/"); read.Body != got.Body {
		t.Errorf("retrieve-order shows %s, want %s", read.Body, got.Body)
	}
	return order.RefNo
}

// TestPlaceOrder places an order by a call that the interface does not have. It is found,
// canceled, completed and upgraded as any other.
func TestPlaceOrder(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	if got := s.Do(http.MethodPost, "/orders/", placed); got.Status != 405 || !strings.Contains(got.Body, `a scenario can answer it: rules: [{on: 'POST path:/orders', answer: {status: 200, body: '{}'}}]"`) || got.Header.Get("Allow") == "" {
		t.Errorf("without a scenario: got %d %s", got.Status, got.Body)
	}
	s.Activate("place-order")
	first := place(t, s, placed)
	if got := s.Get("/orders/?PartnerOrders=1&ExternalRefNo=EXT-1"); !strings.Contains(got.Body, `"RefNo":"`+first+`"`) {
		t.Errorf("a search: got %s", got.Body)
	}
	if e := latest(t, s); e.Operation != "search-orders" {
		t.Errorf("got %+v", e)
	}
	byPurchaseOrder := place(t, s, strings.Replace(placed, "WIRE", "PURCHASEORDER", 1))
	if got := s.Do(http.MethodDelete, "/orders/"+byPurchaseOrder+"/", ""); got.Status != 200 {
		t.Errorf("a cancel: got %d %s", got.Status, got.Body)
	}
	second := place(t, s, placed)
	put(t, s, "paying", "on: retrieve-order, do: {before: {complete: order}}")
	got := s.Get("/orders/" + second + "/")
	subscription := regexp.MustCompile(`"SubscriptionReference":"([^"]+)"`).FindStringSubmatch(got.Body)
	if subscription == nil || !strings.Contains(got.Body, `"Status":"COMPLETE"`) {
		t.Fatalf("got %s", got.Body)
	}
	upgrade := makeCall(t, s, operationCall{http.MethodPost, s.SOAP(), envelope(upgradeCall(session(t, s), subscription[1]))}, nil)
	if upgrade.Status != 200 || !strings.Contains(upgrade.Body, "AWAITING_PAYMENT") {
		t.Errorf("an upgrade: got %d %s", upgrade.Status, upgrade.Body)
	}
}

// TestStubs answers calls that the interface does not have, on both protocols. Their
// credential is checked, and all others are refused as before.
func TestStubs(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	put(t, s, "stubs", `on: ["POST path:/orders/", "GET path:/products/*", "soap:placeOrder"], times: 9, answer: {status: 200, template: true, body: '<{{ path["stub"] }} {{ method }}>'}`)
	put(t, s, "slowly", `on: "path:/products/*", delay: 1ms`)
	soap := func(session string) operationCall {
		return operationCall{http.MethodPost, s.SOAP(), envelope("<placeOrder><sessionID>" + session + "</sessionID><Order><Currency>eur</Currency></Order></placeOrder>")}
	}
	wrong := func(r *http.Request) {
		r.Header.Set("X-Service-Authentication", `code="DEMO" date="2026-10-09 12:00:00" hash="00"`)
	}
	from := func(r *http.Request) {
		r.Header.Set("Origin", "https://elsewhere.test")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	}
	preview := func(r *http.Request) { r.Header.Set("X-Sandbox-Preview", "1") }
	rest := func(method, path string) operationCall { return operationCall{method, s.REST() + path, ""} }
	for _, test := range []struct {
		call   operationCall
		change func(*http.Request)
		status int
		want   string
	}{
		{rest("POST", "/orders/"), nil, 200, "<POST /orders POST>"},
		{rest("POST", "/orders"), preview, 200, "<POST /orders POST>"},
		{rest("POST", "/orders/"), wrong, 401, "AUTHENTICATION_ERROR"},
		{rest("POST", "/orders/"), from, 403, "CROSS_SITE"},
		{rest("PUT", "/orders/"), nil, 405, "METHOD_NOT_ALLOWED"},
		{rest("GET", "/products/7/"), nil, 200, "<GET /products/7 GET>"},
		{rest("GET", "/products/"), wrong, 401, "AUTHENTICATION_ERROR"},
		{rest("POST", "/products/"), wrong, 404, "OUTSIDE_INTERFACE"},
		{soap(session(t, s)), nil, 200, "<soap:placeOrder POST>"},
		{soap("none"), nil, 500, "FORBIDDEN"},
		{operationCall{http.MethodPost, s.SOAP(), envelope("<other/>")}, nil, 500, "a scenario can answer it: rules: [{on: 'soap:other', answer: {status: 200}}]"},
	} {
		if got := makeCall(t, s, test.call, test.change); got.Status != test.status || !strings.Contains(got.Body, test.want) {
			t.Errorf("%s %s: got %d %s, want %d %s", test.call.method, test.call.url, got.Status, got.Body, test.status, test.want)
		}
	}
	if got := makeCall(t, s, rest("GET", "/products/"), nil); got.Header.Get("X-Sandbox-Scenario") != "slowly, stubs" {
		t.Errorf("got %v", got.Header)
	}
	place := func() callAnswer {
		return makeCall(t, s.As("OTHER"), operationCall{http.MethodPost, s.REST() + "/orders/", placed}, func(r *http.Request) {
			r.Header.Set("X-Service-Authentication", s.As("OTHER").Sign())
			r.Header.Set("X-Sandbox-Scenario", "place-order")
		})
	}
	if got := place(); got.Status != 401 || !strings.Contains(got.Body, "a call that only a rule answers opens none") {
		t.Errorf("of an account that is not there: got %d %s", got.Status, got.Body)
	}
	s.As("OTHER").Get("/orders/")
	if got := place(); got.Status != 201 || !strings.Contains(got.Body, `"MerchantCode":"OTHER"`) {
		t.Errorf("named by a header: got %d %s", got.Status, got.Body)
	}
}

// TestStubOfAnyMethod answers the calls of any method at a path, but those of an operation.
func TestStubOfAnyMethod(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	put(t, s, "any", `on: "* path:/orders/*", answer: {status: 200, body: stub}`)
	ref := s.ID("order-complete", "OrderReference")
	for _, test := range []struct {
		method, path string
		stub         bool
	}{
		{"PUT", "/orders/" + ref + "/", true}, {"POST", "/orders/" + ref + "/invoice/", true}, {"PATCH", "/orders/", true}, {"POST", "/orders/", true},
		{"GET", "/orders/" + ref + "/", false}, {"GET", "/orders/", false}, {"PUT", "/upsell/", false},
	} {
		if got := s.Do(test.method, test.path, ""); (got.Body == "stub") != test.stub {
			t.Errorf("%s %s: got %d %.100s", test.method, test.path, got.Status, got.Body)
		}
	}
}

// TestHintsOfStubs pastes the rule that a refusal prints, and makes the call again. JSON-RPC
// is named as what it is.
func TestHintsOfStubs(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	ref := s.ID("order-complete", "OrderReference")
	for n, call := range []operationCall{
		{"POST", s.REST() + "/orders/", "{}"}, {"PUT", s.REST() + "/orders/" + ref + "/", "{}"}, {"POST", s.REST() + "/orders/" + ref + "/invoice/", "{}"},
		{"POST", s.REST() + "/pro'duc\"ts/%01/" + strings.Repeat("long/", 60), "{}"}, {"POST", s.URL() + "/rpc/6.0/", "{}"},
		{"POST", s.SOAP(), envelope("<placeOrder><sessionID>" + session(t, s) + "</sessionID></placeOrder>")},
	} {
		refused := makeCall(t, s, call, nil)
		body := struct{ Message string }{refused.Header.Get("X-Sandbox-Explain")}
		_ = json.Unmarshal([]byte(refused.Body), &body) // a fault is no JSON
		_, rule, found := strings.Cut(body.Message, "can answer it: ")
		if refused.Status < 400 || !found || len(rule) > 200 || strings.ContainsAny(rule, "\r\n") {
			t.Errorf("%s %s: got %d %q", call.method, call.url, refused.Status, rule)
			continue
		}
		name := fmt.Sprintf("pasted-%d", n)
		if err := s.Control().PutScenario(t.Context(), name, rule); err != nil {
			t.Errorf("%s: %v", rule, err)
			continue
		}
		s.Activate(name)
		if got := makeCall(t, s, call, nil); got.Status != 200 {
			t.Errorf("%s: got %d %s", rule, got.Status, got.Body)
		}
	}
	const rpc = "JSON-RPC"
	body := `{"jsonrpc":"2.0","method":"login","params":[],"id":1}`
	for _, url := range []string{s.URL() + "/rpc/6.1/", s.SOAP()} {
		if got := makeCall(t, s, operationCall{"POST", url, body}, nil); !strings.Contains(got.Body, rpc) || !strings.Contains(got.Body, "login is SOAP at /soap/6.0") {
			t.Errorf("%s: got %s", url, got.Body)
		}
	}
}
