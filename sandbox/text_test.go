package sandbox_test

import (
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

func TestText(t *testing.T) {
	t.Parallel()
	if got, err := sandbox.ParseDuration("1d12h"); err != nil || got != 36*time.Hour {
		t.Errorf("got %v, %v, want 36h", got, err)
	}
	if got, err := sandbox.ParseMoment("2026-05-13 12:12:12"); err != nil || !got.Equal(time.Date(2026, time.May, 13, 12, 12, 12, 0, time.UTC)) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, want := sandbox.Nearest("slwo", []string{"outage", "slow"}), []string{"slow"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
