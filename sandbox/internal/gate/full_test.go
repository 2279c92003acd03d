package gate_test

import (
	"fmt"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestDiskFull verifies that a call that finds the disk full gets the folder and
// what helps, not a failure of the sandbox.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	const message = "The sandbox cannot store the call, because no space is left for the data file in /dev/shm; " +
		"free some, delete accounts, or mount a larger folder, such as docker run --tmpfs /tmp for an ephemeral sandbox"
	for _, test := range []struct {
		protocol  catalog.Protocol
		operation catalog.OperationID
		status    int
	}{{catalog.REST, catalog.CreateUpsell, 507}, {catalog.SOAP, catalog.Login, 500}} {
		g := &gate.Gate{Journal: journal.New(journal.Defaults()), Log: slog.New(slog.DiscardHandler)}
		op, _ := catalog.Find(test.operation)
		c := &gate.Call{Operation: op, Context: t.Context()}
		c.Recorder = g.Journal.Begin(httptest.NewRequest("POST", "/", nil), time.Time{})
		end := g.Finish(c, test.protocol, fmt.Errorf("update: %w", &account.NoSpaceError{Folder: "/dev/shm"}))
		if end.Outcome.Status != test.status || end.Problem.Code != catalog.InsufficientStorage || end.Problem.Message != message {
			t.Errorf("%s: got %d %+v, want %d %s", test.operation, end.Outcome.Status, end.Problem, test.status, message)
		}
	}
}
