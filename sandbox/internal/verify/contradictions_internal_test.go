package verify

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestInvalidExpectations refuses expectations that lack a part, are out of bounds or
// contradict themselves, each with the right form, because a test that asks for nonsense must not pass.
func TestInvalidExpectations(t *testing.T) {
	t.Parallel()
	login := func(e client.Expectation) client.Expectation {
		e.Operation = "login"
		return e
	}
	step := []client.Step{{Operation: "login"}}
	const ordered = "in_order takes the place of operation, q, where, count, at_least, at_most, record, repeats and at_once; give the others as a further expectation"
	const number = `count cannot be given together with at_least or at_most; such as "at_least": 1`
	for _, test := range []struct {
		expected client.Expectation
		want     string
	}{
		{client.Expectation{}, `operation, q or where is required; such as "operation": "retrieve-order" or "q": "path:/orders/ status:2xx"`},
		{client.Expectation{Operation: "retrieve-ordr"}, `unknown operation "retrieve-ordr"; did you mean retrieve-order?`},
		{login(client.Expectation{}), `count, at_least or at_most is required; such as "at_least": 1`},
		{login(client.Expectation{Count: new(-1)}), "the number of calls must be at least 0, got -1; 0 means none"},
		{login(client.Expectation{Count: new(1), Within: 31 * time.Second}), "within must be from 0s to 30s, got 31s; ask again when the time is over"},
		{login(client.Expectation{Count: new(1), Within: -1}), "within must be from 0s to 30s, got -1ns; ask again when the time is over"},
		{login(client.Expectation{Count: new(1), AtLeast: new(1)}), number},
		{login(client.Expectation{Count: new(1), AtMost: new(1)}), number},
		{login(client.Expectation{AtLeast: new(-1)}), "the number of calls must be at least 0, got -1; 0 means none"},
		{login(client.Expectation{AtMost: new(-2)}), "the number of calls must be at least 0, got -2; 0 means none"},
		{login(client.Expectation{AtLeast: new(2), AtMost: new(1)}), "at_least must not be more than at_most, got 2 and 1; swap them"},
		{login(client.Expectation{Strict: true, Count: new(1)}), "strict belongs to in_order; give in_order, or leave strict out"},
		{login(client.Expectation{Query: "x", Where: "true", Count: new(1)}), "q and where cannot be given together; write the condition as where, or terms as q"},
		{client.Expectation{InOrder: []client.Step{}}, `in_order must have at least one step; such as "in_order": [{"operation": "login"}, {"operation": "retrieve-order"}]`},
		{client.Expectation{InOrder: step, Operation: "login"}, ordered},
		{client.Expectation{InOrder: step, Query: "x"}, ordered},
		{client.Expectation{InOrder: step, Where: "true"}, ordered},
		{client.Expectation{InOrder: step, Count: new(1)}, ordered},
		{client.Expectation{InOrder: step, AtLeast: new(1)}, ordered},
		{client.Expectation{InOrder: step, AtMost: new(1)}, ordered},
		{client.Expectation{InOrder: step, Record: "order"}, ordered},
		{client.Expectation{InOrder: step, Repeats: &client.Repeats{AtMost: new(1)}}, ordered},
		{client.Expectation{InOrder: step, AtOnce: new(1)}, ordered},
		{client.Expectation{InOrder: []client.Step{{Operation: "login"}, {Operation: "logn"}}}, `in_order[1]: unknown operation "logn"; did you mean login?`},
	} {
		_, err := reading.Verify(t.Context(), journal.New(journal.Defaults()).Ring("A"), test.expected)
		if err == nil || err.Error() != test.want {
			t.Errorf("%+v: got %v, want %s", test.expected, err, test.want)
		}
	}
	accepted := login(client.Expectation{AtLeast: new(1), AtMost: new(1)})
	if _, err := reading.Verify(t.Context(), ringOf(), accepted); err != nil {
		t.Errorf("got %v for bounds that are equal", err)
	}
}

// TestNumberOfExpectations verifies the bounds of a request. A fault among several
// expectations names its place.
func TestNumberOfExpectations(t *testing.T) {
	t.Parallel()
	ring := journal.New(journal.Defaults()).Ring("A")
	expecting := func(n int, e client.Expectation) client.Expectations {
		all := client.Expectations{}
		for range n {
			all.Expectations = append(all.Expectations, e)
		}
		return all
	}
	one := client.Expectation{Operation: "login", Count: new(0)}
	three := client.Expectation{InOrder: []client.Step{{Operation: "login"}, {Operation: "login"}, {Operation: "login"}}}
	broken := expecting(2, one)
	broken.Expectations[1].Count = nil
	beside := expecting(2, one)
	beside.Expectations[0].NothingElse = true
	for _, test := range []struct {
		name string
		all  client.Expectations
		want string
	}{
		{"as many as may be", expecting(maxExpectations, one), ""},
		{"one too many", expecting(maxExpectations+1, one), "there may be at most 100 expectations, got 101; verify the others in a further request"},
		{"steps", expecting(66, three), ""},
		{"too many steps", expecting(67, three), "expectations[66]: in_order[2]: there may be at most 200 expectations and steps of orders together; verify the others in a further request"},
		{"a fault", broken, `expectations[1]: count, at_least or at_most is required; such as "at_least": 1`},
		{"nothing else inside", beside, "expectations[0]: of several expectations, nothing_else is given beside them; it is about all calls"},
	} {
		_, err := reading.All(t.Context(), ring, test.all, 0)
		if got := errorText(err); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestWhatADifferenceShows shows beside a condition the values it reads, in its own
// words.
func TestWhatADifferenceShows(t *testing.T) {
	t.Parallel()
	ring := ringOf(made{"GET /rest/6.0/orders/7/?Page=1", "retrieve-order", 200})
	for where, want := range map[string]string{
		`query.Page == "2"`:                       `A-1 | query.Page == "2": map[query.Page:1]`,
		`query.Page != "1"`:                       `A-1 | query.Page != "1": map[query.Page:1]`,
		`not (query.Page == "1")`:                 `A-1 | not (query.Page == "1"): map[query.Page:1]`,
		`status in [400, 404]`:                    `A-1 | status in [400, 404]: map[status:200]`,
		`status >= 400`:                           `A-1 | status >= 400: map[status:200]`,
		`status > 200`:                            `A-1 | status > 200: map[status:200]`,
		`scenario == "slow"`:                      `A-1 | scenario == "slow": map[scenario:]`,
		`query.Nothing == "2"`:                    `A-1 | query.Nothing == "2": map[query.Nothing:]`,
		`path.OrderReference == "8"`:              `A-1 | path.OrderReference == "8": map[path.OrderReference:7]`,
		`status == 404`:                           `A-1 | status == 404: map[status:200]`,
		`code == "FORBIDDEN"`:                     `A-1 | code == "FORBIDDEN": map[code:]`,
		`header["X-Own"] == "1"`:                  `A-1 | header["X-Own"] == "1": map[header.X-Own:mine]`,
		`status == 200 and query.Page == "2"`:     `A-1 | query.Page == "2": map[query.Page:1]`,
		`query.Page == "2" and status == 404`:     `A-1 | query.Page == "2": map[query.Page:1] | status == 404: map[status:200]`,
		`query.Page == "2" or query.Limit == "3"`: `A-1 | query.Page == "2" or query.Limit == "3": map[query.Limit: query.Page:1]`,
	} {
		got, err := reading.Verify(t.Context(), ring, client.Expectation{Operation: "retrieve-order", Where: where, Count: new(1)})
		if near := closest(got); err != nil || near != want {
			t.Errorf("%s: got %s %v, want %s", where, near, err, want)
		}
	}
}
