package control_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestGone uses removed parts of a route: the refusal names the replacement.
func TestGone(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	before := stateOf(t, s)
	const preview = `{"error":"unknown field dry_run; known: to, keep","hint":"a reset has no preview: PUT /_sandbox/accounts/{code}/snapshots/NAME first keeps a way back"}`
	play(t, s, []step{
		{"POST", "/accounts/DEMO/reset", `{"to":"empty","dry_run":true}`, 400, preview},
		{"POST", "/accounts/DEMO/reset/", `{"dry_run":false}`, 400, preview},
		{"GET", "/accounts/DEMO/bundle?snapshot=before", "", 400,
			`{"error":"unknown query name \"snapshot\"","hint":"a bundle has all calls of the journal: POST /_sandbox/accounts/{code}/reset before the calls that matter"}`},
		{"GET", "/accounts/DEMO/bundle?secret=1", "", 400, `{"error":"secret must be true or false, got \"1\"","hint":"without it, it is false"}`},
	})
	if got := stateOf(t, s); got != before {
		t.Errorf("got %q\nwant %q", got, before)
	}
}

// TestGoneRoutes calls removed addresses: the answer names an existing one to use.
func TestGoneRoutes(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for address, use := range map[string]string{
		"GET /requests.har":              "GET /accounts/none/requests?format=har",
		"PUT /accounts/DEMO/features/X/": "PATCH /accounts/{code}",
		"POST /accounts/DEMO/orders":     "POST /accounts/{code}/records?kind=orders",
	} {
		method, path, _ := strings.Cut(address, " ")
		of, to, _ := strings.Cut(use, " ")
		status, text := visit(t, s, method, path, "")
		if want := `"hint":"` + of + " /_sandbox" + to + " "; status != 404 || !strings.Contains(text, want) {
			t.Errorf("%s: got %d %s, want 404 %s", address, status, text, want)
		}
	}
}
