package sandbox_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestRulesSeeRecords makes calls of both protocols under conditions over the records that
// they name, each under a true one and a false one.
func TestRulesSeeRecords(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, test := range []struct {
		operation catalog.OperationID
		is, not   string
	}{
		{catalog.RetrieveOrder, `order.Status == "COMPLETE" and order.GrossPrice > 0 and len(order.Items) > 0`, `order.Status == "PENDING"`},
		{catalog.CancelOrder, `order.Status == "PENDING" and order.OrderFlow == "PURCHASE_ORDER"`, `order.Status == "COMPLETE"`},
		{catalog.UploadOrderForm, `order.CustomerDetails.Email contains "@"`, `order.CustomerDetails == nil`},
		{catalog.OrderBySale, `order.RefNo != "" and order.Status == "COMPLETE"`, `order == nil`},
		{catalog.OrderByInvoice, `order.Currency != ""`, `order == nil`},
		{catalog.CustomerOrders, `customer.AvangateCustomerReference == int(query.CustomerReference) and customer.Enabled`, `customer == nil`},
		{catalog.UpdateUpsell, `campaign.Enabled and campaign.Code == path.upsellCode`, `campaign == nil`},
		{catalog.DeleteUpsell, `campaign.Discount != nil`, `campaign.Enabled == false`},
		{catalog.RecommendedUpsell, `campaign.PrimaryProduct.Code == query.ProductCode`, `campaign == nil`},
		{catalog.UpgradePartnerSubscriptions, `subscription.enabled and subscription.reference == xpath("//SubscriptionReference") and len(subscriptions) == 1 and subscriptions[0].upgradable`,
			`subscription == nil or subscriptions[0].product == ""`},
		{catalog.Login, `order == nil or true`, `customer != nil`},
	} {
		for when, want := range map[string]bool{test.is: true, test.not: false} {
			on := string(test.operation)
			if test.operation == catalog.Login {
				on = `"*"`
			}
			putAll(t, s, map[string]string{"seeing": "rules: [{on: " + on + ", when: '" + when + "', answer: {status: 503}}]"})
			got := makeCall(t, s, goodCall(t, s, test.operation), func(r *http.Request) {
				asking("seeing")(r)
				r.Header.Set("X-Sandbox-Preview", "1")
			})
			if acted := got.Header.Get(scenario.HeaderName) == "seeing"; acted != want {
				t.Errorf("%s when %s: got %t: %s", test.operation, when, acted, got.Header.Get("X-Sandbox-Explain"))
			}
		}
	}
}

// TestAbsentRecordsAreExplained reads why a condition over an unknown order is false.
func TestAbsentRecordsAreExplained(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	put(t, s, "pending", `on: retrieve-order, when: order.Status == "PENDING", cut: reset`)
	got := makeCall(t, s, operationCall{http.MethodGet, s.REST() + "/orders/1/", ""}, nil)
	const want = "scenario pending, rule 1: when: the call names no order that exists"
	if e := latest(t, s); got.Status != http.StatusNotFound || !slices.Contains(e.Notes, want) {
		t.Errorf("got %d, %q", got.Status, e.Notes)
	}
}

// TestSeen counts the calls that name an order by its reference, its sale or its invoice.
// Previews, refused credentials, other orders and calls while no scenario reads seen do not
// count, and a reset begins again.
func TestSeen(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/" + s.ID("sale", "OrderReference") + "/")
	put(t, s, "third", `on: [retrieve-order, order-by-sale, order-by-invoice], when: seen == 3, answer: {status: 503}`)
	ref := s.ID("sale", "OrderReference")
	byRef := operationCall{http.MethodGet, s.REST() + "/orders/" + ref + "/", ""}
	bySale := operationCall{http.MethodGet, s.REST() + "/orders/0/sale/?SaleId=00" + s.ID("sale", "SaleId"), ""}
	preview := func(r *http.Request) { r.Header.Set("X-Sandbox-Preview", "1") }
	unsigned := func(r *http.Request) { r.Header.Del("X-Service-Authentication") }
	for i, step := range []struct {
		call   operationCall
		change func(*http.Request)
		acts   bool
	}{
		{byRef, nil, false}, {byRef, unsigned, false}, {bySale, nil, false}, {byRef, preview, true}, {bySale, preview, true},
		{goodCall(t, s, catalog.OrderByInvoice), nil, false}, {byRef, nil, true}, {byRef, nil, false},
	} {
		if got := makeCall(t, s, step.call, step.change); (got.Status == http.StatusServiceUnavailable) != step.acts {
			t.Errorf("step %d: got %d", i+1, got.Status)
		}
	}
	if _, err := controlled(s).Reset(t.Context(), client.ToWorld, client.KeepScenarios); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{200, 200, 503} {
		if got := makeCall(t, s, byRef, nil); got.Status != want {
			t.Errorf("call %d after the reset: got %d, want %d", i+1, got.Status, want)
		}
	}
}

// TestSeenByHeader counts the calls that name a scenario that reads seen.
func TestSeenByHeader(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	putAll(t, s, map[string]string{"second": "rules: [{on: retrieve-order, when: seen == 2, answer: {status: 503}}]"})
	call := operationCall{http.MethodGet, s.REST() + "/orders/" + s.ID("sale", "OrderReference") + "/", ""}
	for i, test := range []struct {
		change func(*http.Request)
		want   int
	}{{nil, 200}, {asking("second"), 200}, {nil, 200}, {asking("second"), 503}} {
		if got := makeCall(t, s, call, test.change); got.Status != test.want {
			t.Errorf("call %d: got %d, want %d", i+1, got.Status, test.want)
		}
	}
}

// TestSeenBySOAP counts the first subscription of upgrades.
func TestSeenBySOAP(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	put(t, s, "second", `on: upgrade-partner-subscriptions, when: seen == 2, answer: {status: 503}`)
	call := goodCall(t, s, catalog.UpgradePartnerSubscriptions)
	for i, want := range []bool{false, true, false} {
		if got := makeCall(t, s, call, nil); (got.Header.Get(scenario.HeaderName) == "second") != want {
			t.Errorf("call %d: got %d %s", i+1, got.Status, got.Body)
		}
	}
}

// TestLateRules reads the answer in conditions: a failure then means that the write was
// carried out and its answer lost.
func TestLateRules(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		operation  catalog.OperationID
		rule       string
		status     int
		code, has  string
		changes    bool
		hasAnother string // what the second call is answered, "" for no second call
	}{
		{catalog.CancelOrder, `when: status == 200, times: 1, fail: ORDER_NOT_FOUND`, 404, "ORDER_NOT_FOUND", "", true, "ORDER_CANNOT_BE_CANCELED"},
		{catalog.CreateUpsell, `when: status == 201 and answer.Name == "Spring", answer: {status: 502}`, 502, "", "", true, ""},
		{catalog.CreateUpsell, `when: answer.Name == "Summer", answer: {status: 502}`, 201, "", `"Spring"`, true, ""},
		{catalog.RetrieveOrder, `when: code == "" and answer.Status == "COMPLETE", change: [{at: $.Status, set: PENDING}]`, 200, "", `"Status":"PENDING"`, false, ""},
		{catalog.UpgradePartnerSubscriptions, `when: answer.upgradePartnerSubscriptionsResponse.upgradePartnerSubscriptionsReturn.Status == "AWAITING_PAYMENT", fail: INVALID_SUBSCRIPTION`, 500, "INVALID_SUBSCRIPTION", "<", true, ""},
		{catalog.Login, `when: status == 200, change: [{at: //loginReturn, set: gone}]`, 200, "", "<loginReturn>gone<", false, ""},
	} {
		s := sandboxtest.Start(t, sandboxtest.Frozen)
		put(t, s, "late", "on: "+string(test.operation)+", "+test.rule)
		call := goodCall(t, s, test.operation)
		got := makeCall(t, s, call, nil)
		if got.Status != test.status || string(got.Code) != test.code || !strings.Contains(got.Body, test.has) {
			t.Errorf("%s: got %d %s", test.rule, got.Status, got.Body)
		}
		e := latest(t, s)
		if (len(e.Changes) > 0) != test.changes {
			t.Errorf("%s: got changes %v", test.rule, e.Changes)
		}
		if test.status >= 400 && (e.Original == nil || e.Original.Status >= 300 || e.Without == nil || e.Without.Status != e.Original.Status || e.Cause != client.ByScenario) {
			t.Errorf("%s: got %+v, without %+v, cause %q", test.rule, e.Original, e.Without, e.Cause)
		}
		if test.hasAnother != "" {
			if got := makeCall(t, s, call, nil); !strings.Contains(got.Body, test.hasAnother) {
				t.Errorf("%s: the second call got %s", test.rule, got.Body)
			}
		}
	}
}
