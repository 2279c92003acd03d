package scenario_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

func TestOneCall(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"seldom": `rules: [{on: login, skip: 5, chance: 0.001%, times: 1, fail: AUTHENTICATION_FAILED}]`,
		"picky":  `rules: [{on: login, when: header.X == "1", cut: drip}]`,
		"late":   `rules: [{on: "*", delay: 1s}]`,
	}))
	activate(t, director, "outage")
	for range 3 {
		decision := decide(t, director, catalog.Login, "late", "picky", "seldom", "connection-reset")
		if failure(decision) != catalog.AuthenticationFailed || decision.Delay != time.Second {
			t.Errorf("got %+v", decision)
		}
		if got, want := decision.Commit(&catalog.Operation{}, catalog.Outcome{}), []string{"late", "seldom"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	// A scenario of delays alone leaves the effect to the active ones.
	decision := decide(t, director, catalog.Login, "late")
	if decision.Effect.Answer == nil || decision.Effect.Answer.Status != 503 || decision.Delay != time.Second {
		t.Errorf("got %+v", decision)
	}
	if got := failure(decide(t, director, catalog.CustomerOrders, "FORBIDDEN")); got != catalog.Forbidden {
		t.Errorf("a bare code gives %q", got)
	}
}

// TestOneCallLeavesTheShop refuses scenarios for one call that act on the shop or need the
// changes remembered by an account.
func TestOneCallLeavesTheShop(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"moving":  `rules: [{on: retrieve-order, do: {after: [{complete: order}]}}]`,
		"lagging": `rules: [{on: retrieve-order, lag: 5s}]`,
	}))
	for name, does := range map[string]string{"moving": "moves the shop", "lagging": "shows records as they were before changes since its activation"} {
		want := "scenario " + name + " " + does + ", so no call can name it; activate it for the account"
		if _, err := director.Begin(catalog.RetrieveOrder, []string{"slow", name}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestLooksBack combines rules that show records as they were: the longer look back wins.
func TestLooksBack(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"lagging": `rules: [{on: retrieve-order, lag: 5s}, {on: retrieve-order, stale: {reads: 3}}, {on: retrieve-order, lag: 2s, stale: {reads: 1}}]`,
	}))
	if activate(t, director, "slow"); director.LooksBack() {
		t.Error("a scenario of delays looks back")
	}
	activate(t, director, "lagging", "slow")
	if !director.LooksBack() {
		t.Error("it does not look back")
	}
	want := scenario.RuleEarlier{Earlier: scenario.Earlier{Lag: 5 * time.Second, Reads: 3}, Scenario: "lagging", Rule: 3}
	if got := decide(t, director, catalog.RetrieveOrder).Earlier; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := decide(t, director, catalog.Login).Earlier; !got.IsNow() {
		t.Errorf("another operation: got %+v", got)
	}
}

func TestOneCallErrors(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	for name, want := range map[string]*scenario.UnknownError{
		"outtage":             {Name: "outtage", Nearest: []string{"outage"}},
		"FORBIDEN":            {Name: "FORBIDEN", Nearest: []string{"FORBIDDEN"}},
		"FORBIDDEN":           {Name: "FORBIDDEN", Operation: catalog.Login},
		"login-product-error": {Name: "login-product-error", Nearest: nil},
		"customer-orders-internal-error": {Name: "customer-orders-internal-error", Operation: catalog.Login,
			Nearest: []string{"INTERNAL_ERROR", "login-internal-error"}},
	} {
		for _, names := range [][]string{{name}, {"slow", name}} {
			_, err := director.Begin(catalog.Login, names)
			var got *scenario.UnknownError
			if !errors.As(err, &got) {
				t.Fatalf("%s: got %v", name, err)
			}
			if got.Name != want.Name || got.Operation != want.Operation {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if name != "login-product-error" && !reflect.DeepEqual(got.Nearest, want.Nearest) {
				t.Errorf("%s: nearest %q, want %q", name, got.Nearest, want.Nearest)
			}
		}
	}
	if err := director.Activate("outtage", client.ActivationLimits{}); err == nil || err.Error() != `unknown scenario "outtage"; did you mean outage?` {
		t.Errorf("got %v", err)
	}
}
