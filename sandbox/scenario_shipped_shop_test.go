package sandbox_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestShippedShopScenarios plays each shipped scenario that sees or moves the shop, in the
// steps of TestEachRehearsal. Without it the calls do not get these answers.
func TestShippedShopScenarios(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const pending = "GET /orders/{purchase-order-awaiting-confirmation}/"
	const cancelled = "/orders/{purchase-order-awaiting-form}/"
	const list, spring = "GET /upsell?Limit=200", `"Name":"Spring"`
	const customer = "GET /orders/customer/?Limit=2&CustomerReference={customer-regular}&Page="
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
	} {
		fresh := func() {
			_, err := controlled(s).Reset(t.Context(), client.ToWorld, client.KeepScenarios)
			must(t, err)
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
