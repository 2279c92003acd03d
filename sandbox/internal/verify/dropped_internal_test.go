package verify

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// droppingRing returns a ring with the calls. The journal keeps the last ones.
func droppingRing(kept int, calls ...made) *journal.Ring {
	limits := journal.Defaults()
	limits.Entries = kept
	return ringWith(limits, calls...)
}

// TestDroppedCalls counts dropped calls where their rows say enough. Elsewhere the result
// says that nobody knows.
func TestDroppedCalls(t *testing.T) {
	t.Parallel()
	counted := func(e client.Expectation, operation, where string) client.Expectation {
		e.Operation, e.Where = operation, where
		return e
	}
	many := []made{page1, page2, order7, order8, deleted}
	for _, test := range []struct {
		name      string
		expected  client.Expectation
		verified  bool
		uncertain bool
		count     int
	}{
		{"by operation", counted(client.Expectation{Count: new(2)}, "search-orders", ""), true, false, 2},
		{"by operation, too few", counted(client.Expectation{Count: new(3)}, "search-orders", ""), false, false, 2},
		{"by status", counted(client.Expectation{Count: new(1)}, "retrieve-order", "status == 200"), true, false, 1},
		{"by status, none", counted(client.Expectation{AtLeast: new(1)}, "retrieve-order", "status == 500"), false, false, 0},
		{"by a header, which no row has", counted(client.Expectation{AtLeast: new(1)}, "search-orders", `header["X-Own"] == "1"`), false, true, 0},
		{"none by a header", counted(client.Expectation{Count: new(0)}, "search-orders", `header["X-Own"] == "1"`), false, true, 0},
		{"none by a header of an operation that was not called", counted(client.Expectation{Count: new(0)}, "login", `header["X-Own"] == "1"`), true, false, 0},
	} {
		got, err := reading.Verify(t.Context(), droppingRing(1, many...), test.expected)
		if err != nil || got.Verified != test.verified || got.Uncertain != test.uncertain || got.Count != test.count || got.Dropped != 4 {
			t.Errorf("%s: got %t, uncertain %t, %d calls, %d dropped, %v (%s); want %t, %t, %d, 4", test.name,
				got.Verified, got.Uncertain, got.Count, got.Dropped, err, got.Message, test.verified, test.uncertain, test.count)
		}
	}
}

// TestDroppedCallsOfAnOrder fails an order without its calls, because rows have no order
// of their own, and a strict one when calls between may be missing.
func TestDroppedCallsOfAnOrder(t *testing.T) {
	t.Parallel()
	order := client.Expectation{InOrder: []client.Step{{Operation: "retrieve-order"}, {Operation: "cancel-order"}}}
	strict := order
	strict.Strict = true
	for _, test := range []struct {
		name     string
		kept     int
		expected client.Expectation
		calls    []made
		verified bool
	}{
		{"kept", 2, order, []made{page1, order7, deleted}, true},
		{"kept, strict", 2, strict, []made{page1, order7, deleted}, true},
		{"dropped", 1, order, []made{page1, order7, deleted}, false},
		{"dropped, strict", 1, strict, []made{page1, order7, deleted}, false},
	} {
		got, err := reading.Verify(t.Context(), droppingRing(test.kept, test.calls...), test.expected)
		if err != nil || got.Verified != test.verified {
			t.Errorf("%s: got %t %v (%s), want %t", test.name, got.Verified, err, got.Message, test.verified)
		}
	}
}

// TestNothingElseOfDroppedCalls finds a dropped call without a match among the unexpected
// ones.
func TestNothingElseOfDroppedCalls(t *testing.T) {
	t.Parallel()
	searched := client.Expectation{Operation: "search-orders", AtLeast: new(1), NothingElse: true}
	for _, test := range []struct {
		name     string
		calls    []made
		verified bool
		message  string
	}{
		{"all expected", []made{page1, page2, page1}, true, "search-orders: matched 3, expected at least 1; nothing else was called"},
		{"one dropped call", []made{order7, page1, page2}, false, "1 call matches no expectation: A-1 (retrieve-order)"},
		{"a dropped call and a kept one", []made{order7, page1, deleted}, false, "2 calls match no expectation: A-1 (retrieve-order) and A-3 (cancel-order)"},
	} {
		got, err := reading.Verify(t.Context(), droppingRing(1, test.calls...), searched)
		if err != nil || got.Verified != test.verified || got.Message != test.message {
			t.Errorf("%s: got %t %q %v, want %t %q", test.name, got.Verified, got.Message, err, test.verified, test.message)
		}
	}
}

// TestDroppedCallsBetween fails a strict order when the journal has dropped a call that
// arrived between its calls, whichever ended first.
func TestDroppedCallsBetween(t *testing.T) {
	t.Parallel()
	order := client.Expectation{InOrder: []client.Step{{Operation: "search-orders"}, {Operation: "retrieve-order"}}, Strict: true}
	for _, test := range []struct {
		name     string
		begun    []made // in the order of their numbers
		ended    []int  // their places in begun, the first is dropped
		verified bool
	}{
		{"between", []made{page1, deleted, order7}, []int{1, 0, 2}, false},
		{"before", []made{deleted, page1, order7}, []int{0, 1, 2}, true},
		{"behind", []made{page1, order7, deleted}, []int{2, 0, 1}, true},
	} {
		limits := journal.Defaults()
		limits.Entries = 2
		j := journal.New(limits)
		ring := j.Ring("A")
		var recorders []*journal.Recorder
		for _, c := range test.begun {
			recorders = append(recorders, whole{made: c}.begin(j, ring, moment))
		}
		for _, n := range test.ended {
			recorders[n].Close(moment)
		}
		got, err := reading.Verify(t.Context(), ring, order)
		if err != nil || got.Verified != test.verified || got.Dropped != 1 || got.Uncertain == test.verified {
			t.Errorf("%s: got %t, uncertain %t, %s (%v), want %t", test.name, got.Verified, got.Uncertain, got.Message, err, test.verified)
		}
		if want := "in strict order search-orders, retrieve-order: found 2 of 2 steps, but calls that the journal has dropped may lie between them; the journal has dropped what there is to know of 1 further call: verify sooner or start with a larger --journal"; !test.verified && got.Message != want {
			t.Errorf("%s: got %s, want %s", test.name, got.Message, want)
		}
		order := order
		order.Strict = false
		if got, err := reading.Verify(t.Context(), ring, order); err != nil || !got.Verified {
			t.Errorf("%s, not strict: got %s (%v)", test.name, got.Message, err)
		}
	}
}

// TestDroppedCallsAroundOneStep verifies a strict order of one step among dropped calls.
func TestDroppedCallsAroundOneStep(t *testing.T) {
	t.Parallel()
	limits := journal.Defaults()
	limits.Entries = 1
	j := journal.New(limits)
	ring := j.Ring("A")
	whole{made: deleted}.record(j, ring)
	searched := whole{made: page1}.begin(j, ring, moment)
	whole{made: order7}.record(j, ring)
	searched.Close(moment)
	got, err := reading.Verify(t.Context(), ring, client.Expectation{InOrder: []client.Step{{Operation: "search-orders"}}, Strict: true})
	if err != nil || !got.Verified || got.Dropped != 2 {
		t.Errorf("got %t, %d dropped, %s (%v)", got.Verified, got.Dropped, got.Message, err)
	}
}

// TestLostCallsBetween fails a strict order when calls without even a row may lie between its
// calls, and verifies one behind them.
func TestLostCallsBetween(t *testing.T) {
	t.Parallel()
	for _, behind := range []bool{false, true} {
		limits := journal.Defaults()
		limits.Entries, limits.Total = 2, 8<<10
		j := journal.New(limits)
		ring := j.Ring("A")
		var searched *journal.Recorder
		if !behind {
			searched = whole{made: page1}.begin(j, ring, moment)
		}
		for n := range 1200 { // the last ones are no calls and push the rows of the others out
			whole{made: deleted, preview: n >= 600}.record(j, ring)
		}
		if behind {
			searched = whole{made: page1}.begin(j, ring, moment)
		}
		searched.Close(moment)
		whole{made: order7}.record(j, ring)
		got, err := reading.Verify(t.Context(), ring, client.Expectation{InOrder: []client.Step{{Operation: "search-orders"}, {Operation: "retrieve-order"}}, Strict: true})
		if err != nil || got.Verified != behind || len(got.Found) != 2 {
			t.Errorf("behind %t: got %t, %q, %s (%v)", behind, got.Verified, got.Found, got.Message, err)
		}
	}
}

// TestWhatRowsSay counts dropped calls by their rows, but no previews, no calls before the
// first one to count, and no shortened texts.
func TestWhatRowsSay(t *testing.T) {
	t.Parallel()
	long := made{"GET /rest/6.0/orders/" + strings.Repeat("7", 300) + "/", catalog.RetrieveOrder, 404}
	preview := whole{made: deleted, preview: true}
	with := func(operation, where string, e client.Expectation) client.Expectation {
		e.Operation, e.Where = operation, where
		return e
	}
	retrieve := func(where string, e client.Expectation) client.Expectation { return with("retrieve-order", where, e) }
	for _, test := range []struct {
		name      string
		calls     []whole // the journal keeps the last
		since     int64
		e         client.Expectation
		nothing   bool
		verified  bool
		uncertain bool
		message   string
	}{
		{"a path", []whole{{made: order7}, {made: page1}}, 0, retrieve(`path.OrderReference == "7"`, client.Expectation{Count: new(1)}), false, true, false, "retrieve-order: matched 1, expected exactly 1"},
		{"a path that is too long", []whole{{made: long}, {made: page1}}, 0, retrieve(`path.OrderReference == "7"`, client.Expectation{Count: new(0)}), false, false, true, "retrieve-order: matched 0, expected exactly 0" + doubt(1) + " | A-2"},
		{"a scenario beside it", []whole{{made: long}, {made: page1}}, 0, retrieve(`scenario == "slow"`, client.Expectation{Count: new(0)}), false, false, true, "retrieve-order: matched 0, expected exactly 0" + doubt(1) + " | A-2"},
		{"a scenario", []whole{{made: order7, scenarios: "slow"}, {made: page1}}, 0, retrieve(`scenario == "slow"`, client.Expectation{Count: new(1)}), false, true, false, "retrieve-order: matched 1, expected exactly 1"},
		{"a query name", []whole{{made: page1}, {made: order7}}, 0, with("search-orders", `query.Page == "1"`, client.Expectation{AtMost: new(0)}), false, false, true, "search-orders: matched 0, expected at most 0" + doubt(1) + " | A-2"},
		{"an answer", []whole{{made: page1}, {made: order7}}, 0, with("search-orders", `answer.a == 1`, client.Expectation{AtMost: new(0)}), false, false, true, "search-orders: matched 0, expected at most 0" + doubt(1) + " | A-2"},
		{"an envelope", []whole{loggedIn, {made: order7}}, 0, with("login", `xpath("/") == "x"`, client.Expectation{AtMost: new(0)}), false, false, true, "login: matched 0, expected at most 0" + doubt(1) + " | A-2"},
		{"one of two parts is known", []whole{{made: page1}, {made: order7}}, 0, with("search-orders", `query.Page == "1" and status == 500`, client.Expectation{AtMost: new(0)}), false, true, false, "search-orders: matched 0, expected at most 0"},
		{"the time", []whole{created, {made: order7}}, 0, with("create-upsell", `duration_ms == 1.5`, client.Expectation{Count: new(1)}), false, true, false, "create-upsell: matched 1, expected exactly 1"},
		{"a preview", []whole{preview, {made: page1}}, 0, with("cancel-order", "", client.Expectation{Count: new(0)}), true, false, false, "1 call matches no expectation: A-2 (search-orders)"},
		{"only a preview and what matches", []whole{preview, {made: page1}}, 0, with("search-orders", "", client.Expectation{Count: new(1)}), true, true, false, "search-orders: matched 1, expected exactly 1; nothing else was called"},
		{"before the first", []whole{{made: deleted}, {made: page1}}, 1, with("search-orders", "", client.Expectation{Count: new(1)}), true, true, false, "search-orders: matched 1, expected exactly 1; nothing else was called"},
		{"a dropped one of others", []whole{{made: deleted}, {made: page1}}, 0, with("login", "", client.Expectation{Count: new(1)}), false, false, false, "login: matched 0, expected exactly 1; only calls of other operations were made: 1 of cancel-order and 1 of search-orders | A-2"},
		{"a dropped one of the operation", []whole{{made: order7}, {made: page1}}, 0, retrieve("status == 500", client.Expectation{AtLeast: new(1)}), false, false, false, "retrieve-order: matched 0, expected at least 1 | A-2"},
		{"the match was dropped", []whole{{made: order7}, {made: page1}}, 0, retrieve("", client.Expectation{AtMost: new(0)}), false, false, false, "retrieve-order: matched 1, expected at most 0"},
		{"one match was dropped", []whole{{made: order7}, {made: order7}}, 0, retrieve("", client.Expectation{AtMost: new(0)}), false, false, false, "retrieve-order: matched 2, expected at most 0 | A-2"},
		{"too many, whatever was dropped", []whole{{made: page1}, {made: page1}}, 0, with("search-orders", `query.Page == "1"`, client.Expectation{AtMost: new(0)}), false, false, false, "search-orders: matched 1, expected at most 0 | A-2"},
		{"a method", []whole{{made: page1}, {made: order7}}, 0, with("search-orders", `method == "GET"`, client.Expectation{AtLeast: new(1)}), false, false, true, "search-orders: matched 0, expected at least 1" + doubt(1) + " | A-2"},
		{"a doubtful one beside another", []whole{{made: page1}, {made: deleted}, {made: order7}}, 0, with("search-orders", `query.Page == "1"`, client.Expectation{Count: new(1)}), true, false, true,
			"search-orders: matched 0, expected exactly 1" + doubt(1) + "; 2 calls match no expectation: A-2 (cancel-order) and A-3 (retrieve-order)" + doubt(1) + " | A-3"},
		{"who knows", []whole{{made: page1}, {made: page2}}, 0, with("search-orders", `query.Page == "2"`, client.Expectation{AtLeast: new(1)}), true, false, true, "nobody knows whether nothing else was called" + doubt(1)},
	} {
		limits := journal.Defaults()
		limits.Entries = 1
		j := journal.New(limits)
		ring := j.Ring("A")
		for _, w := range test.calls {
			w.record(j, ring)
		}
		got, err := reading.All(t.Context(), ring, client.Expectations{Expectations: []client.Expectation{test.e}, NothingElse: test.nothing}, test.since)
		message := got.Message
		if len(got.Results) > 0 && got.Results[0].Closest != nil {
			message += " | " + got.Results[0].Closest.Request.ID
		}
		if err != nil || got.Verified != test.verified || got.Uncertain != test.uncertain || message != test.message {
			t.Errorf("%s: got %t, uncertain %t, %s (%v), want %t, %t, %s", test.name, got.Verified, got.Uncertain, message, err, test.verified, test.uncertain, test.message)
		}
	}
}

// TestLostCalls takes calls without even a row for any calls, unless they came before the
// first one to count.
func TestLostCalls(t *testing.T) {
	t.Parallel()
	limits := journal.Defaults()
	limits.Entries, limits.Total = 1, 8<<10
	j := journal.New(limits)
	ring := j.Ring("A")
	for range 600 {
		whole{made: page1}.record(j, ring)
	}
	whole{made: order7}.record(j, ring)
	sight := ring.Sight(0)
	if sight.Lost == 0 || sight.LostTo != sight.Lost {
		t.Fatalf("lost %d up to %d", sight.Lost, sight.LostTo)
	}
	login := client.Expectation{Operation: "login", Count: new(0)}
	for _, test := range []struct {
		since     int64
		e         client.Expectation
		nothing   bool
		verified  bool
		uncertain bool
		lost      int
	}{
		{0, login, false, false, true, int(sight.Lost)}, {sight.LostTo - 1, login, false, false, true, int(sight.Lost)}, {sight.LostTo, login, false, true, false, 0},
		{sight.LostTo, client.Expectation{Operation: "search-orders", Count: new(int(600 - sight.Lost))}, false, true, false, 0},
		{0, client.Expectation{Operation: "search-orders", AtLeast: new(1)}, false, true, false, int(sight.Lost)},
		{0, client.Expectation{Operation: "search-orders", Count: new(600)}, false, false, true, int(sight.Lost)},
		{0, client.Expectation{Operation: "search-orders", Count: new(601)}, false, false, false, int(sight.Lost)},
		{0, client.Expectation{Operation: "search-orders", AtMost: new(600)}, false, true, false, int(sight.Lost)},
		{600, client.Expectation{Operation: "retrieve-order", Count: new(1)}, true, true, false, 0},
		{0, client.Expectation{Where: "true", AtLeast: new(1)}, true, false, true, int(sight.Lost)},
	} {
		got, err := reading.All(t.Context(), ring, client.Expectations{Expectations: []client.Expectation{test.e}, NothingElse: test.nothing}, test.since)
		if want := "nobody knows whether nothing else was called" + doubt(test.lost); test.nothing && !test.verified && got.Message != want {
			t.Errorf("got %s, want %s", got.Message, want)
		}
		if err != nil || got.Verified != test.verified || got.Uncertain != test.uncertain || got.Lost != test.lost {
			t.Errorf("since %d, %+v: got %t, uncertain %t, lost %d, %s (%v)", test.since, test.e, got.Verified, got.Uncertain, got.Lost, got.Message, err)
		}
	}
	order := client.Expectation{InOrder: []client.Step{{Operation: "search-orders"}, {Operation: "retrieve-order"}}, Strict: true}
	j.Ring("A").Clear()
	whole{made: page1}.record(j, ring)
	if got, err := reading.Verify(t.Context(), ring, order); err != nil || got.Verified || got.Uncertain || got.Dropped != 0 {
		t.Errorf("after clearing: got %+v (%v)", got, err)
	}
}
