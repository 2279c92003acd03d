package sandbox_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

const (
	devPage   = "http://localhost:5173"
	preflight = "OPTIONS %s HTTP/1.1\r\nHost: localhost\r\nOrigin: %s\r\nAccess-Control-Request-Method: POST\r\n" +
		"Access-Control-Request-Headers: content-type,x-service-authentication\r\nAccess-Control-Request-Private-Network: true\r\n\r\n"
)

func withCORS(origins ...string) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.CORSOrigins = origins }
}

// crossHeaders returns the headers of an answer that concern other origins, as text.
func crossHeaders(answer *http.Response) string {
	var found []string
	for name, values := range answer.Header {
		if short, ok := strings.CutPrefix(name, "Access-Control-"); ok || slices.Contains(values, "Origin") {
			found = append(found, short+"="+strings.Join(values, "|"))
		}
	}
	slices.Sort(found)
	return strings.Join(found, "\n")
}

// TestPreflight verifies the answers to browsers that ask whether a page may call, and
// that no journal has them.
func TestPreflight(t *testing.T) {
	t.Parallel()
	const allowed = "Allow-Headers=X-Service-Authentication, X-Avangate-Authentication, Accept, Content-Type, SOAPAction, X-Sandbox-Scenario, X-Sandbox-Preview, traceparent, tracestate\n" +
		"Allow-Methods=GET, HEAD, POST, PUT, PATCH, DELETE\nAllow-Origin=%s\nAllow-Private-Network=true\nMax-Age=600"
	one, any, none := sandboxtest.Start(t, withCORS("HTTP://localhost:5173/", "https://app.example:443")), sandboxtest.Start(t, withCORS("*")), sandboxtest.Start(t)
	tests := []struct {
		s            *sandboxtest.Running
		path, origin string
		status       int
		want         string
	}{
		{one, "/rest/6.0/upsell", devPage, 204, fmt.Sprintf(allowed, devPage) + "\nVary=Origin"},
		{one, "/rest/6.0/orders/", "https://app.example", 204, fmt.Sprintf(allowed, "https://app.example") + "\nVary=Origin"},
		{one, "/soap/6.0", devPage, 204, fmt.Sprintf(allowed, devPage) + "\nVary=Origin"},
		{one, "/rest/6.0/nothing", devPage, 204, fmt.Sprintf(allowed, devPage) + "\nVary=Origin"},
		{one, "/rest/6.0/upsell", "http://localhost:5174", 204, "Vary=Origin"},
		{one, "/rest/6.0/upsell", "null", 204, "Vary=Origin"},
		{one, "/_sandbox/accounts", devPage, 405, ""},
		{any, "/rest/6.0/upsell", "null", 204, fmt.Sprintf(allowed, "*")},
		{any, "/_sandbox/accounts/DEMO/secret", devPage, 405, ""},
		{none, "/rest/6.0/upsell", devPage, 204, ""},
	}
	for _, test := range tests {
		answer, _ := sendRaw(t, test.s, fmt.Sprintf(preflight, test.path, test.origin))
		if got := crossHeaders(answer); answer.StatusCode != test.status || got != test.want {
			t.Errorf("%s of %s: got %d\n%s\nwant %d\n%s", test.path, test.origin, answer.StatusCode, got, test.status, test.want)
		}
	}
	for _, s := range []*sandboxtest.Running{one, any, none} {
		if calls, err := s.Control().Account(client.NoAccount).Requests(t.Context(), client.Filter{}); err != nil || calls.Total > 0 {
			t.Errorf("got %d recorded calls %v, want none", calls.Total, err)
		}
	}
}

// TestCrossOriginCalls verifies that calls of an allowed page succeed, and that every
// answer lets it read what it says, those of scenarios and errors too.
func TestCrossOriginCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, withCORS(devPage))
	const exposed = "Allow-Origin=" + devPage + "\nExpose-Headers=Date, Location, Retry-After, X-Sandbox-Assumption, X-Sandbox-Discarded, X-Sandbox-Explain, X-Sandbox-Preview, X-Sandbox-Request, X-Sandbox-Scenario\nVary=Origin"
	tests := []struct {
		line, origin, more string
		status             int
		want               string
	}{
		{"GET /rest/6.0/orders/", devPage, "", 201, exposed},
		{"GET /rest/6.0/orders/", devPage, "X-Sandbox-Scenario: throttled\r\n", 429, exposed},
		{"GET /rest/6.0/orders/", devPage, "X-Sandbox-Scenario: gateway-html\r\n", 502, exposed},
		{"GET /rest/6.0/orders/", devPage, "X-Sandbox-Scenario: drip\r\n", 201, exposed},
		{"GET /rest/6.0/nothing", devPage, "", 404, exposed},
		{"PATCH /rest/6.0/orders/", devPage, "", 405, exposed},
		{"POST /rest/6.0/upsell", devPage, "Sec-Fetch-Site: same-site\r\n", 400, exposed},
		{"POST /rest/6.0/upsell", "http://evil.example", "", 403, "Vary=Origin"},
		{"GET /rest/6.0/orders/", "http://evil.example", "", 201, "Vary=Origin"},
		{"GET /rest/6.0/orders/", "", "", 201, "Vary=Origin"},
		{"POST /rest/6.0/upsell", "http://localhost", "", 400, "Vary=Origin"}, // a page of the sandbox
		{"GET /rest/6.0/orders/", devPage, "Access-Control-Request-Method: GET\r\n", 201, exposed},
		{"OPTIONS /rest/6.0/orders/", devPage, "", 204, exposed}, // which is no preflight
		{"OPTIONS /rest/6.0/orders/", devPage, "Access-Control-Request-Method: GET\r\n", 204, "Allow-Headers=X-Service-Authentication, X-Avangate-Authentication, Accept, Content-Type, SOAPAction, " +
			"X-Sandbox-Scenario, X-Sandbox-Preview, traceparent, tracestate\nAllow-Methods=GET, HEAD, POST, PUT, PATCH, DELETE\nAllow-Origin=" + devPage + "\nMax-Age=600\nVary=Origin"},
		{"GET /soap/6.0?wsdl", devPage, "", 200, exposed},
		{"POST /soap/6.0", devPage, "", 500, exposed},
		{"GET /_sandbox/accounts", devPage, "", 200, ""},
		{"POST /_sandbox/accounts", devPage, "", 403, ""},
	}
	for _, test := range tests {
		length := ""
		if !strings.HasPrefix(test.line, "GET") {
			length = "Content-Length: 0\r\n"
		}
		answer, body := sendRaw(t, s, fmt.Sprintf("%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: %s\r\nAccept: application/json\r\nX-Service-Authentication: %s\r\n%s%s\r\n",
			test.line, test.origin, s.Sign(), length, test.more))
		if got := crossHeaders(answer); answer.StatusCode != test.status || got != test.want {
			t.Errorf("%s of %s %s: got %d %s\n%s\nwant %d\n%s", test.line, test.origin, test.more, answer.StatusCode, body, got, test.status, test.want)
		}
	}
}

// TestRefusedPreflightsAreLoggedOnce verifies that an origin has one warning, and that
// there are at most 100.
func TestRefusedPreflightsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	log := &lines{}
	s := sandboxtest.Start(t, sandboxtest.Frozen, logTo(log))
	for n := range 300 {
		sendRaw(t, s, fmt.Sprintf("OPTIONS /rest/6.0/orders/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: http://page-%d\r\nAccess-Control-Request-Method: GET\r\n\r\n", n/2))
	}
	if got := log.with("a page of another origin may not call"); len(got) != 100 || !strings.Contains(got[1], "origin=http://page-1 ") {
		t.Errorf("got %d warnings, the second is %s", len(got), got[1])
	}
}
