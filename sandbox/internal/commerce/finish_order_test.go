package commerce_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// TestSubscriptionReference makes references of the lines of many orders, each another one,
// and the same ones in every version.
func TestSubscriptionReference(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for order := range uint64(500) {
		for line := range commerce.MaxLines {
			reference := commerce.SubscriptionReference(1_000_000+order, line)
			if len(reference) != 10 || seen[reference] {
				t.Fatalf("line %d of order %d: got %q, again or with another length", line, order, reference)
			}
			seen[reference] = true
		}
	}
	for want, line := range map[string]int{"A3NEGY2SWM": 0, "1NBXVRNS01": 1, "5W6X16S1DV": 99} {
		if got := commerce.SubscriptionReference(1_000_001, line); got != want {
			t.Errorf("line %d: got %q, want %q", line, got, want)
		}
	}
}
