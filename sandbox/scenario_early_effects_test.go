package sandbox_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// wronglySigned signs a call of an account with another secret.
func wronglySigned(code string) func(*http.Request) {
	return func(r *http.Request) {
		r.Header.Set("X-Service-Authentication", credential.Header(code, "2026-10-09 12:00:00", "wrong", credential.SHA256))
	}
}

// put saves and activates a scenario of one rule.
func put(t *testing.T, s *sandboxtest.Running, name, rule string) {
	t.Helper()
	must(t, s.Control().PutScenario(t.Context(), name, "rules: [{"+rule+"}]"))
	s.Activate(name)
}

// TestEarlyEffects makes a call with a wrong signature under each kind of effect. Those
// that need an ordinary answer change the refusal.
func TestEarlyEffects(t *testing.T) {
	t.Parallel()
	const refused = `{"error_code":"AUTHENTICATION_ERROR"`
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	call := goodCall(t, s, catalog.RetrieveOrder)
	for rule, want := range map[string]struct{ answer, recorded string }{
		`answer: {status: 418, body: tea}`:        {"418 tea", "without 401"},
		`fail: ORDER_NOT_FOUND`:                   {`404 {"error_code":"ORDER_NOT_FOUND"`, "scenario, without 401"},
		`fail: AUTHENTICATION_ERROR, message: No`: {`401 {"error_code":"AUTHENTICATION_ERROR","message":"No"}`, "scenario, without 401"},
		`cut: reset`:                         {"0 ", "without 401"},
		`cut: truncate`:                      {`401 {"error_code":"AUTH`, "account, credential, without 401"},
		`cut: garbage`:                       {"401 \x80", "account, credential, without 401"},
		`change: [{at: status, set: "403"}]`: {"403 " + refused, "account, credential, without 401"},
		`change: [{at: $.message, set: no}]`: {"401 " + refused + `,"message":"no"}`, "account, credential"},
		`delay: 1ms`:                         {"401 " + refused, "account, credential"},
		`limit: {calls: 1, per: 1h}`:         {"401 " + refused, "account, credential"},
		`answer: {status: 418}, on: "*", when: body.x == "" and xpath("//x") == ""`: {"418 ", "without 401"},
		`answer: {status: 418}, when: path.OrderReference == "1"`:                   {"401 " + refused, "account, credential"},
		`answer: {status: 418}, skip: 1`:                                            {"401 " + refused, "account, credential"},
		`answer: {status: 418}, times: 1`:                                           {"418 ", "without 401"},
	} {
		if !strings.Contains(rule, "on:") {
			rule += ", on: retrieve-order"
		}
		put(t, s, "mine", "before: credential, "+rule)
		got, _ := tryCall(t, s, call, func(r *http.Request) { // a cut is an error
			wronglySigned(s.Code())(r)
			onNewConnection(r)
		})
		e := latest(t, s)
		must(t, controlled(s).DeactivateAll(t.Context()))
		var recorded []string
		for _, c := range e.Checks {
			recorded = append(recorded, c.Name)
		}
		if e.Without != nil {
			recorded = append(recorded, fmt.Sprintf("without %d", e.Without.Status))
		}
		if answer := fmt.Sprintf("%d %s", got.Status, got.Body); !strings.HasPrefix(answer, want.answer) {
			t.Errorf("%s: got %.100q, want %q", rule, answer, want.answer)
		}
		if text := strings.Join(recorded, ", "); text != want.recorded {
			t.Errorf("%s: got %q, want %q", rule, text, want.recorded)
		}
	}
}

// TestEarlyCounts counts calls that fail early like all others: skip, times, limits and
// those of the activation.
func TestEarlyCounts(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	call := goodCall(t, s, catalog.RetrieveOrder)
	statuses := func(n int, change func(*http.Request)) string {
		var all []string
		for range n {
			all = append(all, fmt.Sprint(makeCall(t, s, call, change).Status))
		}
		return strings.Join(all, " ")
	}
	wrong, none := wronglySigned(s.Code()), func(r *http.Request) { r.Header.Del("X-Service-Authentication") }
	put(t, s, "second", `on: retrieve-order, before: credential, skip: 1, times: 2, answer: {status: 418}`)
	if got, want := statuses(2, wrong)+" "+statuses(1, nil)+" "+statuses(2, none), "401 418 418 401 401"; got != want {
		t.Errorf("skip and times: got %s, want %s", got, want)
	}
	put(t, s, "limited", `on: "*", before: credential, limit: {calls: 2, per: 1h, by: header.X-Service-Authentication}`)
	if got, want := statuses(3, none)+" "+statuses(3, wrong), "401 401 429 401 401 429"; got != want {
		t.Errorf("limit: got %s, want %s", got, want)
	}
	preview := func(r *http.Request) { wrong(r); r.Header.Set("X-Sandbox-Preview", "1") }
	if got, want := statuses(1, preview), "429"; got != want {
		t.Errorf("preview: got %s, want %s", got, want)
	}
	must(t, controlled(s).Activate(t.Context(), "outage", client.ActivationLimits{Times: 1}))
	if got, want := statuses(2, preview)+" "+statuses(2, wrong), "503 503 503 429"; got != want {
		t.Errorf("one call: got %s, want %s", got, want)
	}
}

// TestEarlyAndLater verifies that a call with right credentials has the effect of the
// scenario that was activated last, whether it comes before the credential or not, and
// that one that answers the call comes before the check of a feature.
func TestEarlyAndLater(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Activate("outage")
	s.Activate("ORDER_NOT_FOUND")
	call := goodCall(t, s, catalog.RetrieveOrder)
	for _, test := range []struct {
		change func(*http.Request)
		want   effect
	}{
		{nil, effect{404, catalog.OrderNotFound, "ORDER_NOT_FOUND"}},
		{wronglySigned(s.Code()), effect{503, "SERVICE_UNAVAILABLE", "outage"}},
		{asking("INTERNAL_ERROR"), effect{500, catalog.InternalError, "INTERNAL_ERROR"}},
	} {
		if got := makeCall(t, s, call, test.change).effect(); got != test.want {
			t.Errorf("got %+v, want %+v", got, test.want)
		}
	}
	s.Activate("feature-off")
	if got, want := makeCall(t, s, goodCall(t, s, catalog.CustomerOrders), nil).effect(), (effect{503, "SERVICE_UNAVAILABLE", "outage"}); got != want {
		t.Errorf("without the feature: got %+v, want %+v", got, want)
	}
}

// TestSessionFaultOfNobody calls with a session that nobody issued. The account that the
// credential header names, otherwise the only one, decides the fault; with several the
// scenario that the call names, and the baseline.
func TestSessionFaultOfNobody(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		baseline, other, account, names, header bool
		want                                    catalog.Code
	}{
		{want: catalog.Forbidden},
		{account: true, want: catalog.InvalidSession},
		{account: true, other: true, want: catalog.Forbidden},
		{account: true, other: true, names: true, want: catalog.InvalidSession},
		{other: true, header: true, want: catalog.InvalidSession},
		{other: true, baseline: true, want: catalog.InvalidSession},
	} {
		s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
			if test.baseline {
				o.Scenarios = []string{"session-fault-invalid-session"}
			}
		})
		if test.other {
			s.As("OTHER").Get("/upsell")
		}
		if test.account {
			must(t, controlled(s).SetAnswer(t.Context(), "session-fault", "INVALID_SESSION"))
		}
		got := makeCall(t, s, operationCall{"POST", s.SOAP(), envelope(upgradeCall("nobody", "x"))}, func(r *http.Request) {
			if test.names {
				wronglySigned(s.Code())(r)
			}
			if test.header {
				r.Header.Set("X-Sandbox-Scenario", "session-fault-invalid-session")
			}
		})
		if got.Code != test.want {
			t.Errorf("%+v: got %s", test, got.Code)
		}
		if affected := got.Header.Get("X-Sandbox-Scenario") != ""; affected != (test.header || test.baseline) {
			t.Errorf("%+v: got scenario %q", test, got.Header.Get("X-Sandbox-Scenario"))
		}
	}
}

// TestEarlyCallsAgain drafts scenarios from calls that scenarios affected early, and tries
// one on them.
func TestEarlyCallsAgain(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	put(t, s, "mine", `on: "*", before: credential, skip: 2, answer: {status: 503}`)
	calls := earlyCalls(s)
	for _, c := range calls {
		c.make(t, s, nil)
	}
	list, err := controlled(s).Requests(t.Context(), client.Filter{Scenario: "mine", Limit: 100})
	if err != nil || len(list.Requests) != len(calls)-2 {
		t.Fatalf("got %d calls, %v, want %d", len(list.Requests), err, len(calls)-2)
	}
	for _, line := range list.Requests {
		draft, err := s.Control().DraftScenario(t.Context(), line.ID)
		must(t, err)
		if check, err := s.Control().CheckScenario(t.Context(), draft.YAML, s.Code()); err != nil || !check.Valid {
			t.Errorf("%s: %v, %+v\n%s", line.ID, err, check.Faults, draft.YAML)
		}
	}
	if draft, err := s.Control().DraftScenario(t.Context(), list.Requests[len(list.Requests)-1].ID); err != nil || !strings.Contains(draft.YAML, "before: credential") {
		t.Errorf("got %s, %v", draft.YAML, err)
	}
	late, err := s.Control().CheckScenario(t.Context(), `rules: [{on: "*", answer: {status: 503}}]`, s.Code())
	if err != nil || len(late.Affects) > 0 {
		t.Errorf("a rule that does not come before the credential affects %d calls, %v", len(late.Affects), err)
	}
	check, err := s.Control().CheckScenario(t.Context(), `rules: [{on: "*", before: credential, answer: {status: 503}}]`, s.Code())
	if err != nil || len(check.Affects) != check.Tried || check.Tried < len(calls)-2 || check.Effects[0].Before != "credential" {
		t.Errorf("got %d of %d, %v", len(check.Affects), check.Tried, err)
	}
}
