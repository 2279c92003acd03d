package gate_test

import (
	"fmt"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestAccountBusy verifies that a call whose account is busy for too long is asked to
// come again.
func TestAccountBusy(t *testing.T) {
	t.Parallel()
	for protocol, status := range map[catalog.Protocol]int{catalog.REST: 503, catalog.SOAP: 500} {
		g := &gate.Gate{Journal: journal.New(journal.Defaults()), Log: slog.New(slog.DiscardHandler), Coverage: coverage.New(), Wall: func() time.Time { return time.Time{} }}
		op, _ := catalog.Find(catalog.CancelOrder)
		written, request := httptest.NewRecorder(), httptest.NewRequest("POST", "/", nil)
		c := &gate.Call{Input: gate.Input{Operation: op, Context: t.Context(), Writer: written, Recorder: g.Journal.Begin(request, time.Time{})}}
		c.Recorder.Protocol = string(protocol)
		end := g.Finish(c, fmt.Errorf("update: %w", account.ErrBusy))
		g.Answer(c, request, gate.Answer{Ending: end, Status: end.Outcome.Status})
		got := fmt.Sprint(written.Code, " ", end.Problem.Code, ": ", end.Problem.Message, "; ", written.Header().Get("Retry-After"))
		want := fmt.Sprint(status, " ACCOUNT_BUSY: The sandbox cannot carry out the call now, because the records of the account are being opened, reset or copied; send it again; 1")
		if got != want {
			t.Errorf("%s: got %s, want %s", protocol, got, want)
		}
	}
}
