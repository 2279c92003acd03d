package scenario_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

func TestOverrides(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"first":  `assume: {search-status: "200", nulls: omitted}`,
		"second": `assume: {nulls: shown, page-totals: running}`,
	}))
	activate(t, director, "feature-off", "first", "second")
	begun, err := director.Begin(catalog.CustomerOrders, []string{"page-count-all"})
	must(t, err)
	wantAnswers := map[catalog.QuestionID]string{catalog.SearchStatus: "200", catalog.Nulls: "shown",
		catalog.PageTotals: "running", catalog.PageCount: "all"}
	wantFeatures := map[catalog.Feature]bool{catalog.GetCustomerOrders: false}
	if !reflect.DeepEqual(begun.Overrides.Answers, wantAnswers) || !reflect.DeepEqual(begun.Overrides.Features, wantFeatures) {
		t.Errorf("got %v, %v, want %v, %v", begun.Overrides.Answers, begun.Overrides.Features, wantAnswers, wantFeatures)
	}
	op, _ := catalog.Find(catalog.CustomerOrders)
	forbidden, _ := op.Failure(catalog.Forbidden)
	for _, test := range []struct {
		outcome catalog.Outcome
		want    []string
	}{
		{op.Success, []string{"page-count-all", "second", "feature-off"}},
		{forbidden, []string{"feature-off"}},
	} {
		decision := decide(t, director, catalog.CustomerOrders, "page-count-all")
		if !reflect.DeepEqual(decision.Overrides, begun.Overrides) {
			t.Errorf("Decide has %+v, Begin %+v", decision.Overrides, begun.Overrides)
		}
		if got := decision.Commit(op, test.outcome); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.outcome.Condition, got, test.want)
		}
	}
}

// TestNoOverrides replaces nothing for a scenario without features and answers.
func TestNoOverrides(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}), "flaky")
	for _, named := range [][]string{nil, {"slow"}} {
		if got := decide(t, director, catalog.Login, named...).Overrides; !reflect.DeepEqual(got, scenario.Overrides{}) {
			t.Errorf("%q: got %+v", named, got)
		}
	}
}

// A scenario of answers counts the calls with an outcome that depends on them, no other.
func TestAnswersCountAffectedCalls(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	must(t, director.Activate("retrieve-unknown-400", client.ActivationLimits{Times: 1}))
	op, _ := catalog.Find(catalog.RetrieveOrder)
	unknown, _ := op.Failure(catalog.OrderNotFound)
	for range 3 { // found orders
		decision := decide(t, director, catalog.RetrieveOrder)
		if got := director.Active(); len(got) != 1 {
			t.Errorf("active while a call is undecided: %+v", got)
		}
		if got := decision.Commit(op, op.Success); len(got) != 0 {
			t.Errorf("affected by %q", got)
		}
	}
	decision := decide(t, director, catalog.RetrieveOrder)
	if got, want := decision.Overrides.Answers[catalog.RetrieveUnknown], "400"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := decision.Commit(op, unknown), []string{"retrieve-unknown-400"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := decide(t, director, catalog.RetrieveOrder).Overrides.Answers; len(got) != 0 {
		t.Errorf("still answers %v", got)
	}
}

// A call that names an unknown scenario still gets the active ones.
func TestUnknownNameKeepsActiveScenarios(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	activate(t, director, "nulls-omitted")
	begun, err := director.Begin(catalog.RetrieveOrder, []string{"page-count-all", "nonsense"})
	if got, want := begun.Overrides.Answers, map[catalog.QuestionID]string{catalog.Nulls: "omitted"}; err == nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// A call that fails before the rules are tried, or passes a check because of an answer,
// counts anyway.
func TestCountedWithoutRules(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	op, _ := catalog.Find(catalog.RetrieveOrder)
	refused, _ := op.Failure(catalog.AuthenticationError)
	for _, test := range []struct {
		name    string
		outcome catalog.Outcome
		further []catalog.QuestionID
		want    []string
		left    int
	}{
		{"rest-hash-sha256", op.Success, nil, nil, 1},
		{"rest-hash-sha256", refused, nil, []string{"rest-hash-sha256"}, 0},
		{"accept-lenient", op.Success, nil, nil, 1},
		{"accept-lenient", op.Success, []catalog.QuestionID{catalog.Accept}, []string{"accept-lenient"}, 0},
	} {
		director.DeactivateAll()
		must(t, director.Activate(test.name, client.ActivationLimits{Times: 1}))
		begun, err := director.Begin(op.ID, nil)
		must(t, err)
		if got := begun.Commit(op, test.outcome, test.further...); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if got := director.Active(); len(got) != test.left {
			t.Errorf("%s: active is %+v, want %d", test.name, got, test.left)
		}
	}
	activate(t, director, "nulls-omitted")
	begun, err := director.Begin(op.ID, nil)
	must(t, err)
	begun.Release()
	if got := director.Active()[0]; got.Affected != 0 || got.Matched != 0 {
		t.Errorf("a released call is counted: %+v", got)
	}
}
