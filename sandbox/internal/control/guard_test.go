package control_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestGuard requires the token on every route except the probes, also of the metrics at the
// root, and refuses a browser's write from another site.
func TestGuard(t *testing.T) {
	t.Parallel()
	open := sandboxtest.Start(t, sandboxtest.Frozen)
	locked := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.ControlToken = "t0ken" })
	const tokenless = `{"error":"the control token is missing or wrong","hint":"send the header Authorization: Bearer TOKEN"}`
	const foreign = `{"error":"a browser sent the write from another site: cross-origin request detected from Sec-Fetch-Site header","hint":"send it from the pages of the sandbox, or without a browser"}`
	const metrics = "# HELP commerce_sandbox_accounts Number of accounts."
	tests := []struct {
		s                           *sandboxtest.Running
		method, path, header, value string
		status                      int
		want                        string // the first line
	}{
		{locked, "GET", "/_sandbox/live", "X-Other", "", 200, `{"live":true}`},
		{locked, "GET", "/_sandbox/ready", "X-Other", "", 200, `{"ready":true}`},
		{locked, "GET", "/_sandbox/accounts/DEMO/clock", "X-Other", "", 401, tokenless},
		{locked, "GET", "/_sandbox/accounts/DEMO/clock", "Authorization", "Bearer token", 401, tokenless},
		{locked, "GET", "/_sandbox/accounts/DEMO/clock", "Authorization", "Basic t0ken", 401, tokenless},
		{locked, "GET", "/_sandbox/accounts/DEMO/clock", "Authorization", "t0ken", 401, tokenless},
		{locked, "GET", "/_sandbox/accounts/DEMO/clock", "Authorization", "bearer t0ken", 200, `{"now":"2026-10-09T12:00:00Z","mode":"real"}`},
		{locked, "GET", "/_sandbox/accounts/DEMO/clock", "Authorization", "Bearer t0ken", 200, `{"now":"2026-10-09T12:00:00Z","mode":"real"}`},
		{locked, "GET", "/_sandbox/llms.txt", "X-Other", "", 401, tokenless},
		{locked, "GET", "/_sandbox/guide", "X-Other", "", 401, tokenless},
		{locked, "GET", "/_sandbox/guide/start.md", "X-Other", "", 401, tokenless},
		{locked, "GET", "/metrics", "X-Other", "", 401, tokenless},
		{locked, "GET", "/metrics", "Authorization", "Bearer t0ken", 200, metrics},
		{locked, "GET", "/metrics/", "Authorization", "Bearer t0ken", 200, metrics},
		{open, "GET", "/_sandbox/accounts/DEMO/clock", "Sec-Fetch-Site", "cross-site", 200, `{"now":"2026-10-09T12:00:00Z","mode":"real"}`},
		{open, "DELETE", "/_sandbox/accounts/DEMO", "Sec-Fetch-Site", "cross-site", 403, foreign},
		{open, "DELETE", "/_sandbox/accounts/DEMO/scenarios", "Sec-Fetch-Site", "same-origin", 204, ""},
	}
	for _, test := range tests {
		a, text := exchange(t, test.method, test.s.URL()+test.path, "", test.header, test.value)
		if line, _, _ := strings.Cut(text, "\n"); a.StatusCode != test.status || line != test.want {
			t.Errorf("%s %s %s %s: got %d %s, want %d %s", test.method, test.path, test.header, test.value, a.StatusCode, text, test.status, test.want)
		}
	}
}
