package control_test

import (
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
		{locked, "GET", "/live", "X-Other", "", 200, `{"live":true}`},
		{locked, "GET", "/ready", "X-Other", "", 200, `{"ready":true}`},
		{locked, "GET", "/accounts/DEMO/clock", "X-Other", "", 401, tokenless},
		{locked, "GET", "/accounts/DEMO/clock", "Authorization", "Bearer token", 401, tokenless},
		{locked, "GET", "/accounts/DEMO/clock", "Authorization", "Basic t0ken", 401, tokenless},
		{locked, "GET", "/accounts/DEMO/clock", "Authorization", "t0ken", 401, tokenless},
		{locked, "GET", "/accounts/DEMO/clock", "Authorization", "bearer t0ken", 200, `{"now":"2026-10-09T12:00:00Z","mode":"real"}`},
		{locked, "GET", "/accounts/DEMO/clock", "Authorization", "Bearer t0ken", 200, `{"now":"2026-10-09T12:00:00Z","mode":"real"}`},
		{locked, "GET", "/llms.txt", "X-Other", "", 401, tokenless},
		{locked, "GET", "/guide", "X-Other", "", 401, tokenless},
		{locked, "GET", "/guide/start.md", "X-Other", "", 401, tokenless},
		{open, "GET", "/accounts/DEMO/clock", "Sec-Fetch-Site", "cross-site", 200, `{"now":"2026-10-09T12:00:00Z","mode":"real"}`},
		{open, "DELETE", "/accounts/DEMO", "Sec-Fetch-Site", "cross-site", 403, foreign},
		{open, "DELETE", "/accounts/DEMO/scenarios", "Sec-Fetch-Site", "same-origin", 204, ""},
	}
	for _, test := range tests {
		a, text := exchange(t, test.method, test.s.URL()+"/_sandbox"+test.path, "", test.header, test.value)
		if a.StatusCode != test.status || strings.TrimSpace(text) != test.want {
			t.Errorf("%s %s %s %s: got %d %s, want %d %s", test.method, test.path, test.header, test.value, a.StatusCode, text, test.status, test.want)
		}
	}
}
