package scenario_test

import (
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

func failure(decision scenario.Decision) catalog.Code {
	if decision.Effect.Fail == nil {
		return ""
	}
	return decision.Effect.Fail.Code
}

// outcomes makes calls one after the other and returns the codes of their failures, ""
// for successful ones.
func outcomes(t *testing.T, director *scenario.Director, operation catalog.OperationID, calls int) []catalog.Code {
	t.Helper()
	var codes []catalog.Code
	for range calls {
		codes = append(codes, failure(decide(t, director, operation)))
	}
	return codes
}

// fails makes as many calls, which must fail with these codes.
func fails(t *testing.T, director *scenario.Director, operation catalog.OperationID, want ...catalog.Code) {
	t.Helper()
	if got := outcomes(t, director, operation, len(want)); !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", operation, got, want)
	}
}

// isActive compares the active scenarios, the latest first.
func isActive(t *testing.T, director *scenario.Director, want ...string) {
	t.Helper()
	var got []string
	for _, a := range director.Active() {
		got = append(got, a.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("active: got %q, want %q", got, want)
	}
}

func TestNothingActive(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	if got := decide(t, director, catalog.Login); !reflect.DeepEqual(got, scenario.Decision{}) {
		t.Errorf("got %+v", got)
	}
	if got, err := director.Begin(catalog.Login, nil); err != nil || !reflect.DeepEqual(got, scenario.Decision{}) {
		t.Errorf("got %+v, %v", got, err)
	}
	if got := director.Active(); got != nil {
		t.Errorf("got %+v", got)
	}
}

func TestSkipTimesAndSequence(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{"sequence": `
rules:
  - {on: customer-orders, skip: 1, times: 2, fail: INVALID_CUSTOMER}
  - {on: customer-orders, skip: 1, times: 1, fail: FORBIDDEN}
`}))
	activate(t, director, "sequence")
	// The second rule is tried on the calls that pass the first: the 1st, skipped, and
	// the 4th.
	want := []catalog.Code{"", catalog.InvalidCustomer, catalog.InvalidCustomer, catalog.Forbidden, "", ""}
	fails(t, director, catalog.CustomerOrders, want...)
	fails(t, director, catalog.SearchOrders, "")
	activate(t, director, "sequence") // resets the counters
	fails(t, director, catalog.CustomerOrders, want...)
}

func TestLatestFirstAndDelaysAddUp(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"one":   `rules: [{on: "*", delay: 1s}, {on: "*", delay: 2s, fail: INTERNAL_ERROR}]`,
		"two":   `rules: [{on: "*", delay: 4s}]`,
		"three": `rules: [{on: "*", delay: 8s, cut: reset}]`,
	}))
	check := func(delay time.Duration, effect scenario.Effect, names ...string) {
		t.Helper()
		decision := decide(t, director, catalog.Login)
		affecting := decision.Commit(&catalog.Operation{ID: catalog.Login}, catalog.Outcome{})
		if decision.Delay != delay || !reflect.DeepEqual(decision.Effect, effect) || !slices.Equal(affecting, names) {
			t.Errorf("got %s, %+v, %q; want %s, %+v, %q", decision.Delay, decision.Effect, affecting, delay, effect, names)
		}
	}
	broken := scenario.Effect{Fail: &scenario.Failure{Code: catalog.InternalError}}
	activate(t, director, "three", "one", "two")
	check(7*time.Second, broken, "two", "one")
	activate(t, director, "three")                                                     // moves to the front
	check(13*time.Second, scenario.Effect{Cut: scenario.Reset}, "three", "two", "one") // the failure of one is overruled with its delay
	director.Deactivate("three")
	director.Deactivate("one")
	check(4*time.Second, scenario.Effect{}, "two")
	director.DeactivateAll()
	check(0, scenario.Effect{})
}

func TestDeactivate(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	activate(t, director, "outage")
	if !director.Deactivate("outage") || director.Deactivate("outage") {
		t.Error("Deactivate does not report whether the scenario was active")
	}
}

func TestBaseline(t *testing.T) {
	t.Parallel()
	baseline := []string{"slow", "FORBIDDEN"}
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}), baseline...)
	baseline[0] = "outage" // the director keeps its own
	isActive(t, director, "FORBIDDEN", "slow")
	activate(t, director, "slow", "outage")
	director.Deactivate("FORBIDDEN")
	isActive(t, director, "outage", "slow")
	director.Reset()
	isActive(t, director, "FORBIDDEN", "slow")
	_, err := scenario.NewDirector(scenario.DirectorOptions{Library: scenario.NewLibrary(scenario.LibraryOptions{}),
		Baseline: []string{"slw", "nonsense-everywhere"}, Wall: atNoon, Clock: atNoon})
	want := "unknown scenario \"slw\"; did you mean slow?\nunknown scenario \"nonsense-everywhere\""
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	var wall atomic.Pointer[time.Time]
	set := func(now time.Time) { wall.Store(&now) }
	set(noon)
	director, err := scenario.NewDirector(scenario.DirectorOptions{Library: scenario.NewLibrary(scenario.LibraryOptions{}),
		Wall: func() time.Time { return *wall.Load() }, Clock: atNoon})
	must(t, err)
	must(t, director.Activate("INTERNAL_ERROR", client.ActivationLimits{Times: 3, For: time.Minute}))
	outcomes(t, director, catalog.Login, 1)
	left := int64(2)
	want := []client.Activation{{Name: "INTERNAL_ERROR", Summary: "The called operation fails with INTERNAL_ERROR",
		Matched: 1, Affected: 1, Remaining: &left, Until: new(noon.Add(time.Minute))}}
	if got := director.Active(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	set(noon.Add(time.Minute - 1))
	fails(t, director, catalog.Login, catalog.InternalError)
	set(noon.Add(time.Minute))
	fails(t, director, catalog.Login, "")
	must(t, director.Activate("INTERNAL_ERROR", client.ActivationLimits{Times: 2}))
	fails(t, director, catalog.Login, catalog.InternalError, catalog.InternalError, "")
	if got := director.Active(); got != nil {
		t.Errorf("a scenario without calls left is active: %+v", got)
	}
	err = director.Activate("slow", client.ActivationLimits{Times: -1, For: -time.Second})
	if want := "times must be at least 1, got -1\nfor must be longer than 0s, got -1s"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestPeriods ends each of several activations at its own time.
func TestPeriods(t *testing.T) {
	t.Parallel()
	for _, order := range [][]time.Duration{{1, 2, 0}, {2, 1, 0}, {0, 1, 2}, {0, 2, 1}} {
		now := noon
		director, err := scenario.NewDirector(scenario.DirectorOptions{Library: scenario.NewLibrary(scenario.LibraryOptions{}), Wall: func() time.Time { return now }, Clock: atNoon})
		must(t, err)
		for _, minutes := range order {
			name := []string{"AUTHENTICATION_FAILED", "INTERNAL_ERROR", "INVALID_PARAMETER"}[minutes]
			must(t, director.Activate(name, client.ActivationLimits{For: minutes * time.Minute}))
		}
		for minutes, want := range []int{3, 2, 1, 1} {
			now = noon.Add(time.Duration(minutes) * time.Minute)
			decide(t, director, catalog.Login)
			if got := len(director.State().Active); got != want {
				t.Errorf("%d: after %d minutes %d are active, want %d", order, minutes, got, want)
			}
		}
	}
}

func TestWhenThatFailsLeavesANote(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"odd": `rules: [{on: login, cut: reset, when: int(header.X) > 0}]`}))
	activate(t, director, "odd")
	decision := decide(t, director, catalog.Login)
	want := []string{"scenario odd, rule 1: when: invalid operation: int()"}
	if !decision.Effect.Empty() || !slices.Equal(decision.Notes, want) {
		t.Errorf("got %+v, %q, want %q", decision.Effect, decision.Notes, want)
	}
	spent := newDirector(t, libraryOf(t, map[string]string{"odd": `rules: [{on: login, delay: 1ms}, {on: login, cut: reset, when: int(header.X) > 0}]`}))
	must(t, spent.Activate("odd", client.ActivationLimits{Times: 1}))
	for _, notes := range []int{1, 0} { // none without calls left
		if d := decide(t, spent, catalog.Login); len(d.Notes) != notes || d.Acts() != (notes > 0) {
			t.Errorf("got %q, want %d notes", d.Notes, notes)
		}
	}
}

func TestReloadKeepsCounters(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{"mine": `rules: [{on: login, times: 3, fail: AUTHENTICATION_FAILED}]`})
	director := newDirector(t, library)
	activate(t, director, "mine")
	outcomes(t, director, catalog.Login, 2)
	put(t, library, "mine", `rules: [{on: login, times: 3, fail: INTERNAL_ERROR}]`)
	fails(t, director, catalog.Login, catalog.InternalError, "")
	put(t, library, "mine", `rules: [{on: login, times: 1, fail: INTERNAL_ERROR}, {on: login, times: 1, fail: INVALID_PARAMETER}]`) // another number of rules
	fails(t, director, catalog.Login, catalog.InternalError, catalog.InvalidParameter, "")
	must(t, library.Delete("mine"))
	fails(t, director, catalog.Login, "")
	activate(t, director, "slow")
	if active := director.Active(); len(active) != 2 || active[1].Error != `unknown scenario "mine"` || active[0].Error != "" {
		t.Errorf("got %+v", active)
	}
}
