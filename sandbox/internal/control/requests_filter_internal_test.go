package control

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestListsEndWithTheirClient lists calls after the client has gone.
func TestListsEndWithTheirClient(t *testing.T) {
	t.Parallel()
	calls := journal.New(journal.Defaults())
	calls.Begin(httptest.NewRequest("GET", "/", nil), time.Time{}).Close(time.Time{})
	gone := errors.New("gone")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	if got, err := (filter{}).find(ctx, calls.Ring(journal.None), 1); !errors.Is(err, gone) {
		t.Errorf("got %v, %v, want %v", got, err, gone)
	}
}
