package verify

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// timed is a REST call. It arrived at a time after moment and took some time.
type timed struct {
	line       string
	operation  catalog.OperationID
	at, took   time.Duration
	body       string
	answer     string
	retryAfter string
}

const sec = time.Second

// creates returns a call to create a campaign, which answers its code.
func creates(at time.Duration, code string) timed {
	return timed{line: "POST /rest/6.0/upsell", operation: catalog.CreateUpsell, at: at, body: `{"Name":"Spring"}`, answer: `{"Code":"` + code + `"}`}
}

// deletes returns a call to delete a campaign.
func deletes(at time.Duration, code string) timed {
	return timed{line: "DELETE /rest/6.0/upsell/" + code, operation: catalog.DeleteUpsell, at: at, answer: "true"}
}

// searches returns a call of some time with an answer that asks for a wait.
func searches(at, took time.Duration, retryAfter string) timed {
	return timed{line: "GET /rest/6.0/orders/?Page=1", operation: catalog.SearchOrders, at: at, took: took, answer: "{}", retryAfter: retryAfter}
}

// ringOfTimed returns a ring with the calls, ended in the listed order.
func ringOfTimed(calls ...timed) *journal.Ring { return ringOfTimedWith(journal.Defaults(), calls...) }

func ringOfTimedWith(limits journal.Limits, calls ...timed) *journal.Ring {
	j := journal.New(limits)
	ring := j.Ring("A")
	for _, c := range calls {
		at := moment.Add(c.at)
		w := whole{made: made{c.line, c.operation, http.StatusOK}, body: c.body, answer: c.answer, mediaType: "application/json", retryAfter: c.retryAfter}
		w.begin(j, ring, at).Close(at.Add(c.took))
	}
	return ring
}

// TestSteps finds the steps of orders.
func TestSteps(t *testing.T) {
	t.Parallel()
	created, deleted := client.Step{Operation: "create-upsell"}, client.Step{Operation: "delete-upsell"}
	searched := client.Step{Operation: "search-orders"}
	after := func(low, high string) client.Step {
		return client.Step{Operation: "search-orders", Gap: &client.Gap{Min: low, Max: high}}
	}
	for name, c := range map[string]struct {
		steps  []client.Step
		strict bool
		calls  []timed
		found  string // ids, when the order is verified
		why    string // in the message, when it is not
	}{
		"the same campaign":                         {[]client.Step{created, deleted}, false, []timed{creates(0, "a"), deletes(sec, "a")}, "A-1 A-2", ""},
		"a call of another operation between":       {[]client.Step{created, deleted}, false, []timed{creates(0, "a"), searches(sec, 0, ""), deletes(2*sec, "a")}, "A-1 A-3", ""},
		"strict, with a call between":               {[]client.Step{created, deleted}, true, []timed{creates(0, "a"), searches(sec, 0, ""), deletes(2*sec, "a")}, "", "after A-1 (create-upsell) came A-2 (search-orders)"},
		"strict, from a later call":                 {[]client.Step{created, deleted}, true, []timed{creates(0, "a"), creates(sec, "b"), deletes(2*sec, "b")}, "A-2 A-3", ""},
		"strict, from a later call, too late":       {[]client.Step{created, {Operation: "delete-upsell", Gap: &client.Gap{Max: "1s"}}}, true, []timed{creates(0, "a"), creates(sec, "b"), deletes(3*sec, "b")}, "", "step 2 (delete-upsell) was not found: A-3 came 2s after A-2 ended, expected at most 1s"},
		"long enough":                               {[]client.Step{searched, after("2s", "")}, false, []timed{searches(0, sec, ""), searches(3*sec, 0, "")}, "A-1 A-2", ""},
		"too soon":                                  {[]client.Step{searched, after("2s", "")}, false, []timed{searches(0, sec, ""), searches(2*sec, 0, "")}, "", "step 2 (search-orders) was not found: A-2 came 1s after A-1 ended, expected at least 2s"},
		"too soon, then long enough":                {[]client.Step{searched, after("2s", "")}, false, []timed{searches(0, sec, ""), searches(2*sec, 0, ""), searches(4*sec, 0, "")}, "A-1 A-3", ""},
		"too late":                                  {[]client.Step{searched, after("", "1s")}, false, []timed{searches(0, 0, ""), searches(2*sec, 0, "")}, "", "A-2 came 2s after A-1 ended, expected at most 1s"},
		"too late from the first, not from a later": {[]client.Step{searched, after("", "1s")}, false, []timed{searches(0, 0, ""), searches(2*sec, 0, ""), searches(3*sec, 0, "")}, "A-2 A-3", ""},
		"as long as Retry-After":                    {[]client.Step{searched, after("retry-after", "")}, false, []timed{searches(0, 0, "3"), searches(3*sec, 0, "")}, "A-1 A-2", ""},
		"sooner than Retry-After":                   {[]client.Step{searched, after("retry-after", "")}, false, []timed{searches(0, 0, "3"), searches(2*sec, 0, "")}, "", "A-2 came 2s after A-1 ended, expected at least 3s, as its Retry-After asks for"},
		"sooner than the date of Retry-After":       {[]client.Step{searched, after("retry-after", "")}, false, []timed{searches(0, 0, moment.Add(3*sec).Format(http.TimeFormat)), searches(2*sec, 0, "")}, "", "expected at least 3s"},
		"without Retry-After":                       {[]client.Step{searched, after("retry-after", "")}, false, []timed{searches(0, 0, ""), searches(2*sec, 0, "")}, "", "A-1 was answered without a Retry-After"},
		"at once":                                   {[]client.Step{searched, after("1s", "")}, false, []timed{searches(0, 2*sec, ""), searches(sec, 0, "")}, "", "A-2 came before A-1 ended"},
		"in the order of arrival, not of ends":      {[]client.Step{created, searched}, false, []timed{searches(2*sec, 0, ""), creates(0, "a")}, "A-2 A-1", ""},
		"exactly apart":                             {[]client.Step{searched, after("2s", "2s")}, false, []timed{searches(0, 0, ""), searches(2*sec, 0, "")}, "A-1 A-2", ""},
		"overlapping, with no bound below":          {[]client.Step{searched, after("", "1s")}, false, []timed{searches(0, 2*sec, ""), searches(sec, 0, "")}, "A-1 A-2", ""},
		"the longest way breaks off without a gap":  {[]client.Step{searched, after("2s", ""), {Operation: "login"}}, false, []timed{searches(0, 0, ""), searches(sec, 0, ""), searches(3*sec, 0, ""), searches(4*sec, 0, "")}, "", "step 3 (login) was not found after A-3 (search-orders)"},
		"the second step has another call":          {[]client.Step{created, {Operation: "search-orders"}, {Operation: "delete-upsell", Gap: &client.Gap{Max: "1s"}}}, false, []timed{creates(0, "a"), searches(sec, 0, ""), searches(5*sec, 0, ""), deletes(6*sec, "a")}, "A-1 A-3 A-4", ""},
	} {
		got, err := reading.Verify(t.Context(), ringOfTimed(c.calls...), client.Expectation{InOrder: c.steps, Strict: c.strict})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if found := strings.Join(got.Found, " "); got.Verified != (c.found != "") || got.Verified && found != c.found || !strings.Contains(got.Message, c.why) {
			t.Errorf("%s: got %t %q %q, want %q %q", name, got.Verified, found, got.Message, c.found, c.why)
		}
	}
}

// TestNothingElseBesideSteps counts the calls of steps as expected, and no others.
func TestNothingElseBesideSteps(t *testing.T) {
	t.Parallel()
	order := client.Expectation{NothingElse: true, InOrder: []client.Step{
		{Operation: "create-upsell"}, {Operation: "delete-upsell", Gap: &client.Gap{Max: "1h"}},
	}}
	for _, c := range []struct {
		calls    []timed
		verified bool
	}{
		{[]timed{creates(0, "a"), deletes(sec, "a")}, true},
		{[]timed{creates(0, "a"), deletes(sec, "a"), searches(2*sec, 0, "")}, false},
	} {
		if got, err := reading.Verify(t.Context(), ringOfTimed(c.calls...), order); err != nil || got.Verified != c.verified {
			t.Errorf("%v: got %t %q %v, want %t", c.calls, got.Verified, got.Message, err, c.verified)
		}
	}
	limits := journal.Defaults()
	limits.Entries = 2
	got, err := reading.Verify(t.Context(), ringOfTimedWith(limits, searches(0, 0, ""), creates(sec, "a"), deletes(2*sec, "a")), order)
	if want := "1 call matches no expectation: 1 dropped call of search-orders"; err != nil || got.Verified || got.Uncertain || got.Message != want {
		t.Errorf("a dropped call: got %t, uncertain %t, %s (%v), want %s", got.Verified, got.Uncertain, got.Message, err, want)
	}
}

// TestStepsEnd searches for an order with too many ways to try them all.
func TestStepsEnd(t *testing.T) {
	t.Parallel()
	var calls []timed
	for n := range 60 {
		calls = append(calls, searches(time.Duration(n)*sec, 0, ""))
	}
	e := client.Expectation{}
	var gap *client.Gap // none before the first step
	for range 10 {
		e.InOrder = append(e.InOrder, client.Step{Operation: "search-orders", Gap: gap})
		gap = &client.Gap{Max: "1h"}
	}
	e.InOrder = append(e.InOrder, client.Step{Operation: "login"})
	got, err := reading.Verify(t.Context(), ringOfTimed(calls...), e)
	if err != nil || got.Verified || len(got.Found) != 10 {
		t.Errorf("got %t, %d steps, %v", got.Verified, len(got.Found), err)
	}
}
