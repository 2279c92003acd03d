package scenario_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestRestoredStateGoesOn decides ten calls by one director, and the last seven of them
// by another one with the state after three.
func TestRestoredStateGoesOn(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{
		"sometimes": "rules:\n  - {on: login, chance: 50%, fail: INTERNAL_ERROR}\n  - {on: login, skip: 4, times: 2, fail: AUTHENTICATION_FAILED}\n",
		"counting":  "rules:\n  - {on: retrieve-order, nth: {operation: login, call: 2}, cut: empty}\n",
		"limited":   "rules:\n  - {on: login, limit: {calls: 5, per: 1h}}\n",
	})
	one, another := newDirector(t, library, "flaky", "limited", "counting"), newDirector(t, library)
	must(t, one.Activate("sometimes", client.ActivationLimits{Times: 5}))
	decide(t, one, catalog.RetrieveOrder, "slow")
	outcomes(t, one, catalog.Login, 3)
	text, err := json.Marshal(one.State())
	must(t, err)
	var state scenario.State
	must(t, json.Unmarshal(text, &state))
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
	if got := library.Texts(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestRestoredBuckets goes on with the buckets of a limit, of each caller alone.
func TestRestoredBuckets(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{"limited": "rules: [{on: login, limit: {calls: 1, per: 1h, by: header.X}}, {on: login, limit: {calls: 9, per: 1h}}]"})
	passes := func(d *scenario.Director, caller string) bool {
		return retryAfter(decideOn(t, d, &call{operation: catalog.Login, header: http.Header{"X": {caller}}})) == ""
	}
	one, another := newDirector(t, library, "limited"), newDirector(t, library, "limited")
	passes(another, "d")
	for _, caller := range []string{"c", "a", "b"} {
		if !passes(one, caller) || passes(one, caller) {
			t.Errorf("%s: one call does not pass alone", caller)
		}
	}
	another.Restore(one.State())
	for range 9 { // in one order, whatever order the buckets have in memory
		if got, want := another.State(), one.State(); !reflect.DeepEqual(got, want) || len(got.Buckets) != 4 {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
	for caller, want := range map[string]bool{"a": false, "b": false, "c": false, "d": true} {
		if got := passes(another, caller); got != want {
			t.Errorf("%s passes: %t", caller, got)
		}
	}
}

// TestTextsOfAFolder returns the text of a file as it is, even when it is broken.
func TestTextsOfAFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	library := scenario.NewLibrary(scenario.LibraryOptions{Folder: folder})
	for _, text := range []string{delaying, broken} {
		write(t, folder, "mine.yaml", text)
		_, err := library.Reload()
		must(t, err)
		if got, want := library.Texts(), []scenario.Text{{Name: "mine", YAML: text}}; !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}
