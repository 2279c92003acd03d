package sandbox_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// statusOf returns the status of an order, by a preview, which moves nothing.
func statusOf(t *testing.T, s *sandboxtest.Running, ref string) string {
	t.Helper()
	got := makeCall(t, s, operationCall{http.MethodGet, s.REST() + "/orders/" + ref + "/", ""}, func(r *http.Request) { r.Header.Set("X-Sandbox-Preview", "1") })
	_, status, _ := strings.Cut(got.Body, `"Status":"`)
	status, _, _ = strings.Cut(status, `"`)
	return status
}

func retrieving(s *sandboxtest.Running, handle string) operationCall {
	return operationCall{http.MethodGet, s.REST() + "/orders/" + s.ID(handle, "OrderReference") + "/", ""}
}

// TestMoves makes each move before and after a call, and reads what the call answers and
// what the order is afterwards.
func TestMoves(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		handle, move string
		first        string // what the order is before
		want         string // and after
		note         string
	}{
		{"purchase-order-awaiting-confirmation", "complete: order", "PENDING", "COMPLETE", "complete order 100039256"},
		{"order-complete", "{refund: order, reason: LATE, comment: Sorry}", "COMPLETE", "REFUND", "refund order 100028040"},
		{"order-complete", "{refund: order order-complete, amount: 1.00}", "COMPLETE", "COMPLETE", "refund order 100028040"},
		{"order-complete", "{dispute: order, resolution: LOST, reason: FRAUD}", "COMPLETE", "REFUND", "dispute order 100028040"},
		{"order-complete", "dispute: order 100028040", "COMPLETE", "COMPLETE", "dispute order 100028040"},
		{"purchase-order-awaiting-confirmation", "cancel: order", "PENDING", "CANCELED", "cancel order 100039256"},
		{"purchase-order-awaiting-confirmation", "expire: order", "PENDING", "CANCELED", "expire order 100039256"},
		{"order-complete", "complete: order", "COMPLETE", "COMPLETE", "complete order 100028040"},
		{"order-complete", "cancel: order", "COMPLETE", "COMPLETE", "cannot cancel order: status cannot become CANCELED: it is COMPLETE, which can become REFUND"},
		{"order-complete", "{refund: order, amount: 0}", "COMPLETE", "COMPLETE", "cannot refund order: refund.amount must be above 0, with at most two decimals, got \"0\""},
		{"order-complete", "complete: order 1", "COMPLETE", "COMPLETE", `cannot complete order 1: No order has the reference "1"`},
	} {
		for _, when := range []string{"before", "after"} {
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			ref := s.ID(test.handle, "OrderReference")
			rule := test.move
			if !strings.HasPrefix(rule, "{") {
				rule = "{" + rule + "}"
			}
			put(t, s, "moving", "on: retrieve-order, do: {"+when+": "+rule+"}")
			answered := test.want
			if when == "after" {
				answered = test.first
			}
			got := makeCall(t, s, retrieving(s, test.handle), nil)
			if !strings.Contains(got.Body, `"Status":"`+answered+`"`) {
				t.Errorf("%s %s: got %d %.200s, want status %s", when, test.move, got.Status, got.Body, answered)
			}
			if e, want := latest(t, s), "scenario moving, rule 1: "+test.note; !slices.Contains(e.Notes, want) {
				t.Errorf("%s %s: got %q, want %q", when, test.move, e.Notes, want)
			}
			if status := statusOf(t, s, ref); status != test.want {
				t.Errorf("%s %s: the order is %s, want %s", when, test.move, status, test.want)
			}
		}
	}
}

// TestMovesOfOtherRecords removes a campaign, ends a subscription by a call of SOAP, and
// moves the clock.
func TestMovesOfOtherRecords(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	put(t, s, "gone", "on: search-upsell, do: {before: {remove: campaign campaign-enabled}}")
	campaign := s.ID("campaign-enabled", "upsellCode")
	if got := makeCall(t, s, operationCall{http.MethodGet, s.REST() + "/upsell?CampaignCodes=" + campaign, ""}, nil); !strings.Contains(got.Body, `"UpsellsCount":0`) {
		t.Errorf("got %s", got.Body)
	}
	put(t, s, "expired", "on: upgrade-partner-subscriptions, do: {before: {expire: subscription}}")
	if got := makeCall(t, s, goodCall(t, s, catalog.UpgradePartnerSubscriptions), nil); got.Code != "INVALID_SUBSCRIPTION" {
		t.Errorf("got %d %s", got.Status, got.Body)
	}
	before := s.Now()
	put(t, s, "later", "on: read-upsell-settings, do: {before: {advance: 1h}, after: [{advance: 2h}]}")
	if got := makeCall(t, s, goodCall(t, s, catalog.ReadUpsellSettings), nil); got.Header.Get("Date") != before.Add(time.Hour).UTC().Format(http.TimeFormat) {
		t.Errorf("got %s, want an hour after %s", got.Header.Get("Date"), before)
	}
	state, err := controlled(s).Clock(t.Context())
	if err != nil || !state.Now.Equal(before.Add(3*time.Hour)) {
		t.Errorf("got %s, %v, want 3 h after %s", state.Now, err, before)
	}
}

// TestNothingMoves makes calls that must not move the shop: previews, calls of an account
// that discards writes, those that name the scenario, refused ones, and those of an
// overruled rule.
func TestNothingMoves(t *testing.T) {
	t.Parallel()
	const rule = "on: [retrieve-order, login], do: {before: {complete: order purchase-order-awaiting-confirmation}}"
	for name, test := range map[string]struct {
		option func(*sandbox.Options)
		change func(*http.Request)
		status int
		note   string
	}{
		"a preview":          {nil, func(r *http.Request) { r.Header.Set("X-Sandbox-Preview", "1") }, 200, "scenario moving, rule 1: would complete order purchase-order-awaiting-confirmation"},
		"discarded writes":   {discarding, nil, 200, "scenario moving, rule 1: does not complete order purchase-order-awaiting-confirmation, because the account discards writes"},
		"a wrong credential": {nil, func(r *http.Request) { r.Header.Set("X-Service-Authentication", `code="DEMO"`) }, 401, ""},
	} {
		for _, id := range []catalog.OperationID{catalog.RetrieveOrder, catalog.Login} {
			if id == catalog.Login && name == "a wrong credential" {
				continue // its credential is in its body
			}
			options := []func(*sandbox.Options){sandboxtest.Frozen}
			if test.option != nil {
				options = append(options, test.option)
			}
			s := sandboxtest.Start(t, options...)
			put(t, s, "moving", rule)
			if got := makeCall(t, s, goodCall(t, s, id), test.change); got.Status != test.status {
				t.Errorf("%s, %s: got %d", name, id, got.Status)
			}
			if test.note != "" && !slices.Contains(latest(t, s).Notes, test.note) {
				t.Errorf("%s, %s: got %q", name, id, latest(t, s).Notes)
			}
			if status := statusOf(t, s, s.ID("purchase-order-awaiting-confirmation", "OrderReference")); status != "PENDING" {
				t.Errorf("%s, %s: the order is %s", name, id, status)
			}
		}
	}
}

// TestMovingScenarioCannotBeNamed refuses one by header and by value, over both protocols.
func TestMovingScenarioCannotBeNamed(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	putAll(t, s, map[string]string{"moving": `rules: [{on: "*", do: {after: {advance: 1h}}}]`})
	byValue := operationCall{http.MethodGet, s.REST() + "/orders/sandbox:moving/", ""}
	for _, test := range []struct {
		call   operationCall
		change func(*http.Request)
	}{{goodCall(t, s, catalog.RetrieveOrder), asking("moving")}, {goodCall(t, s, catalog.Login), asking("moving")}, {byValue, nil}} {
		if got := makeCall(t, s, test.call, test.change); got.Code != catalog.SandboxScenario || !strings.Contains(got.Body, "scenario moving moves the shop, so no call can name it") {
			t.Errorf("%s: got %d %s", test.call.url, got.Status, got.Body)
		}
	}
}

// TestMovesAreBounded activates more moves than a call may make.
func TestMovesAreBounded(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	five := strings.TrimSuffix(strings.Repeat("{advance: 1m}, ", 5), ", ")
	before := s.Now()
	put(t, s, "five", "on: read-upsell-settings, do: {before: ["+five+"]}")
	put(t, s, "more", "on: read-upsell-settings, do: {after: ["+five+"]}")
	makeCall(t, s, goodCall(t, s, catalog.ReadUpsellSettings), nil)
	state, err := controlled(s).Clock(t.Context())
	if err != nil || !state.Now.Equal(before.Add(8*time.Minute)) {
		t.Errorf("got %s, %v, want 8 moves after %s", state.Now, err, before)
	}
	if e := latest(t, s); !slices.Contains(e.Notes, "scenario more, rule 1: does not advance the clock by 1m, because a call makes at most 8 moves") {
		t.Errorf("got %q", e.Notes)
	}
}
