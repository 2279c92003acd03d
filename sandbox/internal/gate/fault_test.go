package gate_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestFaultOfTheSandbox verifies that a call which the sandbox fails gets what helps, or
// else the id under which the log has the reason, and that the log has it once.
func TestFaultOfTheSandbox(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	full := &account.NoSpaceError{Folder: "/dev/shm"}
	damage := &account.DamageError{Path: "x.db", What: "a record"}
	write := &account.WriteError{Path: "x.db", Err: syscall.EIO}
	const fullHint = "free some, delete accounts, or mount a larger folder, such as docker run --tmpfs /tmp for an ephemeral sandbox"
	const fullMessage = "The sandbox cannot store the call, because no space is left for the data file in /dev/shm; " + fullHint
	for _, test := range []struct {
		protocol  catalog.Protocol
		operation catalog.OperationID
		err       error
		status    int
		code      catalog.Code
		message   string
		logged    string
		last      *client.LastFault
	}{
		{catalog.REST, catalog.CreateUpsell, full, 507, catalog.InsufficientStorage, fullMessage,
			`msg="disk full" id=none-1 error="no space is left for the data file in /dev/shm" hint="` + fullHint + `"`, nil},
		{catalog.SOAP, catalog.Login, full, 500, catalog.InsufficientStorage, fullMessage,
			`msg="disk full" id=none-1 error="no space is left for the data file in /dev/shm" hint="` + fullHint + `"`, nil},
		{catalog.REST, catalog.CreateUpsell, io.ErrUnexpectedEOF, 500, catalog.InternalError,
			"The sandbox failed; its log gives the reason under none-1", `msg="call failed" id=none-1 error="update: unexpected EOF"`,
			&client.LastFault{Time: noon, ID: "none-1", Operation: "create-upsell", Error: "update: unexpected EOF"}},
		{catalog.REST, catalog.CreateUpsell, damage, 500, catalog.InternalError, "The sandbox cannot answer the call, because the data file x.db is damaged: a record; " + damage.Hint(),
			`msg="data file damaged" id=none-1 error="the data file x.db is damaged: a record" hint=` + strconv.Quote(damage.Hint()), nil},
		{catalog.REST, catalog.CreateUpsell, write, 500, catalog.InternalError, "The sandbox cannot store the call, because it cannot write the data file x.db: input/output error; " + write.Hint(),
			`msg="data file not written" id=none-1 error="cannot write the data file x.db: input/output error" hint=` + strconv.Quote(write.Hint()), nil},
		{catalog.REST, "", fmt.Errorf("secret demo-secret, hash %s\nthe stack", strings.Repeat("0a", 32)), 500, catalog.InternalError,
			"The sandbox failed; its log gives the reason under none-1", "",
			&client.LastFault{Time: noon, ID: "none-1", Path: "/orders/", Error: "update: secret …, hash 0a0a…"}},
	} {
		var log strings.Builder
		faults := &gate.Faults{Wall: func() time.Time { return noon }}
		g := &gate.Gate{Faults: faults, Journal: journal.New(journal.Defaults()), Log: slog.New(slog.NewTextHandler(&log, nil))}
		op, _ := catalog.Find(test.operation) // nil without one
		c := &gate.Call{Input: gate.Input{Operation: op, Context: t.Context()}}
		c.Recorder = g.Journal.Begin(httptest.NewRequest("POST", "/orders/?Page=2", nil), time.Time{})
		c.Recorder.Protocol, c.Recorder.Operation = string(test.protocol), string(test.operation)
		c.Recorder.Secret("demo-secret")
		end := g.Finish(c, fmt.Errorf("update: %w", test.err))
		if end.Outcome.Status != test.status || end.Problem.Code != test.code || end.Problem.Message != test.message {
			t.Errorf("%s: got %d %+v, want %d %s", test.operation, end.Outcome.Status, end.Problem, test.status, test.message)
		}
		if all := c.Recorder.Checks; len(all) != 1 || all[0].Message != test.message || all[0].Passed {
			t.Errorf("%s: got the checks %+v", test.operation, all)
		}
		if _, got, _ := strings.Cut(log.String(), "level=ERROR "); got != test.logged+"\n" && test.logged != "" {
			t.Errorf("%s: logged %s, want %s", test.operation, got, test.logged)
		}
		if got := faults.Summary(); !reflect.DeepEqual(got.Last, test.last) || (got.Count == 1) != (test.last != nil) {
			t.Errorf("%s: got %d faults, the last %+v, want %+v", test.operation, got.Count, got.Last, test.last)
		}
	}
}
