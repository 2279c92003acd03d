package rest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestLargeBodies verifies what the entry says of a body that is too large, with and without
// its length.
func TestLargeBodies(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	large := strings.Repeat(" ", 1<<20+1)
	for given, body := range map[string]io.Reader{"1048577 bytes": strings.NewReader(large), "more": io.MultiReader(strings.NewReader(large))} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.REST()+"/upsell", body)
		must(t, err)
		answer, err := s.Client().Do(r)
		must(t, err)
		_ = answer.Body.Close()
		entry, err := s.Control().Account(s.Code()).Latest(t.Context())
		must(t, err)
		if got := entry.Checks[len(entry.Checks)-1]; got.Given != given || got.Expected != "at most 1048576 bytes" {
			t.Errorf("got %+v, want %s", got, given)
		}
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
