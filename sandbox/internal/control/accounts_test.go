package control_test

import (
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestBadBodies reads every fault of a body in one error.
func TestBadBodies(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"POST", "/accounts", `{"vendor_code":"no blanks","world":"defult","features":{"API_GET":true},"assume":{"search-statu":"200","nulls":"gone"},"clock":"noon","scenarios":["slo"]}`, 400,
			`{"error":"vendor_code: a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got \"no blanks\"; world: unknown world \"defult\"; did you mean default?; features: unknown feature \"API_GET\"; did you mean API_GET_CUSTOMER_ORDERS?; assume: the answer to nulls must be shown or omitted, got \"gone\"; assume: unknown question \"search-statu\"; did you mean search-status?; clock: \"noon\" is not a moment: write Y-m-d, Y-m-d H:i:s or RFC 3339, such as 2026-05-13, 2026-05-13 12:12:12 or 2026-05-13T12:12:12Z; scenarios: unknown scenario \"slo\"; did you mean slow?","hint":"correct the fields that are named"}`},
		{"POST", "/accounts", `{"clock":"0001-01-01","features":{"API_GET_CUSTOMER_ORDERS":null}}`, 400,
			`{"error":"features.API_GET_CUSTOMER_ORDERS must be true or false, got null","hint":"send one JSON object with the documented fields"}`},
		{"POST", "/accounts", `{"clock_step":"1s"}`, 400,
			`{"error":"clock_step: needs clock, the moment at which the clock is frozen","hint":"correct the fields that are named"}`},
		{"POST", "/accounts", `{"clock":"2026-01-02","clock_step":"25h"}`, 400,
			`{"error":"clock_step: must be more than 0s and at most 24h, such as 1s, got \"25h\"","hint":"correct the fields that are named"}`},
		{"POST", "/accounts", `{"vendor_code":"none"}`, 400,
			`{"error":"vendor_code: the vendor code \"none\" is reserved for calls without an account","hint":"correct the fields that are named"}`},
		{"POST", "/accounts", `{"vendor":"X"}`, 400,
			`{"error":"unknown field vendor; did you mean vendor_code?","hint":"send one JSON object with the documented fields"}`},
		{"POST", "/accounts", `{"vendor_code":"X","vendor_code":"Y"}`, 400,
			`{"error":"vendor_code is given twice","hint":"send one JSON object with the documented fields"}`},
		{"POST", "/accounts", `{"assume":{"nulls":null}}`, 400,
			`{"error":"assume.nulls must be a word, a number, true or false, got null","hint":"send one JSON object with the documented fields"}`},
		{"POST", "/accounts", `{"features":{"API_GET_CUSTOMER_ORDERS":"yes"}}`, 400,
			`{"error":"features.API_GET_CUSTOMER_ORDERS must be true or false, got a string","hint":"send one JSON object with the documented fields"}`},
		{"POST", "/accounts", `[`, 400,
			`{"error":"the body is not valid JSON at byte 1: unexpected EOF","hint":"send one JSON object with the documented fields"}`},
		{"POST", "/accounts", `[]`, 400,
			`{"error":"the body must be an object, got a list","hint":"send one JSON object with the documented fields"}`},
		{"POST", "/accounts", `{} {}`, 400,
			`{"error":"the body is not valid JSON at byte 3: invalid character '{' after top-level value","hint":"send one JSON object with the documented fields"}`},
		{"POST", "/accounts", `{"world":"/etc/passwd"}`, 400,
			`{"error":"world: unknown world \"/etc/passwd\"; known: default, empty, paging","hint":"correct the fields that are named"}`},
	})
}

// TestOpenedAccountIsCalled calls a new account at its addresses, signed with its
// secret.
func TestOpenedAccountIsCalled(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	opened, err := s.Control().Open(t.Context(), client.NewAccount{Secret: "own", Scenarios: []string{"search-orders-invalid-parameter"}})
	must(t, err)
	if !strings.HasPrefix(opened.VendorCode, "acct-") || opened.RESTURL != s.REST() || opened.WSDLURL != s.URL()+"/soap/6.0?wsdl" {
		t.Errorf("got %+v", opened)
	}
	for secret, want := range map[string][2]int{"own": {400, 200}, "demo-secret": {401, 401}} {
		got := [2]int{
			signedCall(t, s, opened.VendorCode, secret, "/orders/?Limit=1"),
			signedCall(t, s, opened.VendorCode, secret, "/upsell?Limit=1"),
		}
		if got != want {
			t.Errorf("%s: got %v, want %v", secret, got, want)
		}
	}
}

// signedCall makes a REST call in the name of an account and returns its status.
func signedCall(t *testing.T, s *sandboxtest.Running, code, secret, path string) int {
	t.Helper()
	a, _ := exchange(t, "GET", s.REST()+path, "", "Accept", "application/json",
		"X-Service-Authentication", credential.Header(code, s.Now().Format(time.DateTime), secret, credential.SHA256))
	return a.StatusCode
}
