package gate_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestOrigins verifies how an origin of --cors is written.
func TestOrigins(t *testing.T) {
	t.Parallel()
	for given, origin := range map[string]string{ // "" for none
		"http://localhost:5173": "http://localhost:5173", "HTTP://LocalHost:80": "http://localhost", "https://a.test:443/": "https://a.test",
		"https://a.test:80": "https://a.test:80", "http://a.test:443": "http://a.test:443", "http://[::1]:80": "http://[::1]", "null": "null",
		"localhost:5173": "", "http://": "", "//a.test": "", "http://a.test/page": "", "http://u@a.test": "", "http://a.test?x=1": "",
		"http://a.test#x": "", "http://*.test": "", "http://a.test:x": "",
	} {
		c, err := gate.NewCORS([]string{given}, nil)
		if origin == "" {
			if err == nil || !strings.Contains(err.Error(), given) {
				t.Errorf("%s: got error %v, want one that names it", given, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", given, err)
			continue
		}
		if got := cross(c, http.MethodGet, map[string]string{"Origin": origin}).Header().Get("Access-Control-Allow-Origin"); got != origin {
			t.Errorf("%s: got %q for a page of %s", given, got, origin)
		}
	}
	if c, err := gate.NewCORS(nil, nil); c != nil || err != nil {
		t.Errorf("got %v %v for no origins", c, err)
	}
}

// cross returns what Serve writes. The code is 204 if it says so and has written it, 0 if
// neither.
func cross(c *gate.CORS, method string, header map[string]string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/", nil)
	for name, value := range header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	w.Code = 0
	if c.Serve(w, r) != (w.Code == http.StatusNoContent) {
		w.Code = -1
	}
	return w
}

// TestPreflight verifies what browsers learn about calls from pages of other origins.
func TestPreflight(t *testing.T) {
	t.Parallel()
	some, err := gate.NewCORS([]string{"http://a.test"}, []string{"X-Own"})
	must(t, err)
	all, err := gate.NewCORS([]string{"*"}, []string{"X-Own"})
	must(t, err)
	preflight := map[string]string{"Origin": "http://a.test", "Access-Control-Request-Method": "GET"}
	private := map[string]string{"Origin": "http://a.test", "Access-Control-Request-Method": "GET", "Access-Control-Request-Private-Network": "true"}
	for _, test := range []struct {
		name   string
		cors   *gate.CORS
		method string
		header map[string]string
		ends   bool // whether Serve answers the call itself
		want   map[string]string
	}{
		{"none is allowed", nil, "OPTIONS", preflight, false, map[string]string{"Vary": "", "Access-Control-Allow-Origin": ""}},
		{"a call", some, "GET", map[string]string{"Origin": "http://a.test"}, false,
			map[string]string{"Vary": "Origin", "Access-Control-Allow-Origin": "http://a.test", "Access-Control-Allow-Methods": ""}},
		{"another origin", some, "OPTIONS", map[string]string{"Origin": "http://b.test", "Access-Control-Request-Method": "GET"}, false,
			map[string]string{"Vary": "Origin", "Access-Control-Allow-Origin": "", "Access-Control-Allow-Methods": ""}},
		{"no browser", some, "GET", nil, false, map[string]string{"Vary": "Origin", "Access-Control-Allow-Origin": ""}},
		{"a preflight", some, "OPTIONS", preflight, true, map[string]string{"Access-Control-Allow-Origin": "http://a.test",
			"Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE", "Access-Control-Max-Age": "600",
			"Access-Control-Allow-Headers": "X-Own, Accept, Content-Type, SOAPAction, X-Sandbox-Scenario, X-Sandbox-Preview, traceparent, tracestate", "Access-Control-Allow-Private-Network": ""}},
		{"a preflight into a private network", some, "OPTIONS", private, true, map[string]string{"Access-Control-Allow-Private-Network": "true"}},
		{"OPTIONS without a method", some, "OPTIONS", map[string]string{"Origin": "http://a.test"}, false, map[string]string{"Access-Control-Allow-Methods": ""}},
		{"a method that is not OPTIONS", some, "GET", preflight, false, map[string]string{"Access-Control-Allow-Methods": ""}},
		{"every origin", all, "OPTIONS", preflight, true, map[string]string{"Vary": "", "Access-Control-Allow-Origin": "*"}},
	} {
		w := cross(test.cors, test.method, test.header)
		if w.Code == -1 || (w.Code == http.StatusNoContent) != test.ends {
			t.Errorf("%s: got %d, want that it ends the call: %t", test.name, w.Code, test.ends)
		}
		for name, want := range test.want {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s: got %q, want %q", test.name, name, got, want)
			}
		}
	}
	exposed := cross(some, "GET", map[string]string{"Origin": "http://a.test"}).Header().Get("Access-Control-Expose-Headers")
	for _, name := range []string{"Date", "Location", "Retry-After", "X-Sandbox-Request"} {
		if !strings.Contains(exposed, name) {
			t.Errorf("a page cannot read %s: got %q", name, exposed)
		}
	}
}

// TestPagesOfOtherSites verifies that a page which nobody allowed changes nothing in the
// sandbox of its visitor, and that servers, tools and own pages do.
func TestPagesOfOtherSites(t *testing.T) {
	t.Parallel()
	allowed, err := gate.NewCORS([]string{"http://a.test"}, nil)
	must(t, err)
	g := &gate.Gate{CORS: allowed}
	for _, test := range []struct {
		name, method string
		header       map[string]string
		field        string // of the problem, "" for none
	}{
		{"a server", "POST", nil, ""},
		{"a page of the sandbox", "POST", map[string]string{"Sec-Fetch-Site": "same-origin"}, ""},
		{"an address bar", "POST", map[string]string{"Sec-Fetch-Site": "none"}, ""},
		{"an allowed page", "POST", map[string]string{"Origin": "http://a.test", "Sec-Fetch-Site": "cross-site"}, ""},
		{"a page that reads", "GET", map[string]string{"Origin": "http://b.test", "Sec-Fetch-Site": "cross-site"}, ""},
		{"a page", "POST", map[string]string{"Origin": "http://b.test", "Sec-Fetch-Site": "cross-site"}, "Sec-Fetch-Site"},
		{"a page in an old browser", "POST", map[string]string{"Origin": "http://b.test"}, "Origin"},
		{"a page from a file", "POST", map[string]string{"Origin": "null"}, "Origin"},
		{"an extension", "POST", map[string]string{"Origin": "chrome-extension://abc"}, ""},
		{"a page that says it is an extension", "POST", map[string]string{"Origin": "chrome-extension://abc", "Sec-Fetch-Site": "cross-site"}, "Sec-Fetch-Site"},
	} {
		r := httptest.NewRequest(test.method, "http://sandbox.test/", nil)
		for name, value := range test.header {
			r.Header.Set(name, value)
		}
		entry := &journal.Recorder{}
		err := g.CheckSite(entry, r)
		if (err != nil) != (test.field != "") {
			t.Errorf("%s: got %v, want a problem of %q", test.name, err, test.field)
			continue
		}
		if err != nil && (len(entry.Checks) != 1 || entry.Checks[0].Name != "site" || entry.Checks[0].Field != test.field) {
			t.Errorf("%s: got the checks %+v, want a failed one of %s", test.name, entry.Checks, test.field)
		}
	}
}
