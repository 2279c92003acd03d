package scenario_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// owning returns a director with one active scenario of its account alone.
func owning(t *testing.T, text string) *scenario.Director {
	t.Helper()
	d := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	own(t, d, text)
	activate(t, d, "mine")
	return d
}

func own(t *testing.T, d *scenario.Director, text string) {
	t.Helper()
	_, err := d.CheckOwn("mine", []byte(text))
	must(t, err)
	d.SetOwn(map[string]string{"mine": text})
}

func TestScenarioOfOneAccount(t *testing.T) {
	t.Parallel()
	d := owning(t, "rules: [{on: login, times: 1, fail: INTERNAL_ERROR}]")
	fails(t, d, catalog.Login, catalog.InternalError, "")
	if active := d.Active(); len(active) != 1 || !active[0].Own || active[0].Affected != 1 {
		t.Errorf("active: %+v", active)
	}
	if _, err := d.Begin(catalog.Login, []string{"mine"}); err != nil {
		t.Errorf("a call cannot name it: %v", err)
	}
	other := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	if err := other.Activate("mine", client.ActivationLimits{}); err == nil {
		t.Error("another account has it")
	}
	d.Reset()
	if got := d.Active(); len(got) != 0 || len(d.Own()) != 1 {
		t.Errorf("after a reset: active %+v, own %v", got, d.Own())
	}
	own(t, d, "rules: [{on: login, fail: AUTHENTICATION_FAILED}]")
	activate(t, d, "mine")
	fails(t, d, catalog.Login, catalog.AuthenticationFailed)
	d.SetOwn(d.Own()) // the same text
	fails(t, d, catalog.Login, catalog.AuthenticationFailed)
	if e, err := d.Entry("mine"); err != nil || e.Name != "mine" || e.Source != scenario.FromAccount || e.Group != client.GroupOwn {
		t.Errorf("got %+v, %v", e, err)
	}
	d.SetOwn(map[string]string{"mine": "", "new": ""})
	for _, name := range []string{"mine", "new"} {
		if e, err := d.Entry(name); err != nil || e.Error != "the file is empty: add features, assume or rules" {
			t.Errorf("%s, an empty text: got %+v, %v", name, e, err)
		}
	}
	d.SetOwn(nil)
	if fails(t, d, catalog.Login, ""); d.Active()[0].Error == "" {
		t.Errorf("without its text: got %+v", d.Active())
	}
}

func TestNamesOfOwnScenarios(t *testing.T) {
	t.Parallel()
	d := newDirector(t, libraryOf(t, map[string]string{"saved": "rules: [{on: login, cut: reset}]"}))
	const text = "rules: [{on: login, cut: reset}]"
	for _, name := range []string{"slow", "saved"} {
		var taken *scenario.TakenError
		if _, err := d.CheckOwn(name, []byte(text)); !errors.As(err, &taken) {
			t.Errorf("%s: got %v, want that the name is taken", name, err)
		}
	}
	if _, err := d.CheckOwn("broken", []byte("rules: [{on: login}]")); err == nil || !strings.Contains(err.Error(), "does nothing") {
		t.Errorf("a broken text: got %v", err)
	}
}

// TestInheritedScenario counts the calls of a scenario for two accounts together.
func TestInheritedScenario(t *testing.T) {
	t.Parallel()
	one := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	own(t, one, "rules: [{on: login, skip: 1, times: 2, fail: INTERNAL_ERROR}]")
	one.OpenWith([]string{"mine"})
	if one.Reset(); len(one.Active()) != 1 {
		t.Error("a reset ends a scenario that the account was opened with")
	}
	two := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	two.Inherit(one)
	fails(t, one, catalog.Login, "")
	fails(t, two, catalog.Login, catalog.InternalError)
	two.Reset()
	two.Restart()
	two.DeactivateAll()
	fails(t, two, catalog.Login, catalog.InternalError)
	fails(t, one, catalog.Login, "")
	if !two.Deactivate("mine") || len(two.Active()) != 0 {
		t.Error("it cannot be deactivated by its name")
	}
}

// TestInheritedOrder inherits the scenarios of the account alone, in their order, and keeps
// them over a reset.
func TestInheritedOrder(t *testing.T) {
	t.Parallel()
	one := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	text := "rules: [{on: login, delay: 1ms}]"
	one.SetOwn(map[string]string{"a": text, "b": text, "idle": text})
	activate(t, one, "a", "slow", "b")
	two := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	two.Inherit(one)
	two.Reset()
	if isActive(t, two, "b", "a"); len(two.Own()) != 3 || len(one.Active()) != 3 {
		t.Errorf("got %v", two.Own())
	}
}

func TestEvery(t *testing.T) {
	t.Parallel()
	d := owning(t, "rules: [{on: login, skip: 1, every: 3, fail: INTERNAL_ERROR}]")
	fails(t, d, catalog.Login, "", "", "", catalog.InternalError, "", "", catalog.InternalError, "")
}

func TestNth(t *testing.T) {
	t.Parallel()
	d := owning(t, `
rules:
  - {on: create-upsell, nth: {operation: create-upsell, call: 2}, fail: INVALID_UPSELL_CAMPAIGN}
  - {on: search-upsell, nth: {operation: create-upsell, call: 2}, fail: INVALID_PARAMETER}
`)
	fails(t, d, catalog.SearchUpsell, "")
	fails(t, d, catalog.CreateUpsell, "")
	fails(t, d, catalog.SearchUpsell, "")
	fails(t, d, catalog.CreateUpsell, catalog.InvalidUpsellCampaign)
	fails(t, d, catalog.SearchUpsell, catalog.InvalidParameter, catalog.InvalidParameter)
	fails(t, d, catalog.CreateUpsell, "")
	fails(t, d, catalog.SearchUpsell, "")
	text, err := json.Marshal(d.State())
	must(t, err)
	var state scenario.State
	if err := json.Unmarshal(text, &state); err != nil || !reflect.DeepEqual(state, d.State()) || state.Active[0].Rules[1].Calls != 3 {
		t.Errorf("got %+v, %v", state, err)
	}
}

// TestNthCountsAdmittedCalls leaves calls out that fail a check before their rules, and acts
// at any time on a call that names the scenario.
func TestNthCountsAdmittedCalls(t *testing.T) {
	t.Parallel()
	d := owning(t, "rules: [{on: login, nth: {operation: login, call: 2}, fail: INTERNAL_ERROR}, {on: search-orders, during: {every: 1h, for: 1s}, fail: INTERNAL_ERROR}]")
	early := func() {
		begun, err := d.Begin(catalog.Login, nil)
		must(t, err)
		d.DecideEarly(t.Context(), &call{operation: catalog.Login}, begun, nil)
	}
	early()
	fails(t, d, catalog.Login, "")
	early()
	fails(t, d, catalog.Login, catalog.InternalError, "")
	d.Deactivate("mine")
	for _, operation := range []catalog.OperationID{catalog.Login, catalog.SearchOrders} {
		if got := failure(decideOn(t, d, &call{operation: operation, after: time.Minute}, "mine")); got != catalog.InternalError {
			t.Errorf("%s named by the call: got %q", operation, got)
		}
	}
}

func TestDuring(t *testing.T) {
	t.Parallel()
	d := owning(t, "rules: [{on: login, during: {every: 30s, for: 5s}, fail: INTERNAL_ERROR}]")
	for after, want := range map[time.Duration]catalog.Code{
		0: catalog.InternalError, 4 * time.Second: catalog.InternalError, 5 * time.Second: "", 29 * time.Second: "", 30 * time.Second: catalog.InternalError,
		-time.Second: "", -26 * time.Second: catalog.InternalError,
	} {
		if got := failure(decideOn(t, d, &call{operation: catalog.Login, after: after})); got != want {
			t.Errorf("%s after the activation: got %q, want %q", after, got, want)
		}
	}
}
