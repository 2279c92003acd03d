package gate

import (
	"net/http/httptest"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestPreviewTakesNoTime verifies that a preview shows how bytes break, and waits for none.
func TestPreviewTakesNoTime(t *testing.T) {
	t.Parallel()
	body := make([]byte, 100)
	for cut, want := range map[scenario.Cut]int{scenario.Drip: 100, scenario.Truncate: 50, "": 100} {
		c := &Call{Input: Input{Recorder: &journal.Recorder{}}}
		c.Recorder.Preview = true
		c.decided = &scenario.Decision{Effect: scenario.Effect{Cut: cut}, Delivery: scenario.Delivery{Pace: 1, Stale: true}}
		if got := c.deliver(httptest.NewRequest("GET", "/", nil), body); len(got.body) != want || got.between > 0 || got.stale {
			t.Errorf("preview of %q: got %+v", cut, got)
		}
	}
}
