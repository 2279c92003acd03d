package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestGone verifies that what a route does not have any more is refused with what to use.
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
		{"GET", "/accounts/DEMO/bundle?secret=1", "", 400, `{"error":"secret must be true or false, got \"1\"","hint":"leave it out for false"}`},
	})
	if got := stateOf(t, s); got != before {
		t.Errorf("got %q\nwant %q", got, before)
	}
}
