package control_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestGuard requires the token on every route except the probes, and refuses a browser's
// write from another site.
func TestGuard(t *testing.T) {
	t.Parallel()
	open := sandboxtest.Start(t, sandboxtest.Frozen)
	locked := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.ControlToken = "t0ken" })
	const tokenless = `{"error":"the control token is missing or wrong","hint":"send the header Authorization: Bearer TOKEN"}`
	const foreign = `{"error":"a browser sent the write from another site: cross-origin request detected from Sec-Fetch-Site header","hint":"send it from the pages of the sandbox, or without a browser"}`
	tests := []struct {
		s                           *sandboxtest.Running
		method, path, header, value string
		status                      int
		want                        string
	}{
		{locked, "GET", "/live", "", "", 200, `{"live":true}`},
		{locked, "GET", "/ready", "", "", 200, `{"ready":true}`},
		{locked, "GET", "/accounts/DEMO/clock", "", "", 401, tokenless},
		{locked, "GET", "/accounts/DEMO/clock", "Authorization", "Bearer token", 401, tokenless},
		{locked, "GET", "/accounts/DEMO/clock", "Authorization", "Basic t0ken", 401, tokenless},
		{locked, "GET", "/accounts/DEMO/clock", "Authorization", "t0ken", 401, tokenless},
		{locked, "GET", "/accounts/DEMO/clock", "Authorization", "bearer t0ken", 200, `{"now":"2026-10-09T12:00:00Z","mode":"real"}`},
		{locked, "GET", "/accounts/DEMO/clock", "Authorization", "Bearer t0ken", 200, `{"now":"2026-10-09T12:00:00Z","mode":"real"}`},
		{open, "GET", "/accounts/DEMO/clock", "Sec-Fetch-Site", "cross-site", 200, `{"now":"2026-10-09T12:00:00Z","mode":"real"}`},
		{open, "DELETE", "/accounts/DEMO", "Sec-Fetch-Site", "cross-site", 403, foreign},
		{open, "DELETE", "/accounts/DEMO/scenarios", "Sec-Fetch-Site", "same-origin", 204, ""},
	}
	for _, test := range tests {
		status, text := withHeader(t, test.s, test.method, test.path, test.header, test.value)
		if status != test.status || text != test.want {
			t.Errorf("%s %s %s %s: got %d %s, want %d %s", test.method, test.path, test.header, test.value, status, text, test.status, test.want)
		}
	}
}

// withHeader makes one request with one header.
func withHeader(t *testing.T, s *sandboxtest.Running, method, path, name, value string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL()+"/_sandbox"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if name != "" {
		r.Header.Set(name, value)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, strings.TrimSpace(string(text))
}
