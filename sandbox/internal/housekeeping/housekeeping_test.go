package housekeeping_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/housekeeping"
)

// TestLastLook reports a data file that is gone, although the sandbox stops before a tick.
func TestLastLook(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	stopped, stop := context.WithCancel(t.Context())
	stop()
	housekeeping.Housekeeper{Health: func() error { return errors.New("gone") }, Log: slog.New(slog.NewTextHandler(&log, nil))}.Keep(stopped, nil)
	if want := `level=ERROR msg="the sandbox is not ready" error=gone`; strings.Count(log.String(), want) != 1 {
		t.Errorf("got %q, want %s once", &log, want)
	}
}
