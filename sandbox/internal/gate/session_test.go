package gate_test

import (
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestAgeOfASession verifies which sessions have expired, and which calls depend on their
// life.
func TestAgeOfASession(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	must(t, s.Control().PutScenario(t.Context(), "long", "summary: A scenario\nassume: {session-life: 3h}\n"))
	for _, test := range []struct {
		name, secret, scenario string
		age                    time.Duration
		checks                 string
		assumes                bool   // the life of sessions
		affected               string // by the scenario
		cause                  client.Cause
	}{
		{"new", "demo-secret", "", 0, "account session", false, "", client.ByClient},
		{"old", "demo-secret", "", time.Hour, "account -session", true, "", client.ByClient},
		{"old in a long life", "demo-secret", "long", time.Hour, "account session", true, "long", client.ByClient},
		{"new in a long life", "demo-secret", "long", 0, "account session", false, "", client.ByClient},
		{"older than a long life", "demo-secret", "long", 4 * time.Hour, "account -session", true, "long", client.ByClient},
		{"old in a short life", "demo-secret", "session-life-one-minute", 2 * time.Minute, "account -session", true, "session-life-one-minute", client.ByScenario},
		{"forged", "other", "", 0, "account -session", false, "", client.ByClient},
	} {
		reference := "none"
		if test.cause == client.ByScenario { // then nothing else is wrong
			reference = s.ID("subscription-upgradable", "SubscriptionReference")
		}
		call := upgradeOf(credential.IssueSession(credential.Session{Code: "DEMO", Issued: s.Now().Add(-test.age), Epoch: uint64(s.Now().UnixMicro())}, test.secret), reference)
		call.header = naming(test.scenario)
		_, _ = call.answer(t, s)
		e := latest(t, s)
		var made []string
		for _, c := range e.Checks {
			made = append(made, map[bool]string{false: "-"}[c.Passed]+c.Name)
		}
		if !strings.HasPrefix(strings.Join(made, " "), test.checks) {
			t.Errorf("%s: got the checks %q, want %s", test.name, made, test.checks)
		}
		assumption := ""
		for _, h := range e.Response.Header {
			if h.Name == "X-Sandbox-Assumption" {
				assumption = h.Value
			}
		}
		if got := strings.Contains(assumption, "session-life"); got != test.assumes || string(e.Scenarios) != test.affected {
			t.Errorf("%s: got %s, affected by %q", test.name, assumption, e.Scenarios)
		}
		if e.Cause != test.cause {
			t.Errorf("%s: got the cause %q, want %q", test.name, e.Cause, test.cause)
		}
	}
}

// TestClockOfACall verifies at which moments a claim for a new account may be signed, and
// that a preview does not move a clock that ticks.
func TestClockOfACall(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Clock = "2020-01-01T00:00:00Z" })
	frozen := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for code, test := range map[string]struct {
		signed time.Time
		want   int
	}{"WALL": {s.Now(), 201}, "FROZEN": {frozen, 201}, "NEITHER": {frozen.Add(time.Hour), 401}} {
		call := sent{path: "/orders/", header: credentialOf(signedBy(code, "demo-secret", test.signed, credential.SHA256))}
		got, _, err := call.do(t, s)
		if must(t, err); got.StatusCode != test.want {
			t.Errorf("%s: got %s, want %d", code, got.Status, test.want)
		}
	}
	_, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "TICKS", Clock: frozen, ClockStep: time.Minute})
	must(t, err)
	for n, test := range []struct {
		header map[string]string
		ticks  int // of the clock so far
	}{{preview("1"), 0}, {nil, 1}, {preview("1"), 1}, {naming("search-orders-internal-error"), 2}} {
		call := sent{path: "/orders/", header: credentialOf(signedBy("TICKS", "demo-secret", s.Now(), credential.SHA256))}
		for name, value := range test.header {
			call.header[name] = value
		}
		_, _, err := call.do(t, s)
		must(t, err)
		clock, err := s.Control().Account("TICKS").Clock(t.Context())
		if err != nil || !clock.Now.Equal(frozen.Add(time.Duration(test.ticks)*time.Minute)) {
			t.Errorf("call %d: got %s, %v, want %d ticks", n, clock.Now, err, test.ticks)
		}
	}
}

// latest returns the entry of the account's latest call.
func latest(t *testing.T, s *sandboxtest.Running) client.Entry {
	t.Helper()
	e, err := s.Control().Account(s.Code()).Latest(t.Context())
	must(t, err)
	return e
}
