package scenario_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestRestoredStateGoesOn decides ten calls by one director, and the last seven of them
// by another one with the state after three.
func TestRestoredStateGoesOn(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{
		"sometimes": "rules:\n  - {on: login, chance: 50%, fail: INTERNAL_ERROR}\n  - {on: login, skip: 4, times: 2, fail: AUTHENTICATION_FAILED}\n",
		"limited":   "rules:\n  - {on: login, limit: {calls: 5, per: 1h}}\n",
	})
	one, another := newDirector(t, library, "flaky", "limited"), newDirector(t, library)
	if err := one.Activate("sometimes", scenario.ActivationLimits{Times: 5}); err != nil {
		t.Fatal(err)
	}
	outcomes(t, one, catalog.Login, 3)
	text, err := json.Marshal(one.State())
	if err != nil {
		t.Fatal(err)
	}
	var state scenario.State
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	another.Restore(state)
	if !reflect.DeepEqual(another.State(), one.State()) {
		t.Errorf("got %+v, want %+v", another.State(), one.State())
	}
	want := outcomes(t, one, catalog.Login, 7)
	if got := outcomes(t, another, catalog.Login, 7); !slices.Equal(got, want) || !reflect.DeepEqual(another.State(), one.State()) {
		t.Errorf("got %q and %+v, want %q and %+v", got, another.State(), want, one.State())
	}
}

func TestTextsOfTheLibrary(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{"b": "rules: [{on: login, cut: reset}]", "a": "rules: [{on: login, cut: empty}]"})
	want := []scenario.Text{{Name: "a", YAML: "rules: [{on: login, cut: empty}]"}, {Name: "b", YAML: "rules: [{on: login, cut: reset}]"}}
	if got := scenario.Texts(library.Version()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
