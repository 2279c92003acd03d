package control

import (
	"log/slog"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// deadlines records the deadlines of an answer between other steps.
type deadlines struct {
	*httptest.ResponseRecorder
	steps []string
}

func (d *deadlines) SetWriteDeadline(t time.Time) error {
	if t.After(time.Time{}) {
		d.steps = append(d.steps, "deadline")
	}
	return nil
}

// TestDeadlineAfterLongWork verifies that an answer gets its time after the work,
// which may take longer than the server allows for a call.
func TestDeadlineAfterLongWork(t *testing.T) {
	t.Parallel()
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	newGuard(&API{Gate: &gate.Gate{}, Log: slog.New(slog.DiscardHandler)}).around(route{handle: func(*request) (answer, error) {
		w.steps = append(w.steps, "work")
		return answer{}, nil
	}})(w, httptest.NewRequest("GET", "/", nil))
	if want := []string{"work", "deadline"}; !slices.Equal(w.steps, want) {
		t.Errorf("got %q, want %q", w.steps, want)
	}
}
