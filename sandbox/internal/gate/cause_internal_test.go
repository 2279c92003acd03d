package gate

import (
	"errors"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestCauseOfAFault verifies who is at fault for each kind of error.
func TestCauseOfAFault(t *testing.T) {
	t.Parallel()
	entries := journal.New(journal.Defaults())
	g := &Gate{Journal: entries, Log: slog.New(slog.DiscardHandler)}
	op, _ := catalog.Find(catalog.RetrieveOrder)
	for name, test := range map[string]struct {
		err  error
		want client.Cause
	}{
		"a fault of the sandbox":   {errors.New("broken"), client.BySandbox},
		"a full disk":              {&account.NoSpaceError{}, client.BySandbox},
		"an account that is busy":  {account.ErrBusy, client.BySandbox},
		"a problem of the client":  {commerce.Problemf(catalog.OrderNotFound, "No"), client.ByClient},
		"a code that is not known": {commerce.Problemf("NOTHING", "No"), client.BySandbox},
		"a success":                {nil, ""},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		if err != nil {
			t.Fatal(err)
		}
		c := &Call{Input: Input{Context: t.Context(), Operation: op, Recorder: entries.Begin(request, time.Time{})}}
		c.Recorder.Protocol = string(catalog.REST)
		end := g.Finish(c, test.err)
		g.recordCause(c, &Answer{Ending: end, Status: end.Outcome.Status})
		if got := c.Recorder.Cause; got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
