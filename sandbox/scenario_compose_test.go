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

// putAll saves scenarios of the user's own, by name.
func putAll(t *testing.T, s *sandboxtest.Running, own map[string]string) {
	t.Helper()
	for name, text := range own {
		if err := s.Control().PutScenario(t.Context(), name, text); err != nil {
			t.Fatal(name, err)
		}
	}
}

// TestComposedAnswers activates scenarios together that change, fail or answer a call,
// in both orders and over both protocols. The latest has the last word.
func TestComposedAnswers(t *testing.T) {
	t.Parallel()
	own := map[string]string{
		"held":  `rules: [{on: [retrieve-order, upgrade-partner-subscriptions], change: [{at: $.Status, set: HELD}, {at: //Status, set: HELD}, {at: /header/X-By, set: held}]}]`,
		"lost":  `rules: [{on: [retrieve-order, upgrade-partner-subscriptions], change: [{at: $.Status, set: LOST}, {at: //Status, set: LOST}, {at: /header/X-By, set: lost}]}]`,
		"down":  `rules: [{on: "*", answer: {status: 503, headers: {X-By: down}, error_code: DOWN, message: No}}]`,
		"fails": `rules: [{on: "*", fail: INTERNAL_ERROR}]`,
	}
	for _, test := range []struct {
		active   []string
		status   int
		by, has  string
		scenario string
		without  int
	}{
		{[]string{"held", "lost"}, 200, "lost", "LOST", "lost, held", 200},
		{[]string{"lost", "held"}, 200, "held", "HELD", "held, lost", 200},
		{[]string{"held", "down"}, 503, "down", "DOWN", "down", 200},
		{[]string{"down", "held"}, 503, "held", "DOWN", "held, down", 200},
		{[]string{"held", "fails"}, 500, "", "INTERNAL_ERROR", "fails", 200},
		{[]string{"fails", "held"}, 500, "held", "INTERNAL_ERROR", "held, fails", 200},
	} {
		for _, id := range []catalog.OperationID{catalog.RetrieveOrder, catalog.UpgradePartnerSubscriptions} {
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			putAll(t, s, own)
			call := goodCall(t, s, id)
			for _, name := range test.active {
				s.Activate(name)
			}
			got := makeCall(t, s, call, nil)
			status := test.status
			if test.status == 503 || test.status == 500 {
				status = got.Status // SOAP has its own for a fault
			}
			if got.Status != status || got.Header.Get("X-By") != test.by || !strings.Contains(got.Body, test.has) || got.Header.Get(scenario.HeaderName) != test.scenario {
				t.Errorf("%q, %s: got %+v", test.active, id, got)
			}
			if e := latest(t, s); e.Without == nil || e.Without.Status != test.without || e.Cause != client.ByScenario {
				t.Errorf("%q, %s: got cause %q without %+v", test.active, id, e.Cause, e.Without)
			}
		}
	}
}

// TestOverruledIsExplained reads the note about an overruled rule in the answer and in
// the journal, also for a preview, which counts nothing.
func TestOverruledIsExplained(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	putAll(t, s, map[string]string{"once": `rules: [{on: retrieve-order, times: 1, cut: empty}]`, "twice": `rules: [{on: retrieve-order, times: 2, fail: ORDER_NOT_FOUND}]`})
	s.Activate("once")
	s.Activate("twice")
	call := goodCall(t, s, catalog.RetrieveOrder)
	const want = "scenario once, rule 1: overruled by scenario twice, rule 1"
	for _, change := range []func(*http.Request){func(r *http.Request) { r.Header.Set("X-Sandbox-Preview", "1") }, nil, nil} {
		got := makeCall(t, s, call, change)
		if got.Status != http.StatusNotFound || !strings.Contains(got.Header.Get("X-Sandbox-Explain"), want) {
			t.Errorf("got %d, %q", got.Status, got.Header.Get("X-Sandbox-Explain"))
		}
		if e := latest(t, s); !slices.Contains(e.Notes, want) {
			t.Errorf("got %q", e.Notes)
		}
	}
	if _, err := tryCall(t, s, call, func(r *http.Request) { r.Close = true }); err == nil {
		t.Error("the overruled rule has spent its only time")
	}
}

// TestFailureWithAnotherStatus gives a documented code another status than its own.
func TestFailureWithAnotherStatus(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	putAll(t, s, map[string]string{
		"gone": `rules: [{on: retrieve-order, fail: ORDER_NOT_FOUND, message: Gone, status: 410}]`,
		"busy": `rules: [{on: login, fail: AUTHENTICATION_FAILED, status: 503}]`,
	})
	for _, test := range []struct {
		name string
		id   catalog.OperationID
		want effect
	}{
		{"gone", catalog.RetrieveOrder, effect{410, catalog.OrderNotFound, "gone"}},
		{"busy", catalog.Login, effect{503, catalog.AuthenticationFailed, "busy"}},
	} {
		if got := makeCall(t, s, goodCall(t, s, test.id), asking(test.name)); got.effect() != test.want {
			t.Errorf("got %+v, want %+v", got.effect(), test.want)
		}
		if e := latest(t, s); e.Response.Status != test.want.Status || e.Without == nil || e.Without.Status != 200 {
			t.Errorf("%s: got %d without %+v", test.name, e.Response.Status, e.Without)
		}
	}
}

// TestNumbersAsWritten verifies that set keeps the spelling of every number of JSON.
func TestNumbersAsWritten(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	call := goodCall(t, s, catalog.RetrieveOrder)
	for _, number := range []string{"1e2", "-1E-7", "1.50e+10", "123456789012345678901234567890", "-9223372036854775809", "0.10", "-0", "1.0E400"} {
		putAll(t, s, map[string]string{"number": `rules: [{on: retrieve-order, change: [{at: $.GrossPrice, set: ` + number + `}]}]`})
		if got := makeCall(t, s, call, asking("number")).Body; !strings.Contains(got, `"GrossPrice":`+number+`,`) {
			t.Errorf("%s: got %s", number, got)
		}
	}
	putAll(t, s, map[string]string{"number": `rules: [{on: retrieve-order, change: [{at: $.GrossPrice, set: "1e2"}, {at: $.NetPrice, set: 1e2x}]}]`})
	if got := makeCall(t, s, call, asking("number")).Body; !strings.Contains(got, `"GrossPrice":"1e2",`) || !strings.Contains(got, `"NetPrice":"1e2x",`) {
		t.Errorf("got %s", got)
	}
}
