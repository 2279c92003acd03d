package verify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// TestExpectedInWords verifies how a result repeats its expectation.
func TestExpectedInWords(t *testing.T) {
	t.Parallel()
	steps := []client.Step{{Operation: "login"}, {Where: "status == 1"}}
	for want, e := range map[string]client.Expectation{
		"login: exactly 1": {Operation: "login", Count: new(1)}, "login: at least 1 and at most 2": {Operation: "login", AtLeast: new(1), AtMost: new(2)},
		"login where status == 1: exactly 1": {Operation: "login", Where: "status == 1", Count: new(1)}, "calls where status == 1: at most 0": {Where: "status == 1", AtMost: new(0)},
		"status:4xx: exactly 1": {Query: "status:4xx", Count: new(1)}, "login status:4xx: exactly 1": {Operation: "login", Query: "status:4xx", Count: new(1)},
		"login: repeats at least 1, at most 3, at least 1s and at most 2s apart, at most 1 at once": {Operation: "login", AtOnce: new(1), Repeats: &client.Repeats{AtLeast: new(1), AtMost: new(3), Gap: &client.Gap{Min: "1s", Max: "2s"}}},
		"login: exactly 2, repeats at most 3s apart":                                                {Operation: "login", Count: new(2), Repeats: &client.Repeats{Gap: &client.Gap{Max: "3s"}}}, "login: repeats at least retry-after apart": {Operation: "login", Repeats: &client.Repeats{Gap: &client.Gap{Min: client.GapRetryAfter}}},
		"in order login, calls where status == 1": {InOrder: steps}, "in strict order login, calls where status == 1": {InOrder: steps, Strict: true},
	} {
		got, err := reader().Verify(t.Context(), ringOf(page1), e)
		if err != nil || got.Expected != want {
			t.Errorf("got %q (%v), want %q", got.Expected, err, want)
		}
	}
}

// TestListsOfAResult lists some calls in a result and counts all of them, dropped ones by their
// operation.
func TestListsOfAResult(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ calls, kept, listed, more, dropped int }{{20, 100, 20, 0, 0}, {21, 100, 20, 1, 0}, {25, 10, 9, 0, 16}, {25, 1, 0, 0, 25}, {25, 23, 20, 2, 3}, {1, 100, 1, 0, 0}} {
		var made []made
		for range test.calls {
			made = append(made, order7)
		}
		got, err := reading.Verify(t.Context(), droppingRing(test.kept, append(made, page1)...), client.Expectation{Operation: "search-orders", Count: new(1), NothingElse: true})
		var names []string
		if test.dropped > 0 {
			names = append(names, fmt.Sprintf("%d dropped calls of retrieve-order", test.dropped))
		}
		for n := range test.listed {
			names = append(names, fmt.Sprintf("A-%d (retrieve-order)", test.dropped+n+1))
		}
		if test.more > 0 {
			names = append(names, fmt.Sprintf("%d more", test.more))
		}
		if err != nil || len(got.Unexpected) != test.listed || !strings.HasSuffix(got.Message, ": "+phrase.And(names...)) {
			t.Errorf("%+v: got %d, %s (%v), want %s", test, len(got.Unexpected), got.Message, err, phrase.And(names...))
		}
	}
	for _, calls := range []int{1, 20, 21} {
		var all []made
		for range calls {
			all = append(all, page1)
		}
		got, err := reading.Verify(t.Context(), ringOf(all...), client.Expectation{Where: "answer.a > 1", Count: new(1)})
		want := fmt.Sprintf("; %s could not be evaluated, first A-1: ", phrase.Count(calls, "call"))
		if err != nil || got.Uncertain || len(got.Errors) != min(calls, 20) || got.Errors[0].Call != "A-1" || got.Errors[0].Error == "" || !strings.Contains(got.Message, want) {
			t.Errorf("%d calls: got %d errors, %s (%v)", calls, len(got.Errors), got.Message, err)
		}
	}
}

// TestOutcome reads calls and counts of dropped ones with their matches.
func TestOutcome(t *testing.T) {
	t.Parallel()
	ring := droppingRing(2, page1, order7, page2, deleted)
	all := client.Expectations{Expectations: []client.Expectation{{Operation: "search-orders", Count: new(2)}, {Operation: "login", Count: new(1)}}}
	got, err := reading.All(t.Context(), ring, all, 0)
	if err != nil || got.Verified || got.Uncertain || got.Dropped != 2 || len(got.Results) != 2 || !got.Results[0].Verified || got.Results[1].Verified {
		t.Fatalf("got %+v (%v)", got, err)
	}
	var calls, dropped []string
	for _, e := range got.Calls {
		calls = append(calls, fmt.Sprint(e.ID, got.Matches(e.ID)))
	}
	for _, tally := range got.Tallies {
		dropped = append(dropped, fmt.Sprint(tally.First, tally.Calls, tally.Match == Matched))
	}
	if !slices.Equal(calls, []string{"A-3true", "A-4false"}) || !slices.Equal(dropped, []string{"1 1 true", "2 1 false"}) {
		t.Errorf("got %q and %q", calls, dropped)
	}
	both := client.Expectations{Expectations: []client.Expectation{{Operation: "search-orders", Where: `query.Page == "1"`, Count: new(1)}, {Operation: "login", Count: new(1)}}}
	if got, err := reading.All(t.Context(), ring, both, 0); err != nil || !got.Uncertain || got.Verified {
		t.Errorf("got %+v (%v) of one that is uncertain beside one that is not", got, err)
	}
	swapped := client.Expectations{Expectations: []client.Expectation{{Operation: "login", Count: new(1)}, {Operation: "search-orders", Count: new(2)}}}
	if got, err := reading.All(t.Context(), ring, swapped, 0); err != nil || got.Verified {
		t.Errorf("got %+v (%v) of one that fails before one that does not", got, err)
	}
}

// TestWhatCameClosest finds the closest of several calls.
func TestWhatCameClosest(t *testing.T) {
	t.Parallel()
	misspelled := whole{made: made{"POST /rest/6.0/upsel", "", 404}}
	inSOAP := whole{made: made{"POST /soap/6.0", "", 500}, soap: true}
	other := whole{made: page1}
	three := func(name, dry string, status int) whole {
		return whole{made: made{"POST /rest/6.0/upsell?dry=" + dry, catalog.CreateUpsell, status}, body: `{"Name":"` + name + `"}`}
	}
	wanted := client.Expectation{Operation: "create-upsell", Where: `query.dry == "1" and body.Name == "A" and status == 201`, Count: new(1)}
	for name, test := range map[string]struct {
		calls []whole
		e     client.Expectation
		want  string
	}{
		"the misspelled one":      {[]whole{misspelled, other, inSOAP}, wanted, "A-1"},
		"the latest of others":    {[]whole{other, inSOAP}, wanted, "A-2"},
		"two of three parts":      {[]whole{three("A", "1", 400), three("B", "2", 201), misspelled}, wanted, "A-1"},
		"the latest of equal":     {[]whole{three("A", "1", 400), three("B", "1", 201)}, wanted, "A-2"},
		"one that does not match": {[]whole{three("A", "1", 201), three("A", "1", 400)}, client.Expectation{Operation: "create-upsell", Where: wanted.Where, Count: new(2)}, "A-2"},
		"the last match":          {[]whole{three("A", "1", 201), other}, client.Expectation{Operation: "create-upsell", Where: wanted.Where, Count: new(2)}, "A-1"},
		"the last of too many":    {[]whole{three("A", "1", 201), three("A", "1", 201), three("B", "1", 201)}, wanted, "A-2"},
		"of SOAP":                 {[]whole{misspelled, {made: made{"POST /soap/6.0", "", 500}, soap: true}}, client.Expectation{Operation: "login", Count: new(1)}, "A-2"},
		"of any operation":        {[]whole{other, misspelled}, client.Expectation{Where: "status == 500 and query.Page == \"1\"", Count: new(1)}, "A-1"},
	} {
		j := journal.New(journal.Defaults())
		ring := j.Ring("A")
		for _, w := range test.calls {
			w.record(j, ring)
		}
		got, err := reading.Verify(t.Context(), ring, test.e)
		id, _, _ := strings.Cut(closest(got), " ")
		if err != nil || id != test.want {
			t.Errorf("%s: got %s, %s (%v), want %s", name, closest(got), got.Message, err, test.want)
		}
	}
}
