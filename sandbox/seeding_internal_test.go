package sandbox

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestSeedingIsAnnounced seeds many orders, and reads the log and the progress.
func TestSeedingIsAnnounced(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var progress []string
	s := seeder{log: slog.New(slog.NewTextHandler(&log, nil)), progress: func(of string) { progress = append(progress, of) }}
	many := commerce.World{Orders: func(yield func(record.StoredOrder) bool) {
		for range 2*seedingStep + 1 {
			if !yield(record.StoredOrder{}) {
				return
			}
		}
	}}
	written := 0
	for range s.withProgress(many, account.SeedRequest{Code: "DEMO", Orders: 2*seedingStep + 1}).Orders {
		written++
	}
	if written != 2*seedingStep+1 {
		t.Errorf("got %d orders", written)
	}
	for _, line := range []string{"msg=seeding account=DEMO orders=40001\n", `orders="20000 of 40001"`, `orders="40000 of 40001"`} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("got %s, want %s", &log, line)
		}
	}
	want := []string{"the world of account DEMO: 20000 of 40001 orders", "the world of account DEMO: 40000 of 40001 orders"}
	if !slices.Equal(progress, want) {
		t.Errorf("got %q, want %q", progress, want)
	}
}
