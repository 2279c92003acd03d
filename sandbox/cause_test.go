package sandbox_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// fault is what an entry says about who is at fault.
type fault struct {
	Cause    client.Cause
	Triggers []client.Trigger
	Without  *client.Without
}

// latestFault returns the fault of the account's latest call.
func latestFault(t *testing.T, s *sandboxtest.Running) fault {
	t.Helper()
	e, err := controlled(s).Latest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return fault{e.Cause, e.Triggers, e.Without}
}

// TestFailureSaysHowTheCallEndsWithoutIt fails every operation with each of its
// codes, and verifies that the entry says how the call ends otherwise, and that
// this has stored nothing: the call succeeds afterwards.
func TestFailureSaysHowTheCallEndsWithoutIt(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, op := range catalog.Operations() {
		call := goodCall(t, s, op.ID)
		for _, failure := range op.Failures() {
			name := string(failure.Code)
			makeCall(t, s, call, asking(name))
			want := fault{client.ByScenario, []client.Trigger{{Scenario: name, By: client.TriggerHeader}}, &client.Without{Status: op.Success.Status}}
			if got := latestFault(t, s); !reflect.DeepEqual(got, want) {
				t.Errorf("%s under %s: got %+v, want %+v", op.ID, name, got, want)
			}
		}
		if got := makeCall(t, s, call, nil); got.Status != op.Success.Status {
			t.Errorf("%s: got %d %s", op.ID, got.Status, got.Body)
		}
	}
}

func TestFaultOfACall(t *testing.T) {
	t.Parallel()
	byAccount := func(names ...string) (triggers []client.Trigger) {
		for _, name := range names {
			triggers = append(triggers, client.Trigger{Scenario: name, By: client.TriggerAccount})
		}
		return triggers
	}
	answered := &client.Without{Status: 200}
	for _, c := range []struct {
		name      string
		scenarios []string // active
		path      string   // of a call by GET; "" for an upgrade
		want      fault
	}{
		{"answered", nil, "ORDER", fault{}},
		{"refused", nil, "/orders/1/", fault{Cause: client.ByClient}},
		{"failed", []string{"ORDER_NOT_FOUND"}, "ORDER", fault{client.ByScenario, byAccount("ORDER_NOT_FOUND"), answered}},
		{"failed, and wrong as well", []string{"INTERNAL_ERROR"}, "/orders/1/",
			fault{client.ByScenario, byAccount("INTERNAL_ERROR"), &client.Without{Status: 404, Code: "ORDER_NOT_FOUND"}}},
		{"answered by a scenario", []string{"teapot"}, "ORDER", fault{client.ByScenario, byAccount("teapot"), answered}},
		{"answered with a success", []string{"fine"}, "/orders/1/",
			fault{client.ByScenario, byAccount("fine"), &client.Without{Status: 404, Code: "ORDER_NOT_FOUND"}}},
		{"cut", []string{"empty-reply"}, "ORDER", fault{client.ByScenario, byAccount("empty-reply"), answered}},
		{"dripping", []string{"drips"}, "ORDER", fault{"", byAccount("drips"), nil}},
		{"delayed", []string{"delays"}, "ORDER", fault{"", byAccount("delays"), nil}},
		{"delayed and refused", []string{"delays"}, "/orders/1/", fault{client.ByClient, byAccount("delays"), nil}},
		{"delayed and failed", []string{"FORBIDDEN", "delays"}, "CUSTOMER",
			fault{client.ByScenario, byAccount("delays", "FORBIDDEN"), answered}},
		{"without the feature", []string{"feature-off"}, "CUSTOMER", fault{client.ByScenario, byAccount("feature-off"), answered}},
		{"without the feature, and wrong as well", []string{"feature-off"}, "/orders/customer/?CustomerReference=1", fault{client.ByClient, byAccount("feature-off"), nil}},
		{"with another answer", []string{"create-status-200"}, "ORDER", fault{}},
		{"with an expired session", []string{"session-life-one-minute"}, "", fault{client.ByScenario, byAccount("session-life-one-minute"), answered}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			putScenarios(t, s)
			upgrade := goodCall(t, s, catalog.UpgradePartnerSubscriptions)
			s.Advance(2 * time.Minute)
			for _, name := range c.scenarios {
				s.Activate(name)
			}
			call := operationCall{"GET", s.REST() + c.path, ""}
			switch c.path {
			case "ORDER":
				call = goodCall(t, s, catalog.RetrieveOrder)
			case "CUSTOMER":
				call = goodCall(t, s, catalog.CustomerOrders)
			case "":
				call = upgrade
			}
			_, _ = tryCall(t, s, call, onNewConnection)
			if got := latestFault(t, s); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v %+v, want %+v %+v", got, got.Without, c.want, c.want.Without)
			}
		})
	}
}

// TestFaultOfTheAccountsOwnSettings verifies that a refusal is no fault of the client
// where the account itself, or a start flag, changed the answer that decided.
func TestFaultOfTheAccountsOwnSettings(t *testing.T) {
	t.Parallel()
	flags := func(o *sandbox.Options) { o.Answers = map[string]string{"session-life": "1m", "rest-skew": "1m"} }
	s := sandboxtest.Start(t, sandboxtest.Frozen, flags)
	answered := &client.Without{Status: 200}
	check := func(name string, want fault) {
		t.Helper()
		if got := latestFault(t, s); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v %+v, want %+v", name, got, got.Without, want)
		}
	}
	upgrade, search := goodCall(t, s, catalog.UpgradePartnerSubscriptions), goodCall(t, s, catalog.SearchOrders)
	stale := map[string]string{"DEMO": s.Sign(), "OTHER": s.As("OTHER").Sign()}
	s.Advance(2 * time.Minute)
	for code, signed := range stale {
		id := makeCall(t, s, search, func(r *http.Request) { r.Header.Set("X-Service-Authentication", signed) }).Header.Get("X-Sandbox-Request")
		e, err := s.Control().Request(t.Context(), id)
		want := fault{client.ByScenario, []client.Trigger{{By: client.TriggerQuestion, Name: "rest-skew"}}, &client.Without{Status: 201}}
		if got := (fault{e.Cause, e.Triggers, e.Without}); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("a date that a start flag made stale, of %s: got %+v %v, want %+v", code, got, err, want)
		}
	}
	if accounts, err := s.Control().Accounts(t.Context()); err != nil || len(accounts) != 1 {
		t.Errorf("got %d accounts %v, want 1", len(accounts), err)
	}
	makeCall(t, s, upgrade, nil)
	check("a session that a start flag shortened", fault{client.ByScenario, []client.Trigger{{By: client.TriggerQuestion, Name: "session-life"}}, answered})

	flag, _ := catalog.Find(catalog.CustomerOrders)
	if err := controlled(s).DisableFeature(t.Context(), string(flag.Feature)); err != nil {
		t.Fatal(err)
	}
	makeCall(t, s, goodCall(t, s, catalog.CustomerOrders), nil)
	check("a feature that the account lacks", fault{client.ByScenario, []client.Trigger{{By: client.TriggerFeature, Name: string(flag.Feature)}}, answered})
	s.Get("/orders/customer/?CustomerReference=1")
	check("an unknown customer besides", fault{Cause: client.ByClient})
}

func TestTriggersOfACall(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Scenarios = []string{"ORDER_NOT_FOUND"} })
	call := goodCall(t, s, catalog.RetrieveOrder)
	check := func(by client.TriggerBy, name string) {
		t.Helper()
		want := []client.Trigger{{Scenario: name, By: by}}
		if got := latestFault(t, s).Triggers; !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	makeCall(t, s, call, nil)
	check(client.TriggerBaseline, "ORDER_NOT_FOUND")
	for by, limits := range map[client.TriggerBy]client.ActivationLimits{
		client.TriggerTimes: {Times: 1}, client.TriggerPeriod: {For: time.Hour}, client.TriggerAccount: {},
	} {
		if err := controlled(s).Activate(t.Context(), "INTERNAL_ERROR", limits); err != nil {
			t.Fatal(err)
		}
		makeCall(t, s, call, nil)
		check(by, "INTERNAL_ERROR")
	}
	makeCall(t, s, call, asking("AUTHENTICATION_ERROR"))
	check(client.TriggerHeader, "AUTHENTICATION_ERROR")
	s.Get("/orders/sandbox:AUTHENTICATION_ERROR/")
	check(client.TriggerValue, "AUTHENTICATION_ERROR")
}

// TestChecksNotReached verifies which checks an entry lists as not made.
func TestChecksNotReached(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method, path, body, scenario string
		want                         client.Names
	}{
		{"GET", "/orders/customer/?CustomerReference=1", "", "FORBIDDEN", "feature, operation"},
		{"GET", "/orders/customer/?CustomerReference=1", "", "", ""},
		{"GET", "/orders/", "", "nothing", "operation"},
		{"GET", "/orders/", "", "outage", "operation"},
		{"POST", "", envelope("<login/>"), "", "account, credential, operation"},
		{"POST", "", envelope(upgradeCall("nothing", "1")), "", "session, operation"},
		{"GET", "?wsdl", "", "outage", "operation"},
		{"GET", "?wsdl", "", "truncated", ""},
	} {
		s := sandboxtest.Start(t, sandboxtest.Frozen)
		call := operationCall{c.method, s.REST() + c.path, c.body}
		if !strings.HasPrefix(c.path, "/") {
			call.url = s.SOAP() + c.path
		}
		got, _ := tryCall(t, s, call, asking(c.scenario)) // one gets a part of an answer
		e, err := s.Control().Request(t.Context(), got.Header.Get("X-Sandbox-Request"))
		if err != nil || e.NotReached != c.want {
			t.Errorf("%s %s: got %q %v, want %q", c.method, c.path, e.NotReached, err, c.want)
		}
	}
}
