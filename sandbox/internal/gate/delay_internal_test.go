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
// without a delay and a preview do not.
func TestApplyWaits(t *testing.T) {
	t.Parallel()
	entries := journal.New(journal.Defaults())
	for _, test := range []struct {
		delay   time.Duration
		preview bool
		waits   time.Duration
	}{{0, false, 0}, {time.Second, false, time.Second}, {time.Hour, false, time.Hour}, {time.Hour, true, 0}} {
		synctest.Test(t, func(t *testing.T) {
			c := &Call{Input: Input{Context: t.Context(), Wall: time.Now, Writer: httptest.NewRecorder(), Recorder: entries.Begin(httptest.NewRequest("GET", "/", nil), time.Now())}}
			c.Recorder.Preview = test.preview
			began := time.Now()
			c.decided = &scenario.Decision{Holds: []scenario.Hold{{For: test.delay, Released: t.Context()}}}
			if err := c.apply(); err != nil {
				t.Error(err)
			}
			if waited := time.Since(began); waited != test.waits {
				t.Errorf("%+v: it waited %s", test, waited)
			}
		})
	}
}
