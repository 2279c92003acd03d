package gate_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
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
