package control_test

import (
	"encoding/json"
	"reflect"
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
		body string
		want []string
	}{
		{``, []string{sale, path}},
		{`{"expectations":[` + noSale + `]}`, []string{path}},
		{`{"expectations":[` + noSale + `,` + noPath + `]}`, []string{}},
		{`{"expectations":[` + noSale + `,` + noPath + `],"assert_arranged":true}`, []string{arranged}},
		{`{"expectations":[` + noSale + `,` + noPath + `],"nothing_else":true}`,
			[]string{"2 calls match no expectation: DEMO-1 (order-by-sale) and DEMO-3 (retrieve-order)"}},
		{`{"expectations":[{"q":"code:INVALID_SALE_ID","count":2}],"since":"DEMO-3"}`,
			[]string{"code:INVALID_SALE_ID: matched 0, expected exactly 2", path}},
		{`{"since":"DEMO-4"}`, []string{}},
		{`{"since":"DEMO-4","min_coverage":50}`, []string{"2 of 41 documented outcomes are covered, 4.8% of them; 50% are required"}},
	}
	for _, c := range cases {
		got := verdictOf(t, s, c.body)
		if !reflect.DeepEqual(got.Failures, c.want) || got.Passed != (len(c.want) == 0) {
			t.Errorf("%s: got %t %q, want %q", c.body, got.Passed, got.Failures, c.want)
		}
	}
}
