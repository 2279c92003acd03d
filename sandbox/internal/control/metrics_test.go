package control_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestMetrics reads the metrics at the root, with and without a trailing slash, only with
// the token.
func TestMetrics(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.ControlToken = "t0ken" })
	for _, test := range []struct {
		path, token string
		status      int
		begins      string
	}{
		{"/metrics", "Bearer t0ken", 200, "# HELP commerce_sandbox_accounts "},
		{"/metrics/", "Bearer t0ken", 200, "# HELP commerce_sandbox_accounts "},
		{"/metrics", "", 401, `{"error":"the control token is missing or wrong",`},
	} {
		a, text := exchange(t, "GET", s.URL()+test.path, "", "Authorization", test.token)
		if a.StatusCode != test.status || !strings.HasPrefix(text, test.begins) {
			t.Errorf("%s %q: got %d %.100s, want %d %s", test.path, test.token, a.StatusCode, text, test.status, test.begins)
		}
	}
}
