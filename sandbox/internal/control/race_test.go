package control_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// busy is the status while the records of the account are replaced for longer than a call waits.
const busy = http.StatusServiceUnavailable

// TestRace calls two accounts over both protocols while the control interface changes
// everything about them, and while they are deleted and opened. Every answer must be one
// of the contract, and the data file consistent: the end of the test verifies it.
func TestRace(t *testing.T) {
	t.Parallel()
	const callers, rounds = 3, 2
	s := sandboxtest.Start(t, sandboxtest.Frozen, fewOrders)
	var calling sync.WaitGroup
	for _, code := range []string{"DEMO", "GHOST"} {
		account := s.As(code)
		for caller := range callers {
			calling.Go(func() {
				for round := range rounds {
					callAll(t, account, fmt.Sprintf("Race %d.%d", caller, round))
					changeAll(t, s, code, caller)
				}
			})
		}
	}
	calling.Wait()
}

// callAll makes calls over both protocols, reading and writing ones.
func callAll(t *testing.T, account *sandboxtest.Running, name string) {
	draft := `{"Name":"` + name + `","Enabled":true,"DisplayForManualRenewals":false,"Discount":{"Type":"PERCENT","Value":5},` +
		`"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"}}`
	purchase := "/orders/" + account.ID("purchase-order-awaiting-form", "OrderReference") + "/"
	for _, call := range [][3]string{
		{"GET", "/orders/?Limit=20", ""},
		{"GET", "/orders/customer/?CustomerReference=" + account.ID("customer-with-11-orders", "CustomerReference"), ""},
		{"POST", "/upsell", draft},
		{"POST", purchase + "upload", `{"FileName":"form.pdf","ClientTime":"2026-10-09 12:00:00","File":"QQ=="}`},
		{"GET", purchase, ""},
		{"GET", "/upsell?Limit=20", ""},
	} {
		if got := account.Do(call[0], call[1], call[2]); got.Status == 0 || got.Status >= 500 && got.Status != busy {
			t.Errorf("%s %s: got %d %s", call[0], call[1], got.Status, got.Body)
		}
	}
	answer := envelope(t, account, `<upgradePartnerSubscriptions><sessionID>`+openSession(t, account, account.Now())+`</sessionID><Items><item><SubscriptionReference>`+
		account.ID("subscription-upgradable", "SubscriptionReference")+`</SubscriptionReference><UpgradeProductCode>STUDIO-PRO-1Y</UpgradeProductCode>`+
		`<Quantity>1</Quantity><PricingOptions></PricingOptions></item></Items></upgradePartnerSubscriptions>`)
	if strings.Contains(answer, "INTERNAL_ERROR") || !strings.Contains(answer, "Envelope") {
		t.Errorf("got %s", answer)
	}
}

// envelope makes a SOAP call and returns the answer.
func envelope(t *testing.T, s *sandboxtest.Running, call string) string {
	t.Helper()
	_, answer := exchange(t, "POST", s.SOAP(), `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>`+call+`</e:Body></e:Envelope>`)
	return answer
}

// between returns the innermost text of an answer.
func between(text, from, to string) string {
	end := strings.Index(text, to)
	if end < 0 {
		return ""
	}
	return text[strings.LastIndex(text[:end], from)+1 : end]
}

// changeAll makes every kind of change to an account. GHOST may be gone at any of these
// steps.
func changeAll(t *testing.T, s *sandboxtest.Running, code string, caller int) {
	steps := []step{
		{method: "POST", path: "/accounts", body: `{"vendor_code":"` + code + `"}`},
		{method: "PATCH", path: "", body: `{"features":{"API_GET_CUSTOMER_ORDERS":false}}`},
		{method: "PATCH", path: "", body: `{"assume":{"nulls":"omitted"}}`},
		{method: "PUT", path: "/scenarios/customer-orders-forbidden", body: `{"times":2}`},
		{method: "PATCH", path: "/orders/" + s.ID("order-pending", "OrderReference"), body: `{"status":"AUTHRECEIVED"}`},
		{method: "PATCH", path: "/orders/" + s.ID("order-pending", "OrderReference"), body: `{"status":"COMPLETE"}`},
		{method: "POST", path: "/world", body: "customers:\n  - {country: fr}\n"},
		{method: "PUT", path: fmt.Sprintf("/snapshots/s%d", caller)},
		{method: "PUT", path: "/clock", body: `{"advance":"1h"}`},
		{method: "GET", path: "/orders?limit=5"},
		{method: "POST", path: "/reset", body: fmt.Sprintf(`{"to":"s%d","keep":["clock"]}`, caller)},
		{method: "DELETE", path: "/scenarios"},
		{method: "POST", path: "/reset"},
	}
	if code == "GHOST" {
		steps = append(steps, step{method: "DELETE"})
	}
	for _, now := range steps {
		path := now.path
		if path != "/accounts" {
			path = "/accounts/" + code + path
		}
		status, text := visitAt(t, s.URL(), now.method, path, now.body)
		if !slices.Contains([]int{200, 201, 204, 404, 409, busy}, status) {
			t.Errorf("%s %s: got %d %s", now.method, path, status, text)
		}
	}
}
