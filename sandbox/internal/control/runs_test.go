package control_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// runOf returns a run.
func runOf(t *testing.T, s *sandboxtest.Running, name string) client.Run {
	t.Helper()
	return read[client.Run](t, s, "/runs/"+name)
}

// openInRun opens an account of the run ci-1.
func openInRun(t *testing.T, s *sandboxtest.Running, code, label string) *sandboxtest.Running {
	t.Helper()
	body := fmt.Sprintf(`{"vendor_code":%q,"label":%q,"run":"ci-1","ttl":"1h"}`, code, label)
	if status, text := visit(t, s, "POST", "/accounts", body); status != 201 || !strings.Contains(text, fmt.Sprintf(`"label":%q,"run":"ci-1","ttl":"1h0m0s"`, label)) {
		t.Fatalf("got %d %s", status, text)
	}
	return s.As(code)
}

// TestAccountChangesRun puts an account into a run, names its test, and takes it out.
func TestAccountChangesRun(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/?Limit=1")
	a := s.Control().Account("DEMO")
	must(t, a.SetRun(t.Context(), "ci-2", "by hand"))
	if got := runOf(t, s, "ci-2").Accounts; len(got) != 1 || got[0].Label != "by hand" || got[0].Calls != 1 {
		t.Errorf("got %+v", got)
	}
	for _, c := range []struct{ body, want string }{
		{`{"run":"a/b"}`, `"error":"run: a run has 1 to 64`},
		{`{"label":"a\nb"}`, `"error":"label: a label is printable text`},
		{`{}`, `"error":"nothing to change is given"`},
	} {
		if status, text := visit(t, s, "PATCH", "/accounts/DEMO", c.body); status != 400 || !strings.Contains(text, c.want) {
			t.Errorf("%s: got %d %s", c.body, status, text)
		}
	}
	must(t, a.SetRun(t.Context(), "", ""))
	if got := runOf(t, s, "ci-2").Accounts; len(got) != 0 {
		t.Errorf("got %+v, want no account", got)
	}
}

// TestRun judges the accounts of a run: by the verdict requested by POST for each,
// otherwise by one without expectations, and the same after they are deleted.
func TestRun(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	good, refused := openInRun(t, s, "GOOD", "finds | orders"), openInRun(t, s, "REFUSED", "test_bad")
	openInRun(t, s, "ASKED", "test_asked").Get("/orders/0/sale/?SaleId=abc")
	good.Get("/orders/?Limit=1")
	refused.Get("/orders/?Limit=0")
	const expected = `{"expectations":[{"q":"code:INVALID_SALE_ID","count":1}]}`
	do(t, s, step{method: "POST", path: "/accounts/ASKED/verdict", body: expected})
	visit(t, s, "POST", "/accounts/ASKED/verdict", `{"look":true}`) // it would fail
	s.As("ASKED").Get("/orders/")

	const failure = "1 call refused, cause client: search-orders 400 PAGINATION_LIMIT_PARAMETER_INVALID: Limit must be from 1 to 200, got 0 (REFUSED-1)"
	at := s.Now()
	judged := client.RunVerdict{Time: at, Result: client.ResultPassed, Passed: true, Failures: []string{}}
	unread := client.Refusal{Operation: "order-by-sale", Status: 400, Code: "INVALID_SALE_ID", Cause: client.ByClient, Why: `SaleId must be a whole number, got "abc"`, Calls: 1, IDs: []string{"ASKED-1"}}
	limit := client.Refusal{Operation: "search-orders", Status: 400, Code: "PAGINATION_LIMIT_PARAMETER_INVALID", Cause: client.ByClient, Why: "Limit must be from 1 to 200, got 0", Calls: 1, IDs: []string{"REFUSED-1"}, Fails: true}
	want := []client.RunAccount{
		{VendorCode: "ASKED", Label: "test_asked", Opened: at, Calls: 2, Refused: 1, LastCall: &at, Refusals: []client.Refusal{unread}, Verdict: client.RunVerdict{Asked: true, Time: at, Result: client.ResultPassed, Passed: true, Failures: []string{}, Later: 1}},
		{VendorCode: "GOOD", Label: "finds | orders", Opened: at, Calls: 1, LastCall: &at, Refusals: []client.Refusal{}, Verdict: judged},
		{VendorCode: "REFUSED", Label: "test_bad", Opened: at, Calls: 1, Refused: 1, LastCall: &at, Refusals: []client.Refusal{limit}, Verdict: client.RunVerdict{Time: at, Result: client.ResultFailed, Failures: []string{failure}}},
	}
	got := runOf(t, s, "ci-1")
	if !reflect.DeepEqual(got.Accounts, want) || got.Passed || got.Failed != 1 || got.Calls != 4 || got.Refused != 2 || got.Coverage.Documented.Covered != 2 {
		t.Errorf("got %+v, want %+v", got.Accounts, want)
	}
	for n := range want {
		do(t, s, step{method: "DELETE", path: "/accounts/" + want[n].VendorCode})
		want[n].Deleted = &at
	}
	later := runOf(t, s, "ci-1")
	if !reflect.DeepEqual(later.Accounts, want) || !reflect.DeepEqual(later.Coverage, got.Coverage) {
		t.Errorf("deleted: got %+v, want %+v", later.Accounts, want)
	}
	_, junit := visit(t, s, "GET", "/runs/ci-1?format=junit", "")
	_, markdown := visit(t, s, "GET", "/runs/ci-1?format=markdown", "")
	for text, part := range map[string]string{
		junit:    `<testcase classname="commerce-sandbox.ci-1" name="test_bad" time="0.000">` + "\n" + `      <failure message="failed: 1 call refused`,
		markdown: `| finds \| orders | GOOD | 1 | 0 | passed |`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("got %s, want %s in it", text, part)
		}
	}
	if strings.Contains(markdown, "never") || strings.Count(markdown, "| search-orders |") != 2 {
		t.Errorf("got %s, want only the outcomes that are covered", markdown)
	}
}

func TestRunRoutes(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const unknown = `{"error":"unknown run \"ci-1\"","hint":"POST /_sandbox/accounts with a run opens one"}`
	play(t, s, []step{
		{"GET", "/runs/ci-1", "", 404, unknown},
		{"DELETE", "/runs/ci-1", "", 404, unknown},
		{"POST", "/accounts", `{"label":"two\nlines","run":"..","ttl":"0s"}`, 400,
			`{"error":"label: a label is printable text without line breaks, got \"two\\nlines\"; run: a run has 1 to 64 of the characters A-Z a-z 0-9 . _ -, and is not . or .., got \"..\"; ttl: must be more than 0, such as 1h, got \"0s\"","hint":"correct the fields that are named"}`},
		{"POST", "/accounts", `{"label":"` + strings.Repeat("é", 33) + `"}`, 400,
			`{"error":"label: a label has at most 64 bytes, got 66","hint":"correct the fields that are named"}`},
	})
	openInRun(t, s, "A", "a")
	openInRun(t, s, "B", "b")
	visit(t, s, "DELETE", "/accounts/A", "")
	visit(t, s, "DELETE", "/accounts/DEMO", "")
	do(t, s, step{method: "POST", path: "/accounts", body: `{"vendor_code":"DEMO","run":"ci-1"}`})
	play(t, s, []step{
		{"GET", "/runs", "", 200, `{"runs":[{"run":"ci-1","opened":"2026-10-09T12:00:00Z","last":"2026-10-09T12:00:00.000001Z","accounts":2,"deleted":1,"result":"nothing to judge","failed":0,"calls":0,"refused":0,"duration":0,"covered":{"outcomes":36,"covered":0,"percent":0}}],"total":1,"dropped":0}`},
		{"GET", "/accounts?q=run:ci-1%20label:b&limit=1", "", 200, strings.TrimSpace(listed(t, s, "B"))},
		{"GET", "/runs/ci-2", "", 404, `{"error":"unknown run \"ci-2\"","hint":"did you mean ci-1?"}`},
		{"GET", "/runs/ci-1?format=xml", "", 400, `{"error":"unknown format \"xml\"","hint":"known: text, json, junit, markdown"}`},
		{"DELETE", "/runs/ci-1", "", 200, `{"run":"ci-1","deleted":1,"kept":"DEMO"}`},
		{"GET", "/runs", "", 200, `{"runs":[],"total":0,"dropped":0}`},
		{"GET", "/accounts/B", "", 404, `{"error":"unknown account \"B\"","hint":"known: DEMO"}`},
	})
}

// listed returns the list of just one account.
func listed(t *testing.T, s *sandboxtest.Running, code string) string {
	t.Helper()
	_, text := visit(t, s, "GET", "/accounts?q=code:"+code, "")
	return withoutPorts(text)
}

// TestRunsAreBounded opens more runs than there may be.
func TestRunsAreBounded(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for n := range 102 {
		if n == 100 { // the first one is no longer the oldest
			visit(t, s, "POST", "/accounts", `{"world":"empty","run":"run-0"}`)
		}
		do(t, s, step{method: "POST", path: "/accounts", body: fmt.Sprintf(`{"world":"empty","run":"run-%d"}`, n)})
	}
	if list := read[client.RunList](t, s, "/runs"); list.Total != 100 || list.Dropped != 2 || list.Runs[97].Name != "run-0" || list.Runs[98].Name != "run-100" {
		t.Errorf("got %d runs, %d dropped", list.Total, list.Dropped)
	}
	const want = "; 2 older runs are gone, because the last 100 are kept"
	if _, text := visit(t, s, "GET", "/runs/run-1", ""); !strings.Contains(text, want) {
		t.Errorf("got %s, want %s", text, want)
	}
}

// TestRunsAtOnce opens and deletes the accounts of a run while others read it: each
// account is there or a row, and neither both nor none.
func TestRunsAtOnce(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const suites, tests = 4, 5
	var calling sync.WaitGroup
	for suite := range suites {
		calling.Go(func() {
			for n := range tests {
				code := fmt.Sprintf("T-%d-%d", suite, n)
				visitAt(t, s.URL(), "POST", "/accounts", fmt.Sprintf(`{"vendor_code":%q,"world":"empty","run":"ci-1"}`, code))
				visitAt(t, s.URL(), "DELETE", "/accounts/"+code, "")
			}
		})
		calling.Go(func() {
			for range 2 * tests {
				var r client.Run
				status, text := visitAt(t, s.URL(), "GET", "/runs/ci-1", "")
				if err := json.Unmarshal([]byte(text), &r); err != nil {
					t.Error(err)
				}
				seen := map[string]bool{}
				for _, a := range r.Accounts {
					if seen[a.VendorCode] {
						t.Errorf("got %s twice, with status %d", a.VendorCode, status)
					}
					seen[a.VendorCode] = true
				}
			}
		})
	}
	calling.Wait()
	if got := runOf(t, s, "ci-1"); len(got.Accounts) != suites*tests {
		t.Errorf("got %d accounts, want %d", len(got.Accounts), suites*tests)
	}
}
