package sandbox_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// oneOfEach returns one operation of each protocol.
func oneOfEach() []catalog.OperationID {
	return []catalog.OperationID{catalog.CustomerOrders, catalog.UpgradePartnerSubscriptions}
}

// TestTriggers affects a call of either protocol in each of the four ways to
// trigger a scenario, by its name and by a bare code. The calls after it and those
// of another account must stay as they are.
func TestTriggers(t *testing.T) {
	t.Parallel()
	for _, id := range oneOfEach() {
		for _, name := range []string{string(id) + "-forbidden", "FORBIDDEN"} {
			t.Run(string(id)+"/"+name, func(t *testing.T) {
				t.Parallel()
				s := sandboxtest.Start(t, sandboxtest.Frozen)
				op, _ := catalog.Find(id)
				forbidden, _ := op.Failure(catalog.Forbidden)
				affected, unaffected := effect{forbidden.Status, catalog.Forbidden, name}, effect{Status: op.Success.Status}
				account, other := controlled(s), s.As("OTHER")
				want := func(trigger string, on *sandboxtest.Running, want effect, change func(*http.Request)) {
					t.Helper()
					if got := makeCall(t, on, goodCall(t, on, id), change).effect(); got != want {
						t.Errorf("%s: got %+v, want %+v", trigger, got, want)
					}
				}
				on := func(l client.ActivationLimits) {
					t.Helper()
					must(t, account.Activate(t.Context(), name, l))
				}

				on(client.ActivationLimits{})
				want("for the account", s, affected, nil)
				want("for the account", s, affected, nil)
				want("for another account", other, unaffected, nil)
				must(t, account.Deactivate(t.Context(), name))
				on(client.ActivationLimits{Times: 1})
				want("for one affected call", s, affected, nil)
				on(client.ActivationLimits{For: time.Minute})
				want("for a minute", s, affected, nil)
				s.Advance(time.Minute)
				want("for one call", s, affected, asking(name))
				reserved := goodCall(t, s, id)
				reserved.url = strings.Replace(reserved.url, s.ID("customer-with-10-orders", "CustomerReference"), "sandbox:"+name, 1)
				reserved.body = strings.Replace(reserved.body, s.ID("subscription-upgradable", "SubscriptionReference"), "sandbox:"+name, 1)
				if got := makeCall(t, s, reserved, nil).effect(); got != affected {
					t.Errorf("by a reserved value: got %+v, want %+v", got, affected)
				}
				want("after all", s, unaffected, nil)
			})
		}
	}
}

// TestUnknownScenario refuses names that mean nothing, or nothing for the
// operation, with the nearest that do.
func TestUnknownScenario(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	tests := map[string]string{
		"FORBIDEN":                       "did you mean FORBIDDEN?",
		"slow, outtage":                  "did you mean outage?",
		"login-internal-error":           "has no rule for ",
		"ORDER_NOT_FOUND":                "has no rule for ",
		"\u00fcberlast":                  "unknown scenario ",
		strings.Repeat("x", 5000):        "unknown scenario ",
		"customer-orders-forbiden":       "did you mean ",
		"Upgrade-Partner-Subscriptions ": "unknown scenario ",
	}
	for _, id := range oneOfEach() {
		op, _ := catalog.Find(id)
		failure, _ := catalog.GeneralFailure(op.Protocol, catalog.SandboxScenario)
		call := goodCall(t, s, id)
		for names, message := range tests {
			got := makeCall(t, s, call, asking(names))
			if want := (effect{failure.Status, catalog.SandboxScenario, ""}); got.effect() != want || !strings.Contains(got.Body, message) {
				t.Errorf("%s by %.40q: got %+v %s, want %+v ...%s", id, names, got.effect(), got.Body, want, message)
			}
		}
	}
}

// TestReservedValues finds a reserved value wherever a string can be: in the
// path, in the query, and at any depth of a body.
func TestReservedValues(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	tests := []struct {
		method, path, body string
		want               effect
	}{
		{"GET", "/orders/sandbox:ORDER_NOT_FOUND/", "", effect{404, catalog.OrderNotFound, "ORDER_NOT_FOUND"}},
		{"DELETE", "/orders/sandbox%3AORDER_NOT_FOUND", "", effect{404, catalog.OrderNotFound, "ORDER_NOT_FOUND"}},
		{"GET", "/orders/?Status=sandbox%3Athrottled", "", effect{429, "TOO_MANY_REQUESTS", "throttled"}},
		{"GET", "/upsell?Statuses[]=Enabled&Statuses[]=sandbox:outage", "", effect{503, "SERVICE_UNAVAILABLE", "outage"}},
		{"POST", "/upsell", `{"RecommendedProduct":{"Code":"sandbox:outage"}}`, effect{503, "SERVICE_UNAVAILABLE", "outage"}},
		{"PUT", "/upsell/X", `{"Discount":{"Values":[{"Currency":"sandbox:UPSELL_CAMPAIGN_NOT_FOUND"}]}}`, effect{404, catalog.UpsellCampaignNotFound, "UPSELL_CAMPAIGN_NOT_FOUND"}},
		{"GET", "/orders/?Status=sandbox:", "", effect{400, catalog.InvalidParameter, ""}},
		{"GET", "/orders/?ExternalRefNo=xsandbox:outage", "", effect{201, "", ""}},
		{"GET", "/orders/sandbox:nonsense/", "", effect{400, catalog.SandboxScenario, ""}},
	}
	for _, test := range tests {
		got := makeCall(t, s, operationCall{test.method, s.REST() + test.path, test.body}, nil)
		if got.effect() != test.want {
			t.Errorf("%s %s %s: got %+v, want %+v", test.method, test.path, test.body, got.effect(), test.want)
		}
	}
}

// TestReservedValuesInOrder verifies that the first of several reserved values wins.
func TestReservedValuesInOrder(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, call := range []operationCall{
		{"GET", s.REST() + "/orders/?Status=sandbox:outage&ApproveStatus=sandbox:throttled&ExternalRefNo=sandbox:INTERNAL_ERROR", ""},
		{"POST", s.REST() + "/upsell", `{"Name":"sandbox:outage","Description":"sandbox:throttled","Discount":{"Type":"sandbox:INTERNAL_ERROR"}}`},
		{"POST", s.URL() + "/soap/6.0", envelope(strings.Replace(upgradeCall(session(t, s), "sandbox:outage"),
			"</Items>", "</Items><ExternalReferenceNumber>sandbox:throttled</ExternalReferenceNumber><Comment>sandbox:INTERNAL_ERROR</Comment>", 1))},
	} {
		for range 8 {
			if got, want := makeCall(t, s, call, nil).Header.Get(scenario.HeaderName), "outage"; got != want {
				t.Fatalf("%s %s: got %s, want %s", call.method, call.url, got, want)
			}
		}
	}
}

// TestTimesOverHTTP makes a thousand calls at once and verifies that exactly as
// many are affected as the activation and the rule say.
func TestTimesOverHTTP(t *testing.T) {
	t.Parallel()
	const calls, callers, most = 400, 40, 7
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	must(t, s.Control().PutScenario(t.Context(), "seven", "rules: [{on: read-upsell-settings, times: 7, answer: {status: 503}}]"))
	for name, limits := range map[string]client.ActivationLimits{"INTERNAL_ERROR": {Times: most}, "seven": {}} {
		must(t, controlled(s).Activate(t.Context(), name, limits))
	}
	read := goodCall(t, s, catalog.ReadUpsellSettings)
	want := map[int]int{http.StatusInternalServerError: most, http.StatusServiceUnavailable: most, http.StatusOK: calls - 2*most}
	if got := statusesOf(t, s, read, calls, callers); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
