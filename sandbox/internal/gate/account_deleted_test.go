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

// TestAccountDeletedDuringTheCall checks that the call fails with the code of an
// unknown account and belongs to none.
func TestAccountDeletedDuringTheCall(t *testing.T) {
	t.Parallel()
	plain := &account.Settings{}
	renamed, err := plain.With(nil, map[catalog.QuestionID]string{catalog.SessionFault: "INVALID_SESSION"})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		protocol  catalog.Protocol
		operation catalog.OperationID
		settings  *account.Settings
		status    int
		code      catalog.Code
	}{
		{catalog.REST, catalog.SearchOrders, plain, 401, catalog.AuthenticationError},
		{catalog.SOAP, catalog.Login, plain, 500, catalog.AuthenticationFailed},
		{catalog.SOAP, catalog.UpgradePartnerSubscriptions, plain, 500, catalog.Forbidden},
		{catalog.SOAP, catalog.UpgradePartnerSubscriptions, renamed, 500, catalog.InvalidSession},
	}
	for _, test := range tests {
		g := &gate.Gate{Journal: journal.New(journal.Defaults()), Log: slog.New(slog.DiscardHandler)}
		op, _ := catalog.Find(test.operation)
		c := &gate.Call{Input: gate.Input{Operation: op}, Admission: gate.Admission{Account: &account.Account{Code: "ACME"}, Settings: test.settings}}
		c.Recorder = g.Journal.Begin(httptest.NewRequest("GET", "/", nil), time.Time{})
		end := g.Finish(c, test.protocol, fmt.Errorf("view: %w", account.ErrUnknown))
		if end.Problem.Code != test.code || end.Outcome.Status != test.status || end.Problem.Message != "The account ACME was deleted during the call" {
			t.Errorf("%s %s: got %d %+v, want %d %s", test.protocol, test.operation, end.Outcome.Status, end.Problem, test.status, test.code)
		}
		if got, want := c.AssignID(), "none-1"; got != want {
			t.Errorf("%s %s: got entry %s, want %s", test.protocol, test.operation, got, want)
		}
		if again := g.Finish(c, test.protocol, account.ErrUnknown); again.Problem.Code != catalog.InternalError {
			t.Errorf("%s %s: got %s without an account", test.protocol, test.operation, again.Problem.Code)
		}
	}
}
