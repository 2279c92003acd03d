package control_test

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestHandles reads every handle of the world with its kind and its ids.
func TestHandles(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	got := read[map[string]map[string]string](t, s, "/accounts/DEMO/handles")
	want := map[string]map[string]string{}
	for name, h := range s.Handles() {
		want[name] = map[string]string{"kind": h.Kind}
		maps.Copy(want[name], h.IDs)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestHandlesAreIDs looks records up by their handles, over every route with the id of a
// record.
func TestHandlesAreIDs(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, path := range []string{
		"/orders/{order-refund.OrderReference} /orders/@order-refund",
		"/orders/{subscription-upgradable.OrderReference} /orders/@subscription-upgradable",
		"/campaigns/{campaign-percent.upsellCode} /campaigns/@campaign-percent",
		"/customers/{customer-overseas.CustomerReference} /customers/%40customer-overseas",
		"/customers/{order-refund.CustomerReference} /customers/@order-refund",
		"/subscriptions/{subscription-upgradable.SubscriptionReference} /subscriptions/@subscription-upgradable",
		"/products/{product-not-upgradable.ProductCode} /products/@product-not-upgradable",
		"/partners/{partner-north.PartnerCode} /partners/@partner-north",
	} {
		byID, byHandle, _ := strings.Cut(handleID.ReplaceAllStringFunc(path, func(found string) string {
			names := handleID.FindStringSubmatch(found)
			return s.ID(names[1], names[2])
		}), " ")
		_, want := visit(t, s, "GET", "/accounts/DEMO"+byID, "")
		if status, got := visit(t, s, "GET", "/accounts/DEMO"+byHandle, ""); status != 200 || got != want {
			t.Errorf("%s: got %d %s\nwant %s", byHandle, status, got, want)
		}
	}
	s.Do("DELETE", "/upsell/"+s.ID("campaign-percent", "upsellCode"), "")
	_, pending := visit(t, s, "GET", "/accounts/DEMO/orders/@order-pending", "")
	if status, canceled := visit(t, s, "PATCH", "/accounts/DEMO/orders/@order-pending", `{"status":"CANCELED"}`); status != 200 || canceled == pending {
		t.Errorf("got %d %s", status, canceled)
	}
	do(t, s, step{method: "POST", path: "/accounts/DEMO/world", body: "products:\n  - {code: \"@odd\", name: Odd, handle: \"410001\", prices: {USD: 1}}\n"})
	if status, text := visit(t, s, "GET", "/accounts/DEMO/products/@odd", ""); status != 200 || !strings.Contains(text, `"sandbox":{"handles":["410001"]}`) {
		t.Errorf("a code that begins with @: got %d %s", status, text)
	}
	play(t, s, []step{
		{"GET", "/accounts/DEMO/orders/@order-refunded", ``, 404, `{"error":"unknown handle \"order-refunded\"","hint":"did you mean order-refund, order-reversed or order-partly-refunded?"}`},
		{"PATCH", "/accounts/DEMO/orders/@order-refunded", `{"status":"REFUND"}`, 404, `{"error":"unknown handle \"order-refunded\"","hint":"did you mean order-refund, order-reversed or order-partly-refunded?"}`},
		{"GET", "/accounts/DEMO/orders/@campaign-ended", ``, 404, `{"error":"handle \"campaign-ended\" names a record of kind campaign, which has no OrderReference","hint":"it has ProductCode and upsellCode"}`},
		{"GET", "/accounts/DEMO/campaigns/@campaign-percent", ``, 404,
			`{"error":"campaign 016f9a01-b5e8-75b4-91a0-bd4a9e89b434, which handle \"campaign-percent\" names, was deleted","hint":"a reset to the world brings it back"}`},
		{"GET", "/accounts/DEMO/customers/@410001", ``, 404, `{"error":"handle \"410001\" names a record of kind product, which has no CustomerReference","hint":"it has ProductCode"}`},
		{"GET", "/accounts/DEMO/customers/order-refund", ``, 404, `{"error":"unknown customer \"order-refund\"","hint":"did you mean @order-refund?"}`},
	})
}
