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
// four, and its lists, with those of testdata.
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

// TestVerifyJudgesDroppedCalls verifies bounds over calls dropped from the journal, by how
// they ended.
func TestVerifyJudgesDroppedCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.Journal = 1 })
	fourCalls(s) // DEMO-4 is kept
	const unknown = "; the journal has dropped what there is to know of "
	const advice = ": verify sooner or start with a larger --journal, the number of calls that it keeps"
	for question, want := range map[string]struct {
		verified, uncertain bool
		count               int
		message             string
	}{
		`{"operation":"order-by-sale","at_least":1}`:                 {true, false, 2, "order-by-sale: matched 2, expected at least 1"},
		`{"operation":"order-by-sale","count":0}`:                    {false, false, 2, "order-by-sale: matched 2, expected exactly 0"},
		`{"operation":"order-by-sale","at_most":1}`:                  {false, false, 2, "order-by-sale: matched 2, expected at most 1"},
		`{"operation":"order-by-sale","at_most":2}`:                  {true, false, 2, "order-by-sale: matched 2, expected at most 2"},
		`{"q":"operation:order-by-sale status:4xx","count":1}`:       {true, false, 1, "operation:order-by-sale status:4xx: matched 1, expected exactly 1"},
		`{"q":"cause:scenario preview:false","count":1}`:             {true, false, 1, "cause:scenario preview:false: matched 1, expected exactly 1"},
		`{"q":"-code:* path:/orders/","count":1}`:                    {false, true, 0, "-code:* path:/orders/: matched 0, expected exactly 1" + unknown + "1 further call" + advice},
		`{"operation":"order-by-sale","q":"status:400","count":1}`:   {true, false, 1, "order-by-sale status:400: matched 1, expected exactly 1"},
		`{"q":"status:5xx","count":0}`:                               {true, false, 0, "status:5xx: matched 0, expected exactly 0"},
		ask("order-by-sale", `query.SaleId == "abc"`, `"at_most":2`): {true, false, 0, "order-by-sale: matched 0, expected at most 2"},
		ask("order-by-sale", `query.SaleId == "abc"`, `"at_most":1`): {false, true, 0,
			"order-by-sale: matched 0, expected at most 1" + unknown + "2 further calls" + advice},
		ask("order-by-sale", `status == 400 && query.SaleId == "abc"`, `"count":0`): {false, true, 0, ""},
		ask("order-by-sale", `status == 500`, `"count":0`):                          {false, true, 0, ""}, // a condition reads calls, and these are counts
		ask("login", `status == 500`, `"count":0`):                                  {true, false, 0, "login: matched 0, expected exactly 0"},
		`{"q":"text:abc","count":0}`:                                                {false, true, 0, ""},
		`{"q":"text:abc status:500","count":0}`:                                     {true, false, 0, "text:abc status:500: matched 0, expected exactly 0"},
	} {
		got := verdictOf(t, s, one(question)).Results[0]
		if got.Verified != want.verified || got.Uncertain != want.uncertain || got.Count != want.count || got.Dropped != 3 || want.message != "" && got.Message != want.message {
			t.Errorf("%s: got %t, %t, %d of %d dropped: %s\nwant %+v", question, got.Verified, got.Uncertain, got.Count, got.Dropped, got.Message, want)
		}
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

// TestNothingElseSeesDroppedCalls expects nothing_else to see calls dropped from the
// journal.
func TestNothingElseSeesDroppedCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.Journal = 1 })
	fourCalls(s)
	for question, want := range map[string]string{
		`[{"operation":"order-by-sale","at_least":1},{"q":"status:404 -operation:retrieve-order","at_least":0}]`:                                                            "1 call matches no expectation: 1 dropped call of retrieve-order",
		`[{"q":"operation:order-by-sale","at_least":1},{"q":"status:404","at_least":0}]`:                                                                                    "",
		`[{"q":"operation:order-by-sale","at_least":1},{"q":"status:404 -operation:retrieve-order","at_least":0},{"q":"text:order operation:retrieve-order","at_least":0}]`: "nobody knows whether nothing else was called; the journal has dropped what there is to know of 1 further call: verify sooner or start with a larger --journal, the number of calls that it keeps",
	} {
		got := verdictOf(t, s, `{"nothing_else":true,"expectations":`+question+`}`)
		if want == "" && got.Verified || want != "" && !got.Verified && strings.HasSuffix(got.Message, want) && len(got.Unexpected) == 0 {
			continue
		}
		t.Errorf("%s: got %+v, want %q", question, got, want)
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

// TestVerdictSeesDroppedCalls counts refused calls after the journal has dropped them,
// and fails if it cannot judge one.
func TestVerdictSeesDroppedCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.Journal = 1 })
	fourCalls(s)
	for request, want := range map[string]struct{ failures, uncertain, refused int }{
		`{}`:                       {2, 0, 3}, // the 400 of order-by-sale and the 404 of no operation; the other 404 comes from a scenario
		`{"assert_arranged":true}`: {3, 0, 3},
		`{"expectations":[{"operation":"order-by-sale","at_least":2},{"q":"status:404","count":2}]}`:                               {0, 0, 3},
		`{"expectations":[{"operation":"order-by-sale","where":"query.SaleId == '8'","at_least":0},{"q":"status:404","count":2}]}`: {1, 1, 3},
		`{"since":"DEMO-3"}`: {1, 0, 1},
	} {
		v := verdictOf(t, s, request)
		refused := 0
		for _, r := range v.Refused {
			refused += r.Calls
		}
		if len(v.Failures) != want.failures || len(v.Uncertain) != want.uncertain || refused != want.refused || v.Passed != (want.failures == 0) {
			t.Errorf("%s: got %d refused, failures %q, uncertain %q, want %+v", request, refused, v.Failures, v.Uncertain, want)
		}
	}
	_, text := visit(t, s, "POST", "/accounts/DEMO/verdict?format=junit", `{"expectations":[{"where":"query.SaleId == '8'","count":0}]}`)
	if count := strings.Count(text, `type="uncertain"`); count != 2 {
		t.Errorf("got %d failures of the type uncertain, want 2: the expectation and the refused calls:\n%s", count, text)
	}
}
