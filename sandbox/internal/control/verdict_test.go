package control_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// verdictOf returns the verdict of an account.
func verdictOf(t *testing.T, s *sandboxtest.Running, body string) client.Verdict {
	t.Helper()
	status, text := visit(t, s, "POST", "/accounts/"+s.Code()+"/verdict", body)
	var v client.Verdict
	if err := json.Unmarshal([]byte(text), &v); err != nil || status != 200 {
		t.Fatalf("%s: got %d %s, %v", body, status, text, err)
	}
	return v
}

func TestVerdictFails(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	fourCalls(s)
	const sale, path = `1 call refused, cause client: order-by-sale 400 INVALID_SALE_ID: SaleId must be a whole number, got "abc" (DEMO-2)`,
		`1 call refused, cause client: no operation 404 NOT_FOUND: GET /rest/6.0/odrers is not an operation of the interface; the nearest is GET /orders/ (search-orders) (DEMO-4)`
	const arranged = `1 call refused, cause scenario: retrieve-order 404 ORDER_NOT_FOUND: scenario: No order has the reference. (DEMO-3)`
	const noSale, noPath = `{"q":"code:INVALID_SALE_ID","count":1}`, `{"where":"code == \"NOT_FOUND\"","count":1}`
	cases := []struct {
		body  string
		want  []string
		fails string // the ids of the refused calls behind a failure
	}{
		{``, []string{sale, path}, "DEMO-2 DEMO-4 "},
		{`{"expectations":[` + noSale + `]}`, []string{path}, "DEMO-4 "},
		{`{"expectations":[` + noSale + `,` + noPath + `]}`, []string{}, ""},
		{`{"expectations":[` + noSale + `,` + noPath + `],"assert_arranged":true}`, []string{arranged}, "DEMO-3 "},
		{`{"expectations":[` + noSale + `,` + noPath + `],"nothing_else":true}`,
			[]string{"2 calls match no expectation: DEMO-1 (order-by-sale) and DEMO-3 (retrieve-order)"}, ""},
		{`{"expectations":[{"q":"code:INVALID_SALE_ID","count":2}],"since":"DEMO-3"}`,
			[]string{"code:INVALID_SALE_ID: matched 0, expected exactly 2", path}, "DEMO-4 "},
		{`{"since":"DEMO-4"}`, []string{}, ""},
		{`{"since":"DEMO-4","min_coverage":50}`, []string{"2 of 36 documented outcomes are covered, 5.5% of them; 50% are required"}, ""},
	}
	for _, c := range cases {
		got := verdictOf(t, s, c.body)
		if !reflect.DeepEqual(got.Failures, c.want) || got.Passed != (len(c.want) == 0) {
			t.Errorf("%s: got %t %q, want %q", c.body, got.Passed, got.Failures, c.want)
		}
		fails := ""
		for _, r := range got.Refused {
			if r.Fails {
				fails += strings.Join(r.IDs, " ") + " "
			}
		}
		if fails != c.fails {
			t.Errorf("%s: %q fail, want %q", c.body, fails, c.fails)
		}
	}
}

// TestVerdictInforms reports idle scenarios and refusals by scenarios in a passed verdict.
func TestVerdictInforms(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, name := range []string{"outage", "slow", "cancel-order-order-not-found"} {
		visit(t, s, "PUT", "/accounts/DEMO/scenarios/"+name, `{}`)
	}
	visit(t, s, "DELETE", "/accounts/DEMO/scenarios/outage", "")
	visit(t, s, "DELETE", "/accounts/DEMO/scenarios/slow", "")
	visit(t, s, "PUT", "/accounts/DEMO/scenarios/search-orders-internal-error", `{"times": 1}`)
	visit(t, s, "PATCH", "/accounts/DEMO", `{"assume":{"retrieve-unknown":"400"}}`)
	s.Get("/orders/")      // DEMO-1, refused by the scenario
	s.Get("/orders/none/") // DEMO-2
	got := verdictOf(t, s, `{"expectations":[{"operation":"retrieve-order","where":"status == 400","count":1}]}`)
	idle := []client.IdleScenario{{Name: "cancel-order-order-not-found", Active: true}, {Name: "outage"}, {Name: "slow"}}
	if !got.Passed || !reflect.DeepEqual(got.IdleScenarios, idle) {
		t.Errorf("got %q %+v, want %+v", got.Failures, got.IdleScenarios, idle)
	}
	refused := []client.Refusal{
		{Operation: "search-orders", Status: 500, Code: "INTERNAL_ERROR", Cause: client.ByScenario, Why: "scenario: An internal error occurred.",
			Scenarios: []string{"search-orders-internal-error"}, Calls: 1, IDs: []string{"DEMO-1"}},
		{Operation: "retrieve-order", Status: 400, Code: "ORDER_NOT_FOUND", Cause: client.ByScenario, Why: got.Refused[1].Why, Calls: 1, IDs: []string{"DEMO-2"}},
	}
	refused[1].Cause = got.Refused[1].Cause // a changed answer is no scenario, but not the client's fault either
	if !reflect.DeepEqual(got.Refused, refused) || !reflect.DeepEqual(got.Unasserted, refused[:1]) {
		t.Errorf("got %+v and %+v, want %+v", got.Refused, got.Unasserted, refused)
	}
	var question client.QuestionUse
	for _, q := range got.Questions {
		if q.ID == "retrieve-unknown" {
			question = q
		}
	}
	want := client.QuestionUse{ID: "retrieve-unknown", Question: question.Question, Answer: "400", Calls: 1, IDs: []string{"DEMO-2"}}
	if !reflect.DeepEqual(question, want) || question.Question == "" {
		t.Errorf("got %+v, want %+v", question, want)
	}
	status, text := visit(t, s, "POST", "/accounts/DEMO/verdict", `{"since":"DEMO-99"}`)
	if want := `{"error":"no call has the id DEMO-99 yet","hint":"the latest is DEMO-2"}`; status != 400 || text != want {
		t.Errorf("got %d %s, want 400 %s", status, text, want)
	}
	visit(t, s, "POST", "/accounts/DEMO/reset", `{}`)
	if left := verdictOf(t, s, `{}`).IdleScenarios; len(left) > 0 {
		t.Errorf("got %+v after a reset, want no scenario of before", left)
	}
}

func TestVerdictFormats(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for accept, want := range map[string]string{
		"": "application/json; charset=utf-8", "*/*": "application/json; charset=utf-8", "text/plain": "text/plain; charset=utf-8",
		"application/xml;q=0.9, text/plain": "application/xml; charset=utf-8", "image/png": "application/json; charset=utf-8",
	} {
		response, _ := exchange(t, "POST", s.URL()+"/_sandbox/accounts/DEMO/verdict", "", "Accept", accept)
		if got := response.Header.Get("Content-Type"); got != want || response.StatusCode != 200 {
			t.Errorf("%q: got %d %s, want %s", accept, response.StatusCode, got, want)
		}
	}
}
