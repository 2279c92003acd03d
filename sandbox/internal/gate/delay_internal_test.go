package gate

import (
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestApplyWaits verifies that a call waits as long as its scenarios say, and that one
// without a delay does not.
func TestApplyWaits(t *testing.T) {
	t.Parallel()
	for _, delay := range []time.Duration{0, time.Second, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			c := &Call{Input: Input{Context: t.Context(), Writer: httptest.NewRecorder(), Recorder: &journal.Recorder{}}}
			began := time.Now()
			if err := c.apply(scenario.Decision{Delay: delay}); err != nil {
				t.Error(err)
			}
			if waited := time.Since(began); waited != delay {
				t.Errorf("it waited %s, want %s", waited, delay)
			}
		})
	}
}
