package gate

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

func TestPreviewTakesNoTime(t *testing.T) {
	t.Parallel()
	for cut, want := range map[scenario.Cut]scenario.Cut{scenario.Drip: "", scenario.Truncate: scenario.Truncate, "": ""} {
		c := &Call{Recorder: &journal.Recorder{}}
		c.Decision.Effect.Cut = cut
		if got := c.cut(); got != cut {
			t.Errorf("%s: got %q", cut, got)
		}
		c.Recorder.Preview = true
		if got := c.cut(); got != want {
			t.Errorf("preview of %s: got %q, want %q", cut, got, want)
		}
	}
}
