package sandbox_test

import (
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestShippedFailures calls every operation with the scenario of each of its
// documented failures, and with the failure's bare code. The answer must have the
// status and the code of the catalogue. The entry says how the call ends otherwise,
// which has stored nothing: the call succeeds by itself afterwards.
func TestShippedFailures(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, op := range catalog.Operations() {
		call := goodCall(t, s, op.ID)
		for _, failure := range op.Failures() {
			for _, name := range []string{catalog.FailureScenario(op.ID, failure.Code), string(failure.Code)} {
				got, want := makeCall(t, s, call, asking(name)).effect(), effect{failure.Status, failure.Code, name}
				if got != want {
					t.Errorf("%s under %s: got %+v, want %+v", op.ID, name, got, want)
				}
				e, triggers := latest(t, s), []client.Trigger{{Scenario: name, By: client.TriggerHeader}}
				if e.Cause != client.ByScenario || !reflect.DeepEqual(e.Triggers, triggers) || e.Without == nil || *e.Without != (client.Without{Status: op.Success.Status}) {
					t.Errorf("%s under %s: got %q, %+v, %+v", op.ID, name, e.Cause, e.Triggers, e.Without)
				}
			}
		}
		if got, want := makeCall(t, s, call, nil).effect(), (effect{Status: op.Success.Status}); got != want {
			t.Errorf("%s: got %+v, want %+v", op.ID, got, want)
		}
	}
}

// TestShippedScenarios plays each shipped scenario that sees or moves the shop, changes
// answers, loses them or limits calls, in the steps of TestEachRehearsal. Without it the calls
// do not get these answers.
func TestShippedScenarios(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const pending = "GET /orders/{purchase-order-awaiting-confirmation}/"
	const cancelled = "/orders/{purchase-order-awaiting-form}/"
	const list, spring = "GET /upsell?Limit=200", `"Name":"Spring"`
	const customer = "GET /orders/customer/?Limit=2&CustomerReference={customer-regular}&Page="
	const stored, field = `verify {record: campaign, where: campaign.Name == "Spring", count: 1} → ok`, `"LoyaltyTier":{"Name":"gold","Points":120}`
	for name, steps := range map[string][]string{
		"order-completes-at-third-read": {pending + ` → "Status":"PENDING"`, pending + ` → "Status":"PENDING"`, pending + ` → "Status":"COMPLETE"`},
		"refund-between-pages":          {"GET /orders/?Limit=1 → 201", `retrieve-order → "Status":"COMPLETE"`, "GET /orders/?Limit=1&Page=2 → 201", `retrieve-order → "Status":"REFUND"`},
		"order-appears-between-pages":   {customer + `1 → no "RefNo":"100039256"`, customer + "2 → 200", customer + `1 → 200 "RefNo":"100039256"`},
		"purchase-order-expires":        {"cancel-order → ORDER_CANNOT_BE_CANCELED", pending + ` → "Status":"CANCELED"`},
		"failure-by-amount":             {"GET /orders/{order-complete}/ → 500", "GET /orders/{order-pending}/ → 200"},
		"failure-by-customer":           {"GET /orders/customer/?CustomerReference=500005 → 500", "customer-orders → 200"},
		"failure-by-status":             {"GET /orders/{order-pending}/ → 500", "GET /orders/{order-authreceived}/ → 500", "GET /orders/{order-complete}/ → 200"},
		"listings-lag":                  {"create-upsell → 201", list + " → no " + spring, "advance 4s", list + " → no " + spring, "advance 1s", list + " → " + spring},
		"stale-read-after-write":        {"create-upsell → 201", list + " → no " + spring, list + " → " + spring, "DELETE " + cancelled + " → 200", "GET " + cancelled + ` → "Status":"PENDING"`, "GET " + cancelled + ` → "Status":"CANCELED"`},
		"quota": {
			`retrieve-order → "quota";q=5;w=10`, "retrieve-order → 200", "retrieve-order → 200", "retrieve-order → 200", "login → 200",
			`retrieve-order → 429 TOO_MANY_REQUESTS and Retry-After: 2 and "quota";r=0;t=10`, "login → 429 TOO_MANY_REQUESTS", "advance 1s", "retrieve-order → 429", "advance 1s", "login → 200",
		},
		"late-504":           {"create-upsell → 504", stored},
		"lost-answer":        {"create-upsell → no answer", stored},
		"wrong-content-type": {"search-orders → Content-Type: text/plain"},
		"null-customer":      {`search-orders → "CustomerDetails":null`, `retrieve-order → "CustomerDetails":null`},
		"new-field": {
			`search-orders → ,` + field + `}],"Pagination"`, `read-upsell-settings → ,` + field + `}`,
			`upgrade-partner-subscriptions → <LoyaltyTier>gold</LoyaltyTier></upgradePartnerSubscriptionsReturn>`,
		},
		"unknown-status":  {`customer-orders → "Status":"ON_HOLD"`, `retrieve-order → "Status":"ON_HOLD"`, `upgrade-partner-subscriptions → <Status>ON_HOLD</Status>`},
		"numbers-as-text": {`retrieve-order → "HasShipping":"false"`},
		"huge-amount":     {`retrieve-order → "GrossPrice":92233720368547758.07`, `upgrade-partner-subscriptions → <TotalAmount>92233720368547758.07</TotalAmount>`},
		"empty-list":      {`search-upsell → "Upsells":[],"UpsellsCount":35`, `search-orders → {"Items":[],"Pagination":`},
		"extra-nesting":   {`order-by-sale → {"data":"`, `login → <env:Body><data><ns1:loginResponse`},
		"renamed-field":   {`retrieve-order → "State":"COMPLETE"`, `upgrade-partner-subscriptions → <State>AWAITING_PAYMENT</State>`},
		"doubled-element": {`retrieve-order → {"RefNo":"100028040","RefNo":"100028040",`, `search-orders → },{"RefNo":`, `upgrade-partner-subscriptions → </RefNo><RefNo>`},
	} {
		fresh := func() {
			must(t, errorOf(controlled(s).Reset(t.Context(), client.ToWorld, client.KeepScenarios)))
		}
		fresh()
		if fault := play(t, s, steps); fault == "" {
			t.Errorf("%s: the calls get the same answers without the scenario", name)
		}
		fresh()
		gotBy(t, s, pending) // a call before the scenario is active counts for nothing
		s.Activate(name)
		for range 2 { // a reset begins again what the scenario counts
			if fault := play(t, s, steps); fault != "" {
				t.Errorf("%s: %s", name, fault)
			}
			fresh()
		}
		must(t, controlled(s).DeactivateAll(t.Context()))
	}
}
