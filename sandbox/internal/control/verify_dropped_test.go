package control_test

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestWordsOfAFullJournal compares the verdicts over a journal that has dropped three calls of
// four, and its lists, with those of testdata: bounds count dropped calls by how they ended, and
// doubt only what these counts cannot decide.
func TestWordsOfAFullJournal(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Journal = 1 })
	fourCalls(s)
	var got strings.Builder
	for _, asked := range []string{
		`{}`,
		`{"since":"DEMO-1"}`,
		`{"since":"DEMO-3","assert_spelling":true}`,
		`{"assert_arranged":true,"assert_spelling":true}`,
		`{"expectations":[{"operation":"order-by-sale","where":"query.SaleId == '8'","at_least":0},{"q":"path:/odrers","count":1}]}`,
		`{"expectations":[{"where":"duration_ms < 1000","at_least":1},{"where":"status == 400","count":1},{"q":"text:abc","count":0},{"operation":"login","count":0}]}`,
		`{"expectations":[{"operation":"order-by-sale","repeats":{"at_most":1}},{"operation":"order-by-sale","at_once":1}]}`,
		`{"expectations":[{"in_order":[{"operation":"order-by-sale"},{"q":"path:/odrers"}]},{"in_order":[{"operation":"login"},{"operation":"search-orders"}]}]}`,
		`{"nothing_else":true,"expectations":[{"operation":"order-by-sale","at_least":1}]}`,
		`{"nothing_else":true,"expectations":[{"where":"path['*'] != ''","at_least":1},{"q":"text:order operation:retrieve-order","at_least":0}]}`,
		`{"nothing_else":true,"expectations":[{"operation":"order-by-sale","at_least":1},{"q":"status:404 -operation:retrieve-order","at_least":0}]}`,
		`{"nothing_else":true,"expectations":[{"q":"operation:order-by-sale","at_least":1},{"q":"status:404","at_least":0}]}`,
		`{"nothing_else":true,"expectations":[{"q":"operation:order-by-sale","at_least":1},{"q":"status:404 -operation:retrieve-order","at_least":0},{"q":"text:order operation:retrieve-order","at_least":0}]}`,
		`{"expectations":[{"operation":"order-by-sale","at_least":2},{"q":"status:404","count":2}]}`,
		`{"expectations":[{"operation":"order-by-sale","where":"query.SaleId == '8'","at_least":0},{"q":"status:404","count":2}]}`,
		`{"expectations":[` + strings.Join([]string{
			`{"operation":"order-by-sale","at_least":1}`, `{"operation":"order-by-sale","count":0}`, `{"operation":"order-by-sale","at_most":1}`, `{"operation":"order-by-sale","at_most":2}`,
			`{"q":"operation:order-by-sale status:4xx","count":1}`, `{"q":"cause:scenario preview:false","count":1}`, `{"q":"-code:* path:/orders/","count":1}`,
			`{"operation":"order-by-sale","q":"status:400","count":1}`, `{"q":"status:5xx","count":0}`, `{"q":"text:abc status:500","count":0}`,
			ask("order-by-sale", `query.SaleId == "abc"`, `"at_most":2`), ask("order-by-sale", `query.SaleId == "abc"`, `"at_most":1`),
			ask("order-by-sale", `status == 400 && query.SaleId == "abc"`, `"count":0`), ask("login", `status == 500`, `"count":0`),
			ask("order-by-sale", `status == 500`, `"count":0`), // a condition reads calls, and these are counts
		}, ",") + `]}`,
	} {
		_, text := visit(t, s, "POST", "/accounts/DEMO/verdict?format=text", asked)
		head, rest, _ := strings.Cut(text, "\nCoverage: ")
		_, dropped, _ := strings.Cut(rest, "\nDropped\n")
		fmt.Fprintf(&got, "%s\n%sDropped\n%s\n\n", asked, head, dropped)
	}
	_, list := visit(t, s, "GET", "/accounts/DEMO/requests?limit=1&q=status:500", "")
	fmt.Fprintf(&got, "GET requests?limit=1&q=status:500\n%s\n", list)
	const path = "testdata/full_journal.txt"
	if control.Updates() {
		must(t, os.WriteFile(path, []byte(got.String()), 0o644))
	}
	if want, err := os.ReadFile(path); err != nil || got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s (%v; -update writes it)", got.String(), want, err)
	}
}

// TestCodesAreNeverCut reads the longest codes whole in lines and counts, even beside a long
// path.
func TestCodesAreNeverCut(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.Journal = 1 })
	own, long := strings.Repeat("C", 100), strings.Repeat("9", 200)
	err := s.Control().PutScenario(t.Context(), "own", "rules:\n  - {on: retrieve-order, answer: {status: 418, error_code: "+own+"}}\n")
	must(t, cmp.Or(err, s.Control().Account("DEMO").Activate(t.Context(), "own", client.ActivationLimits{})))
	for code, call := range map[string]string{
		"PAGINATION_LIMIT_PARAMETER_INVALID": "/orders/customer/?CustomerReference=sandbox:PAGINATION_LIMIT_PARAMETER_INVALID",
		own:                                  "/orders/" + long + "/",
	} {
		s.Get(call)
		if _, list := visit(t, s, "GET", "/accounts/DEMO/requests?view=line", ""); !strings.Contains(list, `"code":"`+code+`"`) {
			t.Errorf("%s: got %s", code, list)
		}
		s.Get("/odrers") // drops the call
		if got := verdictOf(t, s, one(`{"q":"code:`+code+`","count":1}`)).Results[0]; !got.Verified || got.Uncertain {
			t.Errorf("%s: got %+v", code, got)
		}
	}
}

// TestManyGoodCallsPass passes more calls than a journal keeps by default.
func TestManyGoodCallsPass(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	const calls = 1_100
	for range calls {
		s.Get("/orders/?Limit=1")
	}
	if v := verdictOf(t, s, "{}"); !v.Passed || v.Calls != calls || v.Dropped != calls-1000 || v.Uncertain != nil {
		t.Errorf("got %d calls, %d dropped, %q, uncertain %q", v.Calls, v.Dropped, v.Failures, v.Uncertain)
	}
}

// TestAJournalWithoutRoomCounts verifies calls of a journal that has no room for a single one.
func TestAJournalWithoutRoomCounts(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.Journal, o.JournalBytes = 1, 2_000 })
	fourCalls(s)
	got := verdictOf(t, s, `{"expectations":[{"operation":"search-orders","count":0},{"q":"status:4xx","count":3},{"q":"text:abc","count":0}]}`)
	if r := got.Results; !r[0].Verified || !r[1].Verified || r[2].Verified || !r[2].Uncertain || len(got.Failures) != 1 || got.Calls != 4 || got.Dropped != 4 || got.Duration != 0 {
		t.Errorf("got %+v", got)
	}
}
