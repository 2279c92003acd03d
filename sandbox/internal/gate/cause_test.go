package gate_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

func TestCauseOfACall(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, path, scenario string
		cause                client.Cause
		why                  string // the beginning
	}{
		{"answered", "/orders/", "", "", ""},
		{"answered with a note", "/orders/?Nothing=1", "", "", `ignored query name "Nothing"`},
		{"wrong parameter", "/orders/?Limit=500", "", client.ByClient, "Limit must be from 1 to 200, got 500"},
		{"no operation", "/nothing", "", client.ByClient, "GET /rest/6.0/nothing is not"},
		{"unknown scenario", "/orders/", "nothing", client.ByClient, `scenario: unknown scenario "nothing"`},
		{"failed by a scenario", "/orders/", "search-orders-internal-error", client.ByScenario, "scenario: "},
		{"truncated by a scenario", "/orders/", "truncated", client.ByScenario, "scenario truncated closes the connection in the middle of the answer"},
		{"cut by a scenario", "/orders/", "empty-reply", client.ByScenario, "scenario empty-reply closes the connection without an answer"},
		{"delayed by a scenario", "/orders/?Limit=500", "slow", client.ByClient, "Limit must be from 1 to 200, got 500"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			send(t, s, "GET", c.path, c.scenario)
			e := latest(t, s)
			affected := c.scenario
			if affected == "nothing" {
				affected = ""
			}
			if string(e.Scenarios) != affected {
				t.Errorf("got the scenarios %q, want %q", e.Scenarios, affected)
			}
			if e.Cause != c.cause || !strings.HasPrefix(e.Why, c.why) || c.why == "" && e.Why != "" {
				t.Errorf("got %q, %q; want %q, %q", e.Cause, e.Why, c.cause, c.why)
			}
		})
	}
}

// latest returns the entry of the account's latest call.
func latest(t *testing.T, s *sandboxtest.Running) client.Entry {
	t.Helper()
	e, err := s.Control().Account(s.Code()).Latest(t.Context())
	must(t, err)
	return e
}
