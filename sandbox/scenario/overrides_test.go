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
	standing, err := director.Standing(catalog.CustomerOrders, []string{"page-count-all"})
	if err != nil {
		t.Fatal(err)
	}
	wantAnswers := map[catalog.QuestionID]string{catalog.SearchStatus: "200", catalog.Nulls: "shown",
		catalog.PageTotals: "running", catalog.PageCount: "all"}
	wantFeatures := map[catalog.Feature]bool{catalog.GetCustomerOrders: false}
	if !reflect.DeepEqual(standing.Answers, wantAnswers) || !reflect.DeepEqual(standing.Features, wantFeatures) {
		t.Errorf("got %v, %v, want %v, %v", standing.Answers, standing.Features, wantAnswers, wantFeatures)
	}
	verdict := decide(t, director, catalog.CustomerOrders, "page-count-all")
	if !reflect.DeepEqual(verdict.Overrides, standing) {
		t.Errorf("Decide has %+v, Standing %+v", verdict.Overrides, standing)
	}
	if got := verdict.Overrides.Apply(catalog.Defaults()).Get(catalog.PageCount); got != "all" {
		t.Errorf("applied: got %s", got)
	}
	op, _ := catalog.Find(catalog.CustomerOrders)
	forbidden, _ := op.Failure(catalog.Forbidden)
	if got, want := standing.Names(op, op.Success), []string{"page-count-all", "second", "first", "feature-off"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := standing.Names(op, forbidden), []string{"feature-off"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A scenario of answers counts the calls whose outcome rests on them, no other.
func TestAnswersCountBentCalls(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.Options{}))
	if err := director.On("retrieve-unknown-400", scenario.Limits{Times: 1}); err != nil {
		t.Fatal(err)
	}
	op, _ := catalog.Find(catalog.RetrieveOrder)
	unknown, _ := op.Failure(catalog.OrderNotFound)
	for range 3 { // orders that are found
		verdict := decide(t, director, catalog.RetrieveOrder)
		if got := director.InForce(); len(got) != 1 {
			t.Errorf("in force while a call is under way: %+v", got)
		}
		if got := verdict.Bent(op, op.Success); len(got) != 0 {
			t.Errorf("bent by %q", got)
		}
	}
	verdict := decide(t, director, catalog.RetrieveOrder)
	if got, want := verdict.Overrides.Answers[catalog.RetrieveUnknown], "400"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := verdict.Bent(op, unknown), []string{"retrieve-unknown-400"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := decide(t, director, catalog.RetrieveOrder).Overrides.Answers; len(got) != 0 {
		t.Errorf("still answers %v", got)
	}
	if got, _ := director.Standing(catalog.RetrieveOrder, nil); len(got.Answers) != 0 {
		t.Errorf("still stands: %v", got.Answers)
	}
}
