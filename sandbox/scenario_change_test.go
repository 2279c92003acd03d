package sandbox_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestChangedAnswers makes the same call with and without each scenario that
// changes answers. Without, the answer must not have what the change makes.
func TestChangedAnswers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		scenario  string
		operation catalog.OperationID
		has       string
		was       string // what stands there without, where all other bytes are the same
	}{
		{"null-customer", catalog.SearchOrders, `"CustomerDetails":null`, ""},
		{"null-customer", catalog.RetrieveOrder, `"CustomerDetails":null`, ""},
		{"new-field", catalog.SearchOrders, `,"LoyaltyTier":{"Name":"gold","Points":120}}],"Pagination"`, ""},
		{"new-field", catalog.ReadUpsellSettings, `,"LoyaltyTier":{"Name":"gold","Points":120}}`, ""},
		{"new-field", catalog.UpgradePartnerSubscriptions, `<LoyaltyTier>gold</LoyaltyTier></upgradePartnerSubscriptionsReturn>`, ""},
		{"unknown-status", catalog.CustomerOrders, `"Status":"ON_HOLD"`, ""},
		{"unknown-status", catalog.RetrieveOrder, `"Status":"ON_HOLD"`, `"Status":"COMPLETE"`},
		{"unknown-status", catalog.UpgradePartnerSubscriptions, `<Status>ON_HOLD</Status>`, `<Status>AWAITING_PAYMENT</Status>`},
		{"numbers-as-text", catalog.RetrieveOrder, `"HasShipping":"false"`, ""},
		{"huge-amount", catalog.RetrieveOrder, `"GrossPrice":92233720368547758.07`, ""},
		{"huge-amount", catalog.UpgradePartnerSubscriptions, `<TotalAmount>92233720368547758.07</TotalAmount>`, ""},
		{"empty-list", catalog.SearchUpsell, `"Upsells":[],"UpsellsCount":35`, ""},
		{"empty-list", catalog.SearchOrders, `{"Items":[],"Pagination":`, ""},
		{"extra-nesting", catalog.OrderBySale, `{"data":"`, ""},
		{"extra-nesting", catalog.Login, `<env:Body><data><ns1:loginResponse`, ""},
		{"renamed-field", catalog.RetrieveOrder, `"State":"COMPLETE"`, ""},
		{"renamed-field", catalog.UpgradePartnerSubscriptions, `<State>AWAITING_PAYMENT</State>`, ""},
		{"doubled-element", catalog.RetrieveOrder, `{"RefNo":"100028040","RefNo":"100028040",`, ""},
		{"doubled-element", catalog.SearchOrders, `},{"RefNo":`, ""},
		{"doubled-element", catalog.UpgradePartnerSubscriptions, `</RefNo><RefNo>`, ""},
	} {
		s := sandboxtest.Start(t, sandboxtest.Frozen)
		call := goodCall(t, s, test.operation)
		plain := makeCall(t, s, call, func(r *http.Request) { r.Header.Set("X-Sandbox-Preview", "1") })
		changed := makeCall(t, s, call, asking(test.scenario))
		if strings.Contains(plain.Body, test.has) || !strings.Contains(changed.Body, test.has) || changed.effect().Scenario != test.scenario {
			t.Errorf("%s, %s: got %s under %q, want %s in it", test.scenario, test.operation, changed.Body, changed.effect().Scenario, test.has)
		}
		if test.was != "" && changed.Body != strings.Replace(plain.Body, test.was, test.has, 1) {
			t.Errorf("%s, %s: got %s, want only %s changed in %s", test.scenario, test.operation, changed.Body, test.was, plain.Body)
		}
		if plain.Status != changed.Status {
			t.Errorf("%s, %s: got status %d, want %d", test.scenario, test.operation, changed.Status, plain.Status)
		}
	}
}

// TestChangedTextLookup changes a lookup that is answered as text: it stays text.
func TestChangedTextLookup(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Answers = map[string]string{"lookup-body": "text"} })
	must(t, s.Control().PutScenario(t.Context(), "other", `rules: [{on: [order-by-sale, order-by-invoice], change: [{at: $, set: R-1}]}]`))
	got := makeCall(t, s, goodCall(t, s, catalog.OrderBySale), asking("other"))
	if kind := got.Header.Get("Content-Type"); got.Body != "R-1" || kind != "text/plain; charset=utf-8" {
		t.Errorf("got %s %s", kind, got.Body)
	}
}

func latest(t *testing.T, s *sandboxtest.Running) client.Entry {
	t.Helper()
	e, err := controlled(s).Latest(t.Context())
	must(t, err)
	return e
}

// TestLostAnswers makes writes whose answers get lost. The second try, of a client
// that repeats them, must meet what the first one did.
func TestLostAnswers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		operation catalog.OperationID
		retry     string // what the second try is answered
	}{
		{catalog.CancelOrder, `"error_code":"ORDER_CANNOT_BE_CANCELED"`},
		{catalog.DeleteUpsell, `"error_code":"UPSELL_CAMPAIGN_NOT_FOUND"`},
		{catalog.UploadOrderForm, `true`}, // a further form is added
		{catalog.CreateUpsell, `"Name":"Spring"`},
		{catalog.UpgradePartnerSubscriptions, "INVALID_SUBSCRIPTION"},
	} {
		t.Run(string(test.operation), func(t *testing.T) {
			t.Parallel()
			for _, name := range []string{"lost-answer", "late-504"} {
				s := sandboxtest.Start(t, sandboxtest.Frozen)
				call := goodCall(t, s, test.operation)
				got, err := tryCall(t, s, call, func(r *http.Request) {
					r.Close = true
					asking(name)(r)
				})
				if name == "lost-answer" && err == nil || name == "late-504" && (err != nil || got.Status != http.StatusGatewayTimeout) {
					t.Errorf("%s: got %+v, %v", name, got, err)
				}
				e := latest(t, s)
				if len(e.Changes) == 0 || e.Original == nil || e.Original.Status >= 300 || e.Without == nil || e.Without.Status != e.Original.Status {
					shown, _ := json.Marshal(e)
					t.Errorf("%s: got the entry %s", name, shown)
				}
				if got := makeCall(t, s, call, nil); !strings.Contains(got.Body, test.retry) {
					t.Errorf("%s: the second try got %d %s, want %s in it", name, got.Status, got.Body, test.retry)
				}
			}
		})
	}
}

// TestWrongContentType edits a header.
func TestWrongContentType(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	if got := makeCall(t, s, goodCall(t, s, catalog.SearchOrders), asking("wrong-content-type")).Header.Get("Content-Type"); got != "text/plain" {
		t.Errorf("got Content-Type %q", got)
	}
}
