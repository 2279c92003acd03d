package verify

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// droppingRing returns a ring with the calls. The journal keeps the last ones.
func droppingRing(kept int, calls ...made) *journal.Ring {
	limits := journal.Defaults()
	limits.Entries = kept
	return ringWith(limits, calls...)
}

// TestDroppedCalls counts dropped calls where their endings say enough. Elsewhere the result
// says that nobody knows.
func TestDroppedCalls(t *testing.T) {
	t.Parallel()
	counted := func(e client.Expectation, operation, query string) client.Expectation {
		e.Operation, e.Query = operation, query
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
		{"by status", counted(client.Expectation{Count: new(1)}, "retrieve-order", "status:200"), true, false, 1},
		{"by status, none", counted(client.Expectation{AtLeast: new(1)}, "retrieve-order", "status:500"), false, false, 0},
		{"by a header, which nothing is counted by", counted(client.Expectation{AtLeast: new(1)}, "search-orders", "header.X-Own:1"), false, true, 0},
		{"none by a header", counted(client.Expectation{Count: new(0)}, "search-orders", "header.X-Own:1"), false, true, 0},
		{"none by a header and a status", counted(client.Expectation{Count: new(0)}, "search-orders", "header.X-Own:1 status:500"), true, false, 0},
		{"none by a header of an operation that was not called", counted(client.Expectation{Count: new(0)}, "login", "header.X-Own:1"), true, false, 0},
		{"none by a condition", client.Expectation{Operation: "search-orders", Where: "status == 500", Count: new(0)}, false, true, 0},
		{"none by a condition of an operation that was not called", client.Expectation{Operation: "login", Where: "status == 500", Count: new(0)}, true, false, 0},
	} {
		got, err := reader().Verify(t.Context(), droppingRing(1, many...), test.expected)
		if err != nil || got.Verified != test.verified || got.Uncertain != test.uncertain || got.Count != test.count || got.Dropped != 4 {
			t.Errorf("%s: got %t, uncertain %t, %d calls, %d dropped, %v (%s); want %t, %t, %d, 4", test.name,
				got.Verified, got.Uncertain, got.Count, got.Dropped, err, got.Message, test.verified, test.uncertain, test.count)
		}
	}
}

// TestDroppedCallsOfAnOrder fails an order without its calls, because counts have no
// order, and a strict one when calls between may be missing.
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
		{"one dropped call", []made{order7, page1, page2}, false, "1 call matches no expectation: 1 dropped call of retrieve-order"},
		{"a dropped call and a kept one", []made{order7, page1, deleted}, false, "2 calls match no expectation: 1 dropped call of retrieve-order and A-3 (cancel-order)"},
	} {
		got, err := reading.Verify(t.Context(), droppingRing(1, test.calls...), searched)
		if err != nil || got.Verified != test.verified || got.Message != test.message {
			t.Errorf("%s: got %t %q %v, want %t %q", test.name, got.Verified, got.Message, err, test.verified, test.message)
		}
	}
}

// TestNothingElseEndsWithADroppedCall waits no longer when a dropped call matches no expectation.
func TestNothingElseEndsWithADroppedCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		got, err := reading.Verify(t.Context(), droppingRing(1, order7, page1), client.Expectation{Operation: "search-orders", AtLeast: new(1), NothingElse: true, Within: maxWait})
		if waited := time.Since(began); err != nil || got.Verified || waited != 0 {
			t.Errorf("got %t %v after %s", got.Verified, err, waited)
		}
	})
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
		if want := "in strict order search-orders, retrieve-order: found 2 of 2 steps, but calls that the journal has dropped may lie between them; the journal has dropped what there is to know of 1 further call: verify sooner or start with a larger --journal, the number of calls that it keeps"; !test.verified && got.Message != want {
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

// TestWhatEndingsSay counts dropped calls by how they ended, but no previews and no calls
// before the first one to count.
func TestWhatEndingsSay(t *testing.T) {
	t.Parallel()
	preview := whole{made: deleted, preview: true}
	with := func(operation, query string, e client.Expectation) client.Expectation {
		e.Operation, e.Query = operation, query
		return e
	}
	retrieve := func(query string, e client.Expectation) client.Expectation { return with("retrieve-order", query, e) }
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
		{"a status", []whole{{made: order7, scenarios: "slow"}, {made: page1}}, 0, retrieve("status:200 -code:* -cause:* preview:false", client.Expectation{Count: new(1)}), false, true, false, "retrieve-order status:200 -code:* -cause:* preview:false: matched 1, expected exactly 1"},
		{"a path", []whole{{made: order7}, {made: page1}}, 0, retrieve("path:/orders/7", client.Expectation{Count: new(1)}), false, false, true, "retrieve-order path:/orders/7: matched 0, expected exactly 1" + doubt(1) + " | A-2"},
		{"a scenario", []whole{{made: order7, scenarios: "slow"}, {made: page1}}, 0, retrieve("scenario:slow", client.Expectation{AtMost: new(0)}), false, false, true, "retrieve-order scenario:slow: matched 0, expected at most 0" + doubt(1) + " | A-2"},
		{"a time", []whole{created, {made: order7}}, 0, with("create-upsell", "ms:1.5", client.Expectation{Count: new(1)}), false, false, true, "create-upsell ms:1.5: matched 0, expected exactly 1" + doubt(1) + " | A-2"},
		{"one of two terms is known", []whole{{made: page1}, {made: order7}}, 0, with("search-orders", "ms:1 status:500", client.Expectation{AtMost: new(0)}), false, true, false, "search-orders ms:1 status:500: matched 0, expected at most 0"},
		{"a condition", []whole{{made: page1}, {made: order7}}, 0, client.Expectation{Where: "status == 500", AtMost: new(0)}, false, false, true, "calls where status == 500: matched 0, expected at most 0" + doubt(1) + " | A-2"},
		{"a condition of an order", []whole{{made: page1}, {made: order7}}, 0, client.Expectation{InOrder: []client.Step{{Operation: "search-orders", Where: "status == 500"}, {Operation: "retrieve-order"}}}, false, false, true, "in order search-orders, retrieve-order: found 0 of 2 steps; step 1 (search-orders) was not found" + doubt(1) + " | A-2"},
		{"a preview", []whole{preview, {made: page1}}, 0, with("cancel-order", "", client.Expectation{Count: new(0)}), true, false, false, "1 call matches no expectation: A-2 (search-orders)"},
		{"only a preview and what matches", []whole{preview, {made: page1}}, 0, with("search-orders", "", client.Expectation{Count: new(1)}), true, true, false, "search-orders: matched 1, expected exactly 1; nothing else was called"},
		{"before the first", []whole{{made: deleted}, {made: page1}}, 1, with("search-orders", "", client.Expectation{Count: new(1)}), true, true, false, "search-orders: matched 1, expected exactly 1; nothing else was called"},
		{"a dropped one of others", []whole{{made: deleted}, {made: page1}}, 0, with("login", "", client.Expectation{Count: new(1)}), false, false, false, "login: matched 0, expected exactly 1; only calls of other operations were made: 1 of cancel-order and 1 of search-orders | A-2"},
		{"a dropped one of the operation", []whole{{made: order7}, {made: page1}}, 0, retrieve("status:500", client.Expectation{AtLeast: new(1)}), false, false, false, "retrieve-order status:500: matched 0, expected at least 1 | A-2"},
		{"the match was dropped", []whole{{made: order7}, {made: page1}}, 0, retrieve("", client.Expectation{AtMost: new(0)}), false, false, false, "retrieve-order: matched 1, expected at most 0"},
		{"one match was dropped", []whole{{made: order7}, {made: order7}}, 0, retrieve("", client.Expectation{AtMost: new(0)}), false, false, false, "retrieve-order: matched 2, expected at most 0 | A-2"},
		{"too many, whatever was dropped", []whole{{made: page1}, {made: page1}}, 0, with("search-orders", "text:Page=1", client.Expectation{AtMost: new(0)}), false, false, false, "search-orders text:Page=1: matched 1, expected at most 0 | A-2"},
		{"a method", []whole{{made: page1}, {made: order7}}, 0, with("search-orders", "method:GET", client.Expectation{AtLeast: new(1)}), false, false, true, "search-orders method:GET: matched 0, expected at least 1" + doubt(1) + " | A-2"},
		{"a doubtful one beside another", []whole{{made: page1}, {made: deleted}, {made: order7}}, 0, with("search-orders", "text:Page=1", client.Expectation{Count: new(1)}), true, false, true,
			"search-orders text:Page=1: matched 0, expected exactly 1" + doubt(1) + "; 2 calls match no expectation: 1 dropped call of cancel-order and A-3 (retrieve-order)" + doubt(1) + " | A-3"},
		{"a doubtful one and another", []whole{{made: page1}, {made: order7}}, 0, with("search-orders", "text:Page=1", client.Expectation{AtMost: new(1)}), true, false, false, "1 call matches no expectation: A-2 (retrieve-order)" + doubt(1)},
		{"who knows", []whole{{made: page1}, {made: page2}}, 0, with("search-orders", "text:Page=2", client.Expectation{AtLeast: new(1)}), true, false, true, "nobody knows whether nothing else was called" + doubt(1)},
	} {
		limits := journal.Defaults()
		limits.Entries = 1
		j := journal.New(limits)
		ring := j.Ring("A")
		for _, w := range test.calls {
			w.record(j, ring)
		}
		got, err := reader().All(t.Context(), ring, client.Expectations{Expectations: []client.Expectation{test.e}, NothingElse: test.nothing}, test.since)
		message := got.Message
		if len(got.Results) > 0 && got.Results[0].Closest != nil {
			message += " | " + got.Results[0].Closest.Request.ID
		}
		if err != nil || got.Verified != test.verified || got.Uncertain != test.uncertain || message != test.message {
			t.Errorf("%s: got %t, uncertain %t, %s (%v), want %t, %t, %s", test.name, got.Verified, got.Uncertain, message, err, test.verified, test.uncertain, test.message)
		}
	}
}

// judged is an expectation with its result.
type judged struct {
	since     int64
	e         client.Expectation
	verified  bool
	uncertain bool
	unread    int // calls that nobody knows of, in the message
}

func (j judged) check(t *testing.T, ring *journal.Ring) {
	t.Helper()
	got, err := reader().All(t.Context(), ring, client.Expectations{Expectations: []client.Expectation{j.e}}, j.since)
	if err != nil || got.Verified != j.verified || got.Uncertain != j.uncertain || strings.Contains(got.Message, "further call") != (j.unread > 0) || !strings.HasSuffix(got.Message, doubt(j.unread)) {
		t.Errorf("since %d, %+v: got %t, uncertain %t, %s (%v); want %t, %t, %d unread", j.since, j.e, got.Verified, got.Uncertain, got.Message, err, j.verified, j.uncertain, j.unread)
	}
}

// TestDroppedCallsAfterOne counts the dropped calls after a call. Of those with one ending that
// came on both sides of it, nobody knows how many count.
func TestDroppedCallsAfterOne(t *testing.T) {
	t.Parallel()
	ring := droppingRing(1, page1, page2, order7, page1, order8, page1, deleted)
	searched := func(e client.Expectation) client.Expectation { e.Operation = "search-orders"; return e }
	for _, test := range []judged{
		{0, searched(client.Expectation{Count: new(4)}), true, false, 0},
		{6, searched(client.Expectation{Count: new(0)}), true, false, 0},
		{2, searched(client.Expectation{Count: new(2)}), false, true, 3},
		{2, searched(client.Expectation{Count: new(4)}), false, false, 0},
		{4, searched(client.Expectation{AtMost: new(2)}), true, false, 0},
		{4, searched(client.Expectation{AtMost: new(1)}), false, true, 2},
		{2, client.Expectation{Operation: "retrieve-order", Query: "status:200", Count: new(1)}, true, false, 0},
		{6, client.Expectation{InOrder: []client.Step{{Operation: "search-orders"}, {Operation: "cancel-order"}}}, false, false, 0},
		{5, client.Expectation{InOrder: []client.Step{{Operation: "search-orders"}, {Operation: "cancel-order"}}}, false, true, 1},
		{5, client.Expectation{InOrder: []client.Step{{Operation: "login"}, {Operation: "retrieve-order"}}}, false, false, 0},
	} {
		test.check(t, ring)
	}
	all := client.Expectations{Expectations: []client.Expectation{{Operation: "retrieve-order", AtLeast: new(0)}, {Operation: "cancel-order", Count: new(1)}}, NothingElse: true}
	for since, want := range map[int64]string{
		0: "4 calls match no expectation: 4 dropped calls of search-orders",
		2: "nobody knows whether nothing else was called" + doubt(3),
		6: "all 2 expectations are verified; nothing else was called",
	} {
		if got, err := reading.All(t.Context(), ring, all, since); err != nil || got.Verified != (since == 6) || got.Message != want {
			t.Errorf("since %d: got %t, %s (%v), want %s", since, got.Verified, got.Message, err, want)
		}
	}
}

// TestUnknownEndings takes calls beyond the endings that the journal counts for any calls.
func TestUnknownEndings(t *testing.T) {
	t.Parallel()
	const known, unknown = 256, 3
	var calls []made
	for n := range known + unknown {
		calls = append(calls, made{page1.line, page1.operation, 200 + n})
	}
	ring := droppingRing(1, append(calls, deleted)...)
	searched := func(e client.Expectation) client.Expectation { e.Operation = "search-orders"; return e }
	for _, test := range []judged{
		{0, searched(client.Expectation{AtLeast: new(known)}), true, false, 0},
		{0, searched(client.Expectation{Count: new(known)}), false, true, unknown},
		{0, searched(client.Expectation{AtMost: new(known + unknown)}), true, false, 0},
		{0, searched(client.Expectation{AtMost: new(known - 1)}), false, false, 0},
		{0, client.Expectation{Operation: "login", Count: new(0)}, false, true, unknown},
		{known + 1, client.Expectation{Operation: "login", AtMost: new(1)}, false, true, unknown - 1},
		{known + unknown, client.Expectation{Operation: "login", Count: new(0)}, true, false, 0},
	} {
		test.check(t, ring)
	}
	for _, test := range []struct {
		query string
		want  string
	}{
		{"status:>=200", "nobody knows whether nothing else was called" + doubt(unknown)},
		{"status:<210", "246 calls match no expectation: 246 dropped calls of search-orders" + doubt(unknown)},
	} {
		got, err := reader().Verify(t.Context(), ring, client.Expectation{Query: test.query, AtLeast: new(1), NothingElse: true})
		if err != nil || got.Verified || got.Message != test.want {
			t.Errorf("%s: got %t, %s (%v), want %s", test.query, got.Verified, got.Message, err, test.want)
		}
	}
}
