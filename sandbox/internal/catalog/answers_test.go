package catalog_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

func TestAnswersDoNotChange(t *testing.T) {
	t.Parallel()
	before := catalog.Defaults()
	first, err := before.With(catalog.PageTotals, "running")
	if err != nil {
		t.Fatal(err)
	}
	second, err := first.With(catalog.Nulls, "omitted")
	if err != nil {
		t.Fatal(err)
	}
	got := []string{
		before.Get(catalog.PageTotals), before.Get(catalog.Nulls),
		first.Get(catalog.PageTotals), first.Get(catalog.Nulls),
		second.Get(catalog.PageTotals), second.Get(catalog.Nulls),
	}
	want := []string{"right", "shown", "running", "shown", "running", "omitted"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	back, err := first.With(catalog.PageTotals, "right")
	if err != nil || !reflect.DeepEqual(back, before) {
		t.Errorf("back to the default: got %+v, %v, want %+v", back, err, before)
	}
}

func TestAnswersToUnknownQuestions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id           catalog.QuestionID
		answer, want string
	}{
		{"null", "shown", `unknown question "null"; did you mean nulls?`},
		{"zzzzzzzz", "shown", `unknown question "zzzzzzzz"; known: nulls, search-status, page-totals, page-count, page-stability, page-depth, refund-money, lookup-body, retrieve-unknown, yes-body, …`},
		{catalog.Nulls, "hidden", `the answer to nulls must be shown or omitted, got "hidden"`},
	}
	for _, test := range tests {
		got, err := catalog.Defaults().With(test.id, test.answer)
		if err == nil || err.Error() != test.want || !reflect.DeepEqual(got, catalog.Defaults()) {
			t.Errorf("%s: got %+v, %v, want %s", test.id, got, err, test.want)
		}
	}
	if got := catalog.Defaults().Get("null"); got != "" {
		t.Errorf("an unknown question is answered %q", got)
	}
	if catalog.Defaults().Is(catalog.Times, "") || !catalog.Defaults().Is(catalog.Nulls, "shown") {
		t.Error("Is takes a question without a choice for answered, or misses a default")
	}
}

func TestAnswersDuration(t *testing.T) {
	t.Parallel()
	tests := []struct {
		answer string
		want   time.Duration
		ok     bool
	}{
		{"5m", 5 * time.Minute, true},
		{"8d", 8 * 24 * time.Hour, true},
		{"1h30m", 90 * time.Minute, true},
		{"off", 0, false},
	}
	for _, test := range tests {
		answers, err := catalog.Defaults().With(catalog.RESTSkew, test.answer)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := answers.Duration(catalog.RESTSkew); got != test.want || ok != test.ok {
			t.Errorf("%s: got %v, %t, want %v, %t", test.answer, got, ok, test.want, test.ok)
		}
	}
}
