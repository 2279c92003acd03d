package control_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestQueryNames sends names unknown to a route. Probes and scrapers may add names of
// their own.
func TestQueryNames(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/accounts/DEMO/clock?now=1", "", 400, `{"error":"the route has no query, got \"now=1\"","hint":"leave the query out"}`},
		{"GET", "/coverage?fromat=text", "", 400, `{"error":"unknown query name \"fromat\"","hint":"did you mean format?"}`},
		{"GET", "/coverage?format=%zz", "", 400, `{"error":"the query cannot be read: invalid URL escape \"%zz\"","hint":"send name=value pairs joined by &, percent-encoded"}`},
		{"GET", "/live?from=balancer", "", 200, `{"live":true}`},
		{"GET", "/ready?from=balancer", "", 200, `{"ready":true}`},
	})
}

// TestHead expects the headers of GET for HEAD, except for an endless stream.
func TestHead(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"HEAD", "/accounts/DEMO/requests?view=line", "", 200, ""},
		{"HEAD", "/accounts/DEMO/requests?q=stauts:1", "", 400, ""},
		{"HEAD", "/stream", "", 405, ""},
	})
}
