package scenario_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestLongStubs proposes the same rule for a path of a megabyte as for one of 300 bytes. Where
// each byte beyond the bound costs a turn, this takes half an hour.
func TestLongStubs(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"x", "ä", "/1", "'", "\x00"} {
		path := func(bytes int) string { return "/orders/" + strings.Repeat(part, bytes/len(part)) }
		short, long := scenario.RESTStub("POST", path(300)), scenario.RESTStub("POST", path(1_000_000))
		if short != long || len(long) > 200 || !strings.Contains(long, "*'") && !strings.Contains(long, `*"`) {
			t.Errorf("%q: got %s and %s, want one rule with a pattern", part, short, long)
		}
	}
}
