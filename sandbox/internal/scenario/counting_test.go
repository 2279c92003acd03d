package scenario_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// A flaky run repeats with its seed, in every account.
func TestChanceRepeats(t *testing.T) {
	t.Parallel()
	const calls = 1000
	run := func(seed uint64) []catalog.Code {
		director, err := scenario.NewDirector(scenario.DirectorOptions{Library: scenario.NewLibrary(scenario.LibraryOptions{}),
			Baseline: []string{"flaky"}, Seed: seed, Wall: atNoon, Clock: atNoon})
		must(t, err)
		return outcomes(t, director, catalog.Login, calls)
	}
	first := run(1)
	if !slices.Equal(run(1), first) {
		t.Error("the same seed gives another run")
	}
	if slices.Equal(run(2), first) {
		t.Error("another seed gives the same run")
	}
	failed := calls - len(slices.DeleteFunc(first, func(code catalog.Code) bool { return code != "" }))
	if failed < 200 || failed > 300 {
		t.Errorf("%d of %d calls fail, want about a quarter", failed, calls)
	}
}

// A call counts once for a scenario, however many of its rules match, and not at all for
// a rule on another operation or with a false condition.
func TestCounters(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"several": `
assume: {session-fault: INVALID_SESSION}
rules:
  - {on: "*", delay: 1s, skip: 1}
  - {on: "*", delay: 1s}
  - {on: login, when: header.X == "1", cut: reset}`,
		"picky": `rules: [{on: "*", when: header.X == "1", cut: reset}, {on: retrieve-order, cut: reset}]`,
	}))
	activate(t, director, "picky", "several")
	for _, operation := range []catalog.OperationID{catalog.Login, catalog.UpgradePartnerSubscriptions, catalog.RetrieveOrder} {
		decide(t, director, operation).Commit(&catalog.Operation{ID: operation}, catalog.Outcome{})
	}
	want := []client.Activation{{Name: "several", Matched: 3, Affected: 3,
		Overrules: []string{"rule 1 of picky does not act on calls that rule 3 of several ends, of login"}}, {Name: "picky", Matched: 1, Affected: 1}}
	if got := director.Active(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Commit names a scenario once, even if it is named for the call and active too.
func TestNamedOnce(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	activate(t, director, "slow", "page-grows")
	op, _ := catalog.Find(catalog.SearchOrders)
	decision := decide(t, director, catalog.SearchOrders, "slow", "page-grows", "slow")
	if got, want := decision.Delay, 4*time.Second; got != want { // for the call and for the account
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := decision.Commit(op, op.Success), []string{"slow", "page-grows"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A call without its ordinary answer is not affected by answers to questions.
func TestEffectComesBeforeAnswers(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	activate(t, director, "page-grows", "outage")
	op, _ := catalog.Find(catalog.SearchOrders)
	decision := decide(t, director, catalog.SearchOrders)
	if got, want := decision.Commit(op, op.Success), []string{"outage"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, a := range director.Active() {
		if want := map[string]int64{"outage": 1, "page-grows": 0}[a.Name]; a.Affected != want {
			t.Errorf("%s affected %d calls, want %d", a.Name, a.Affected, want)
		}
	}
}

// TestDelaysOfNamedScenarios draws a delay for each call that names a scenario. Calls
// without a name draw none.
func TestDelaysOfNamedScenarios(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{"drawn": "rules: [{on: login, delay: {from: 1ns, to: 1h}}]"})
	draw := func(between int) (drawn []time.Duration) {
		director := newDirector(t, library, "slow")
		for range 3 {
			drawn = append(drawn, decide(t, director, catalog.Login, "drawn").Delay)
			outcomes(t, director, catalog.Login, between)
		}
		return drawn
	}
	want := draw(0)
	if want[0] == want[1] || want[1] == want[2] {
		t.Errorf("got %s", want)
	}
	if got := draw(5); !slices.Equal(got, want) {
		t.Errorf("with other calls between: got %s, want %s", got, want)
	}
}

// TestFeaturesOfOtherOperations leaves a call alone that needs no feature of the scenario.
// It sees the feature as long as the activation has calls left.
func TestFeaturesOfOtherOperations(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	must(t, director.Activate("feature-off", client.ActivationLimits{Times: 1}))
	begin := func(operation catalog.OperationID) scenario.Decision {
		d, err := director.Begin(operation, nil)
		must(t, err)
		return d
	}
	if got := begin(catalog.Login).Overrides.Features; len(got) != 1 {
		t.Errorf("before: got %v", got)
	}
	if got := director.Active()[0]; got.Matched != 0 || got.Affected != 0 {
		t.Errorf("a call of another operation counts: %+v", got)
	}
	first, second := begin(catalog.CustomerOrders), begin(catalog.CustomerOrders)
	if len(first.Overrides.Features) != 1 || len(second.Overrides.Features) != 0 {
		t.Errorf("got %v and %v for one call", first.Overrides.Features, second.Overrides.Features)
	}
	if got := begin(catalog.Login).Overrides.Features; len(got) != 0 {
		t.Errorf("afterwards: got %v", got)
	}
	op, _ := catalog.Find(catalog.CustomerOrders)
	forbidden, _ := op.Failure(catalog.Forbidden)
	second.Commit(op, op.Success)
	if got := first.Commit(op, forbidden); len(got) != 1 || len(director.Active()) != 0 {
		t.Errorf("got %q, still active: %+v", got, director.Active())
	}
}
