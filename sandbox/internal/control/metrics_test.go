package control_test

import (
	"io"
	"net/http"
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
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+test.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", test.token)
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(a.Body)
		a.Body.Close()
		if err != nil || a.StatusCode != test.status || !strings.HasPrefix(string(text), test.begins) {
			t.Errorf("%s %q: got %d %.100s %v, want %d %s", test.path, test.token, a.StatusCode, text, err, test.status, test.begins)
		}
	}
}
