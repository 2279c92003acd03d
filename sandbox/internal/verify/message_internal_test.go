package verify

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// made is a REST call of a test: its method and address, its operation ("" for none), and
// the status of its answer.
type made struct {
	line      string
	operation catalog.OperationID
	status    int
}

var (
	page1   = made{"GET /rest/6.0/orders/?Page=1", catalog.SearchOrders, 201}
	page2   = made{"GET /rest/6.0/orders/?Page=2", catalog.SearchOrders, 201}
	order7  = made{"GET /rest/6.0/orders/7/", catalog.RetrieveOrder, 200}
	order8  = made{"GET /rest/6.0/orders/8/", catalog.RetrieveOrder, 404}
	deleted = made{"DELETE /rest/6.0/orders/7/", catalog.CancelOrder, 200}
	astray  = made{"GET /rest/6.0/order/7/", "", 404}
)

// ringOf returns a ring with the calls.
func ringOf(calls ...made) *journal.Ring { return ringWith(journal.Defaults(), calls...) }

func ringWith(limits journal.Limits, calls ...made) *journal.Ring {
	j := journal.New(limits)
	ring := j.Ring("A")
	for n, c := range calls {
		at := moment.Add(time.Duration(n) * time.Second)
		whole{made: c}.begin(j, ring, at).Close(at)
	}
	return ring
}

// closest writes the closest call and its differences as one line.
func closest(v client.Verification) string {
	if v.Closest == nil {
		return ""
	}
	line := v.Closest.Request.ID
	for _, d := range v.Closest.Differed {
		line += fmt.Sprintf(" | %s: %v", d.Expected, d.Given)
		if d.Error != "" {
			line += " " + d.Error
		}
	}
	return line
}

// TestMessages reads the result of an expectation in one sentence with the findings and
// the closest call, because a failed test should need no look into the journal.
func TestMessages(t *testing.T) {
	t.Parallel()
	searched := func(e client.Expectation) client.Expectation {
		e.Operation = string(catalog.SearchOrders)
		return e
	}
	second := func(e client.Expectation) client.Expectation {
		e.Where = `query.Page == "2"`
		return searched(e)
	}
	order := func(strict bool, ids ...catalog.OperationID) client.Expectation {
		e := client.Expectation{Strict: strict}
		for _, id := range ids {
			e.InOrder = append(e.InOrder, client.Step{Operation: string(id)})
		}
		return e
	}
	search, retrieve, cancel := catalog.SearchOrders, catalog.RetrieveOrder, catalog.CancelOrder
	for _, test := range []struct {
		name     string
		expected client.Expectation
		calls    []made
		verified bool
		message  string
		closest  string
	}{
		{"as many as expected", searched(client.Expectation{Count: new(2)}), []made{page1, order7, page2}, true,
			"search-orders: matched 2, expected exactly 2", ""},
		{"too few", searched(client.Expectation{Count: new(2)}), []made{page1, order7}, false,
			"search-orders: matched 1, expected exactly 2", "A-1"},
		{"too many", searched(client.Expectation{Count: new(1)}), []made{page1, page2}, false,
			"search-orders: matched 2, expected exactly 1", "A-2"},
		{"none, and none expected", searched(client.Expectation{Count: new(0)}), []made{order7}, true,
			"search-orders: matched 0, expected exactly 0", ""},
		{"at least", searched(client.Expectation{AtLeast: new(1)}), []made{page1, page2}, true,
			"search-orders: matched 2, expected at least 1", ""},
		{"at most", searched(client.Expectation{AtMost: new(1)}), []made{page1, page2}, false,
			"search-orders: matched 2, expected at most 1", "A-2"},
		{"between", searched(client.Expectation{AtLeast: new(3), AtMost: new(4)}), []made{page1, page2}, false,
			"search-orders: matched 2, expected at least 3 and at most 4", "A-2"},
		{"no call at all", searched(client.Expectation{AtLeast: new(1)}), nil, false,
			"search-orders: matched 0, expected at least 1", ""},
		{"only others", searched(client.Expectation{AtLeast: new(1)}), []made{order7, order8, deleted}, false,
			"search-orders: matched 0, expected at least 1; only calls of other operations were made: 2 of retrieve-order and 1 of cancel-order", "A-3 | GET /orders/ (search-orders): map[operation:cancel-order request:DELETE /rest/6.0/orders/7/]"},
		{"a misspelled address", client.Expectation{Operation: string(retrieve), AtLeast: new(1)}, []made{page1, astray}, false,
			"retrieve-order: matched 0, expected at least 1", "A-2 | GET /orders/{OrderReference}/ (retrieve-order): map[request:GET /rest/6.0/order/7/]"},
		{"a condition", second(client.Expectation{Count: new(1)}), []made{page1, page2}, true,
			"search-orders: matched 1, expected exactly 1", ""},
		{"a condition that no call satisfies", second(client.Expectation{Count: new(1)}), []made{order7, page1}, false,
			"search-orders: matched 0, expected exactly 1", `A-2 | query.Page == "2": map[query.Page:1]`},
		{"two conditions, one of them satisfied", client.Expectation{Where: `query.Page == "2" and status == 404`, Operation: string(search), Count: new(1)}, []made{page1, page2}, false,
			"search-orders: matched 0, expected exactly 1", "A-2 | status == 404: map[status:201]"},
		{"a condition without an operation", client.Expectation{Where: `status == 404`, AtLeast: new(2)}, []made{page1, order8}, false,
			"calls where status == 404: matched 1, expected at least 2", "A-1 | status == 404: map[status:201]"},
		{"an order", order(false, search, retrieve), []made{page1, deleted, order7}, true,
			"in order search-orders, retrieve-order: found 2 of 2 steps", ""},
		{"a step that was not made", order(false, search, retrieve, cancel), []made{page1, order7}, false,
			"in order search-orders, retrieve-order, cancel-order: found 2 of 3 steps; step 3 (cancel-order) was not found after A-2 (retrieve-order); only calls of other operations were made: 1 of search-orders and 1 of retrieve-order", "A-2 | DELETE /orders/{OrderReference}/ (cancel-order): map[operation:retrieve-order request:GET /rest/6.0/orders/7/]"},
		{"no step was made", order(false, search, retrieve), []made{deleted}, false,
			"in order search-orders, retrieve-order: found 0 of 2 steps; step 1 (search-orders) was not found; only calls of other operations were made: 1 of cancel-order", "A-1 | GET /orders/ (search-orders): map[operation:cancel-order request:DELETE /rest/6.0/orders/7/]"},
		{"a step that came before", order(false, retrieve, search), []made{page1, order7}, false,
			"in order retrieve-order, search-orders: found 1 of 2 steps; step 2 (search-orders) was not found after A-2 (retrieve-order), but before it: A-1", "A-1 | after A-2 (retrieve-order): map[order:A-1 came before it]"},
		{"a strict order", order(true, search, retrieve), []made{deleted, page1, order7}, true,
			"in strict order search-orders, retrieve-order: found 2 of 2 steps", ""},
		{"a call between", order(true, search, retrieve), []made{page1, deleted, order7}, false,
			"in strict order search-orders, retrieve-order: found 1 of 2 steps; after A-1 (search-orders) came A-2 (cancel-order) in place of step 2 (retrieve-order)", "A-2 | GET /orders/{OrderReference}/ (retrieve-order): map[operation:cancel-order request:DELETE /rest/6.0/orders/7/]"},
		{"two strict orders that break off", order(true, search, retrieve), []made{page1, deleted, page2, order8, page2, deleted}, true,
			"in strict order search-orders, retrieve-order: found 2 of 2 steps", ""},
		{"the first of two that break off", order(true, search, retrieve), []made{page1, deleted, page2, deleted}, false,
			"in strict order search-orders, retrieve-order: found 1 of 2 steps; after A-1 (search-orders) came A-2 (cancel-order) in place of step 2 (retrieve-order)", "A-2 | GET /orders/{OrderReference}/ (retrieve-order): map[operation:cancel-order request:DELETE /rest/6.0/orders/7/]"},
		{"a strict order that ends early", order(true, search, retrieve), []made{order7, page1}, false,
			"in strict order search-orders, retrieve-order: found 1 of 2 steps; step 2 (retrieve-order) was not found after A-2 (search-orders)", "A-2 | GET /orders/{OrderReference}/ (retrieve-order): map[operation:search-orders request:GET /rest/6.0/orders/?Page=1]"},
		{"the same call twice", order(false, search, search), []made{page1}, false,
			"in order search-orders, search-orders: found 1 of 2 steps; step 2 (search-orders) was not found after A-1 (search-orders)", ""},
		{"nothing else", client.Expectation{Operation: string(search), Count: new(1), NothingElse: true}, []made{page1}, true,
			"search-orders: matched 1, expected exactly 1; nothing else was called", ""},
		{"something else", client.Expectation{Operation: string(search), Count: new(1), NothingElse: true}, []made{page1, order7, astray}, false,
			"2 calls match no expectation: A-2 (retrieve-order) and A-3 (no operation)", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := reading.Verify(t.Context(), ringOf(test.calls...), test.expected)
			if err != nil {
				t.Fatal(err)
			}
			if near := closest(got); got.Verified != test.verified || got.Message != test.message || near != test.closest {
				t.Errorf("got  %t, %s\nwant %t, %s\nclosest\ngot  %s\nwant %s", got.Verified, got.Message, test.verified, test.message, near, test.closest)
			}
		})
	}
}

// TestFoundCalls names the calls of an order. A failed expectation lists calls of other
// operations, most first.
func TestFoundCalls(t *testing.T) {
	t.Parallel()
	ring := ringOf(page1, deleted, order7, order8)
	got, err := reading.Verify(t.Context(), ring, client.Expectation{InOrder: []client.Step{{Operation: "search-orders"}, {Operation: "retrieve-order"}}})
	if want := []string{"A-1", "A-3"}; err != nil || !slices.Equal(got.Found, want) {
		t.Errorf("got %v %v, want %v", got.Found, err, want)
	}
	got, err = reading.Verify(t.Context(), ring, client.Expectation{Operation: "login", AtLeast: new(1)})
	want := []client.OperationCount{{Operation: "retrieve-order", Calls: 2}, {Operation: "search-orders", Calls: 1}, {Operation: "cancel-order", Calls: 1}}
	if err != nil || !slices.Equal(got.Others, want) {
		t.Errorf("got %v %v, want %v", got.Others, err, want)
	}
	got, err = reading.Verify(t.Context(), ring, client.Expectation{Operation: "search-orders", Count: new(1), NothingElse: true})
	var others []string
	for _, line := range got.Unexpected {
		others = append(others, line.ID)
	}
	if want := []string{"A-2", "A-3", "A-4"}; err != nil || !slices.Equal(others, want) {
		t.Errorf("got %v %v, want %v", others, err, want)
	}
}

// TestSeveralExpectations requires all to hold. The message has the failed ones, and
// calls before a number do not count.
func TestSeveralExpectations(t *testing.T) {
	t.Parallel()
	ring := ringOf(page1, order7, page2, deleted)
	one := func(operation string) client.Expectation {
		return client.Expectation{Operation: operation, Count: new(1)}
	}
	for _, test := range []struct {
		since    int64
		nothing  bool
		expected []client.Expectation
		verified bool
		message  string
	}{
		{0, false, []client.Expectation{one("retrieve-order"), one("cancel-order")}, true, "all 2 expectations are verified"},
		{0, false, []client.Expectation{one("retrieve-order"), one("search-orders"), one("login")}, false, "search-orders: matched 2, expected exactly 1; login: matched 0, expected exactly 1; only calls of other operations were made: 2 of search-orders, 1 of retrieve-order and 1 of cancel-order"},
		{0, true, []client.Expectation{one("retrieve-order"), one("cancel-order")}, false, "2 calls match no expectation: A-1 (search-orders) and A-3 (search-orders)"},
		{1, true, []client.Expectation{one("retrieve-order"), one("search-orders"), one("cancel-order")}, true, "all 3 expectations are verified; nothing else was called"},
		{3, true, []client.Expectation{one("cancel-order")}, true, "cancel-order: matched 1, expected exactly 1; nothing else was called"},
		{4, true, nil, true, "nothing else was called"},
		{3, true, nil, false, "1 call matches no expectation: A-4 (cancel-order)"},
	} {
		all := client.Expectations{Expectations: test.expected, NothingElse: test.nothing}
		got, err := reading.All(t.Context(), ring, all, test.since)
		if err != nil || got.Verified != test.verified || got.Message != test.message {
			t.Errorf("since %d, %+v: got %t %q %v, want %t %q", test.since, test.expected, got.Verified, got.Message, err, test.verified, test.message)
		}
	}
}
