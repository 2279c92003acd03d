package scenario_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

func TestOverrides(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"first":  `assume: {search-status: "200", nulls: omitted}`,
		"second": `assume: {nulls: shown, page-totals: running}`,
	}))
	turnOn(t, director, "feature-off", "first", "second")
	standing, err := director.Begin(catalog.CustomerOrders, []string{"page-count-all"})
	if err != nil {
		t.Fatal(err)
	}
	wantAnswers := map[catalog.QuestionID]string{catalog.SearchStatus: "200", catalog.Nulls: "shown",
		catalog.PageTotals: "running", catalog.PageCount: "all"}
	wantFeatures := map[catalog.Feature]bool{catalog.GetCustomerOrders: false}
	if !reflect.DeepEqual(standing.Overrides.Answers, wantAnswers) || !reflect.DeepEqual(standing.Overrides.Features, wantFeatures) {
		t.Errorf("got %v, %v, want %v, %v", standing.Overrides.Answers, standing.Overrides.Features, wantAnswers, wantFeatures)
	}
	verdict := decide(t, director, catalog.CustomerOrders, "page-count-all")
	if !reflect.DeepEqual(verdict.Overrides, standing.Overrides) {
		t.Errorf("Decide has %+v, Standing %+v", verdict.Overrides, standing.Overrides)
	}
	op, _ := catalog.Find(catalog.CustomerOrders)
	forbidden, _ := op.Failure(catalog.Forbidden)
	if got, want := standing.Overrides.Names(op, op.Success), []string{"page-count-all", "second", "feature-off"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := standing.Overrides.Names(op, forbidden), []string{"feature-off"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A scenario of answers counts the calls whose outcome rests on them, no other.
func TestAnswersCountBentCalls(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	if err := director.Activate("retrieve-unknown-400", scenario.ActivationLimits{Times: 1}); err != nil {
		t.Fatal(err)
	}
	op, _ := catalog.Find(catalog.RetrieveOrder)
	unknown, _ := op.Failure(catalog.OrderNotFound)
	for range 3 { // orders that are found
		verdict := decide(t, director, catalog.RetrieveOrder)
		if got := director.Active(); len(got) != 1 {
			t.Errorf("in force while a call is under way: %+v", got)
		}
		if got := verdict.Commit(op, op.Success); len(got) != 0 {
			t.Errorf("bent by %q", got)
		}
	}
	verdict := decide(t, director, catalog.RetrieveOrder)
	if got, want := verdict.Overrides.Answers[catalog.RetrieveUnknown], "400"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := verdict.Commit(op, unknown), []string{"retrieve-unknown-400"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := decide(t, director, catalog.RetrieveOrder).Overrides.Answers; len(got) != 0 {
		t.Errorf("still answers %v", got)
	}
}

// A call that asks for a scenario that there is not still meets those in force.
func TestMisnamedLeavesTheRest(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	turnOn(t, director, "nulls-omitted")
	standing, err := director.Begin(catalog.RetrieveOrder, []string{"page-count-all", "nonsense"})
	if got, want := standing.Overrides.Answers, map[catalog.QuestionID]string{catalog.Nulls: "omitted"}; err == nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// A call that never came to the rules counts all the same, be it refused by an
// answer or let in by one.
func TestCountedWithoutRules(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	op, _ := catalog.Find(catalog.RetrieveOrder)
	refused, _ := op.Failure(catalog.AuthenticationError)
	for _, test := range []struct {
		name    string
		outcome catalog.Outcome
		leaned  []catalog.QuestionID
		want    []string
		left    int
	}{
		{"rest-hash-sha256", op.Success, nil, nil, 1},
		{"rest-hash-sha256", refused, nil, []string{"rest-hash-sha256"}, 0},
		{"accept-lenient", op.Success, nil, nil, 1},
		{"accept-lenient", op.Success, []catalog.QuestionID{catalog.Accept}, []string{"accept-lenient"}, 0},
	} {
		director.DeactivateAll()
		if err := director.Activate(test.name, scenario.ActivationLimits{Times: 1}); err != nil {
			t.Fatal(err)
		}
		standing, err := director.Begin(op.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := standing.Commit(op, test.outcome, test.leaned...); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if got := director.Active(); len(got) != test.left {
			t.Errorf("%s: in force is %+v, want %d", test.name, got, test.left)
		}
	}
	turnOn(t, director, "nulls-omitted")
	standing, err := director.Begin(op.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	standing.Release()
	if got := director.Active()[0]; got.Affected != 0 || got.Matched != 0 {
		t.Errorf("a call that was given back is counted: %+v", got)
	}
}
