package scenario_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
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
	if _, err := d.CheckOwn("mine", []byte(text)); err != nil {
		t.Fatal(err)
	}
	d.SetOwn(map[string]string{"mine": text})
}

func TestScenarioOfOneAccount(t *testing.T) {
	t.Parallel()
	d := owning(t, "rules: [{on: login, times: 1, fail: INTERNAL_ERROR}]")
	if got := outcomes(t, d, catalog.Login, 2); !slices.Equal(got, []catalog.Code{catalog.InternalError, ""}) {
		t.Errorf("got %q", got)
	}
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
	if got := outcomes(t, d, catalog.Login, 1); got[0] != catalog.AuthenticationFailed {
		t.Errorf("after a change: got %q", got)
	}
	d.SetOwn(d.Own()) // the same text
	if got := outcomes(t, d, catalog.Login, 1); got[0] != catalog.AuthenticationFailed {
		t.Errorf("after no change: got %q", got)
	}
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
	if got := outcomes(t, d, catalog.Login, 1); got[0] != "" || d.Active()[0].Error == "" {
		t.Errorf("without its text: got %q, %+v", got, d.Active())
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
	got := slices.Concat(outcomes(t, one, catalog.Login, 1), outcomes(t, two, catalog.Login, 1))
	two.Reset()
	two.Restart()
	two.DeactivateAll()
	got = slices.Concat(got, outcomes(t, two, catalog.Login, 1), outcomes(t, one, catalog.Login, 1))
	if want := []catalog.Code{"", catalog.InternalError, catalog.InternalError, ""}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
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
	var names []string
	for _, a := range two.Active() {
		names = append(names, a.Name)
	}
	if want := []string{"b", "a"}; !slices.Equal(names, want) || len(two.Own()) != 3 || len(one.Active()) != 3 {
		t.Errorf("got %q of %v", names, two.Own())
	}
}

func TestEvery(t *testing.T) {
	t.Parallel()
	d := owning(t, "rules: [{on: login, skip: 1, every: 3, fail: INTERNAL_ERROR}]")
	want := []catalog.Code{"", "", "", catalog.InternalError, "", "", catalog.InternalError, ""}
	if got := outcomes(t, d, catalog.Login, 8); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNth(t *testing.T) {
	t.Parallel()
	d := owning(t, `
rules:
  - {on: create-upsell, nth: {operation: create-upsell, call: 2}, fail: INVALID_UPSELL_CAMPAIGN}
  - {on: search-upsell, nth: {operation: create-upsell, call: 2}, fail: INVALID_PARAMETER}
`)
	var got []catalog.Code
	for _, operation := range []catalog.OperationID{catalog.SearchUpsell, catalog.CreateUpsell, catalog.SearchUpsell, catalog.CreateUpsell, catalog.SearchUpsell, catalog.SearchUpsell, catalog.CreateUpsell, catalog.SearchUpsell} {
		got = append(got, outcomes(t, d, operation, 1)...)
	}
	want := []catalog.Code{"", "", "", catalog.InvalidUpsellCampaign, catalog.InvalidParameter, catalog.InvalidParameter, "", ""}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	text, err := json.Marshal(d.State())
	if err != nil {
		t.Fatal(err)
	}
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
		if err != nil {
			t.Fatal(err)
		}
		d.DecideEarly(t.Context(), &call{operation: catalog.Login}, begun, nil)
	}
	early()
	got := outcomes(t, d, catalog.Login, 1)
	early()
	got = append(got, outcomes(t, d, catalog.Login, 2)...)
	if want := []catalog.Code{"", catalog.InternalError, ""}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	d.Deactivate("mine")
	for _, operation := range []catalog.OperationID{catalog.Login, catalog.SearchOrders} {
		begun, err := d.Begin(operation, []string{"mine"})
		if err != nil {
			t.Fatal(err)
		}
		if got := failure(d.Decide(t.Context(), &call{operation: operation, after: time.Minute}, begun)); got != catalog.InternalError {
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
		begun, err := d.Begin(catalog.Login, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := failure(d.Decide(t.Context(), &call{operation: catalog.Login, after: after}, begun)); got != want {
			t.Errorf("%s after the activation: got %q, want %q", after, got, want)
		}
	}
}
