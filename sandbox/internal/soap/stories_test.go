package soap_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestCallsBesideOperations verifies calls that are none of an operation, with and without a
// scenario that affects them, and what their entries say.
func TestCallsBesideOperations(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for name, rule := range map[string]string{
		"by-path": `{on: unknown-path, before: credential, when: 'path["*"] == "/soap/6.0"', answer: {status: 418, error_code: PATH, message: m}}`,
		"slowly":  `{on: "*", before: credential, delay: 1ms}`,
		"edited":  `{on: wsdl, before: credential, change: [{at: /header/X-Own, set: "1"}]}`,
		"raw":     `{on: "*", before: credential, answer: {status: 502, headers: {X-Own: "2"}, body: "<p>"}}`,
	} {
		putRules(t, s, name, rule)
	}
	for _, test := range []struct {
		method, query, scenario, action, body string
		want                                  string // status, content type, Allow, own header, recorded operation
		has                                   string // in the body
	}{
		{"OPTIONS", "", "", "", "", "204, , GET, HEAD, OPTIONS, POST, , ", ""},
		{"OPTIONS", "", "slowly", "", "", "204, , GET, HEAD, OPTIONS, POST, , unknown-path", ""},
		{"OPTIONS", "", "by-path", "", "", "418, text/xml; charset=UTF-8, GET, HEAD, OPTIONS, POST, , unknown-path", "PATH"},
		{"OPTIONS", "", "raw", "", "", "502, text/html; charset=utf-8, GET, HEAD, OPTIONS, POST, 2, unknown-path", "<p>"},
		{"PUT", "", "", "", "", "500, text/xml; charset=UTF-8, , , ", "Method must be POST"},
		{"PUT", "", "by-path", "", "", "418, text/xml; charset=UTF-8, , , unknown-path", "PATH"},
		{"GET", "?wsdl", "", "", "", "200, text/xml; charset=UTF-8, , , ", "definitions"},
		{"GET", "?wsdl", "edited", "", "", "200, text/xml; charset=UTF-8, , 1, wsdl", "definitions"},
		{"GET", "?wsdl", "raw", "", "", "502, text/html; charset=utf-8, , 2, wsdl", "<p>"},
		{"GET", "?wsdl&x=sandbox:raw", "", "", "", "502, text/html; charset=utf-8, , 2, wsdl", "<p>"},
		{"GET", "", "", "", "", "200, text/plain; charset=utf-8, , , ", "This is a SOAP endpoint"},
		{"GET", "?wsdl=doc", "", "", "", "200, text/plain; charset=utf-8, , , ", "There is no description \"doc\"; did you mean document?\n\nThis is a SOAP endpoint"},
		{"POST", "", "", `"http://x/login"`, loginBody("DEMO", "x", "y"), "500, text/xml; charset=UTF-8, , , login", "AUTHENTICATION_FAILED"},
		{"POST", "", "", `"http://x/upgradePartnerSubscriptions"`, loginBody("DEMO", "x", "y"), "500, text/xml; charset=UTF-8, , , login", "AUTHENTICATION_FAILED"},
	} {
		request, err := http.NewRequestWithContext(t.Context(), test.method, s.URL()+"/soap/6.0"+test.query, strings.NewReader(envelope(test.body)))
		must(t, err)
		if test.scenario != "" {
			request.Header.Set("X-Sandbox-Scenario", test.scenario)
		}
		request.Header.Set("SOAPAction", test.action)
		response, err := http.DefaultClient.Do(request)
		must(t, err)
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		must(t, err)
		operation, notes := "", []string(nil)
		if id := response.Header.Get("X-Sandbox-Request"); id != "" {
			e, err := s.Control().Request(t.Context(), id)
			must(t, err)
			operation, notes = e.Operation, e.Notes
		}
		got := fmt.Sprintf("%d, %s, %s, %s, %s", response.StatusCode, response.Header.Get("Content-Type"), response.Header.Get("Allow"), response.Header.Get("X-Own"), operation)
		if got != test.want || !strings.Contains(string(body), test.has) {
			t.Errorf("%s %s %s: got %s, %.200s; want %s", test.method, test.query, test.scenario, got, body, test.want)
		}
		var ignored []string
		if strings.Contains(test.action, "upgrade") {
			ignored = []string{`ignored SOAPAction "http://x/upgradePartnerSubscriptions", because the envelope calls login`}
		}
		if test.scenario == "slowly" {
			ignored = []string{"scenario slowly delays the call by 1ms"}
		}
		if !slices.Equal(notes, ignored) {
			t.Errorf("%s: got the notes %q, want %q", test.action, notes, ignored)
		}
	}
}
