package gate

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// deadlined records the deadlines of a writer.
type deadlined struct {
	http.ResponseWriter
	read, write time.Time
}

func (d *deadlined) SetReadDeadline(t time.Time) error  { d.read = t; return nil }
func (d *deadlined) SetWriteDeadline(t time.Time) error { d.write = t; return nil }

// TestWaitMovesDeadlines checks that a delayed call still has deadlines, because
// otherwise a client that never ends its body would hold it for ever.
func TestWaitMovesDeadlines(t *testing.T) {
	t.Parallel()
	w := &deadlined{ResponseWriter: httptest.NewRecorder()}
	earliest := clock.System().Add(time.Millisecond + afterDelay)
	_ = (&Call{Input: Input{Context: t.Context(), Writer: w}}).pause(scenario.Hold{For: time.Millisecond, Released: t.Context()})
	latest := clock.System().Add(time.Millisecond + afterDelay)
	if w.read.Before(earliest) || w.read.After(latest) {
		t.Errorf("read: got %s, want from %s to %s", w.read, earliest, latest)
	}
	if got := w.write.Sub(w.read); got != afterDelay {
		t.Errorf("write: got %s after reading, want %s", got, afterDelay)
	}
}
