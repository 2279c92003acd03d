package sandbox

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

// TestLastLook reports a data file that is gone, although the sandbox stops before a tick.
func TestLastLook(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	stopped, stop := context.WithCancel(t.Context())
	stop()
	housekeeper{health: func() error { return errors.New("gone") }, log: slog.New(slog.NewTextHandler(&log, nil))}.keep(stopped, nil)
	if want := `level=ERROR msg="the sandbox is not ready" error=gone`; strings.Count(log.String(), want) != 1 {
		t.Errorf("got %q, want %s once", &log, want)
	}
}

// TestHealthIsSaidOnce looks three times at a data file that is gone.
func TestHealthIsSaidOnce(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	h := housekeeper{health: func() error { return errors.New("gone") }, log: slog.New(slog.NewTextHandler(&log, nil))}
	before := ""
	for range 3 {
		before = h.reportHealth(t.Context(), before)
	}
	if got := log.String(); strings.Count(got, "\n") != 1 {
		t.Errorf("got %q, want one line", got)
	}
}
