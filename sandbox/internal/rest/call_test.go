package rest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestLargeBodies verifies what the entry says of a body that is too large, with and without
// its length.
func TestLargeBodies(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	large := strings.Repeat(" ", 1<<20+1)
	for given, body := range map[string]io.Reader{"1048577 bytes": strings.NewReader(large), "more": io.MultiReader(strings.NewReader(large))} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.REST()+"/upsell", body)
		must(t, err)
		answer, err := s.Client().Do(r)
		must(t, err)
		_ = answer.Body.Close()
		entry, err := s.Control().Account(s.Code()).Latest(t.Context())
		must(t, err)
		if got := entry.Checks[len(entry.Checks)-1]; got.Given != given || got.Expected != "at most 1048576 bytes" {
			t.Errorf("got %+v, want %s", got, given)
		}
	}
}

// TestCalls verifies how calls end: status, a header, and the beginning of the body.
func TestCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
		o.Clock, o.Answers = "2026-10-09T12:00:00Z", map[string]string{"refund-money": "negative"}
	})
	for name, rule := range map[string]string{
		"stub":     `{on: "POST path:/invoices", answer: {status: 202, error_code: STUB, headers: {X-Own: "1"}}}`,
		"answered": `{on: "*", answer: {status: 418, error_code: TEAPOT, headers: {X-Own: "2"}}}`,
	} {
		must(t, s.Control().PutScenario(t.Context(), name, "summary: A scenario\nrules: ["+rule+"]\n"))
	}
	s.Activate("stub")
	complete, refunded := s.ID("order-complete", "OrderReference"), s.ID("order-refund", "OrderReference")
	form := "/orders/" + s.ID("purchase-order-awaiting-form", "OrderReference") + "/upload"
	for _, test := range []struct {
		name, call, body string
		sent             string // NAME: VALUE
		status           int
		header, want     string // the beginning of its value
		answer           string // a part of the body
	}{
		{"a wrong method", "PATCH /orders/", "", "", 405, "Date", "Fri, 09 Oct 2026 12:00:00 GMT", `"error_code":"METHOD_NOT_ALLOWED"`},
		{"a misspelled part", "POST /orders/1/uplaod", "", "", 404, "Date", "Fri, 09 Oct 2026 12:00:00 GMT", "; a scenario can answer it: "},
		{"a misspelled part of nobody", "POST /orders/1/uplaod", "", "X-Service-Authentication: code=NOBODY", 404, "X-Sandbox-Explain", "POST /rest/6.0/orders/1/uplaod is not an operation", `"error_code":"NOT_FOUND"`},
		{"not UTF-8", "GET /orders/%FF/", "", "", 400, "X-Sandbox-Explain", "OrderReference must be text in UTF-8", `"error_code":"INVALID_PARAMETER"`},
		{"a new record", "POST /upsell", campaignBody(), "X-Forwarded-Prefix: /front", 201, "Location", "/front/rest/6.0/upsell/", ""},
		{"from another site", "POST /upsell", campaignBody(), "Origin: http://other.example", 403, "X-Sandbox-Explain", "site: ", `"error_code":"CROSS_SITE"`},
		{"a large form", "POST " + form, `{"FileName":"form.pdf","ClientTime":"2026-10-09 11:59:00","File":"` + strings.Repeat("Zm9y", 1<<18) + `"}`, "", 200, "Content-Type", "application/json", ""},
		{"a large campaign", "POST /upsell", strings.Repeat(" ", 1<<20+1), "", 413, "X-Sandbox-Explain", "REQUEST_TOO_LARGE: ", ""},
		{"a stub", "POST /invoices", "{}", "", 202, "X-Own", "1", `"error_code":"STUB"`},
		{"a stub from another site", "POST /invoices", "{}", "Origin: http://other.example", 403, "X-Sandbox-Explain", "site: ", `"error_code":"CROSS_SITE"`},
		{"an ignored query", "GET /orders/" + complete + "/?Nothing=1", "", "", 200, "X-Sandbox-Explain", `ignored query name "Nothing"`, ""},
		{"a scenario", "GET /orders/" + complete + "/", "", "X-Sandbox-Scenario: answered", 418, "X-Own", "2", `"error_code":"TEAPOT"`},
		{"money of a sale", "GET /orders/" + complete + "/", "", "", 200, "X-Own", "", `"GrossPrice":768`},
		{"money of a refund", "GET /orders/" + refunded + "/", "", "", 200, "X-Own", "", `"GrossPrice":-`},
	} {
		method, path, _ := strings.Cut(test.call, " ")
		r, err := http.NewRequestWithContext(t.Context(), method, s.REST()+path, strings.NewReader(test.body))
		must(t, err)
		r.Header.Set("Accept", "application/json")
		r.Header.Set("X-Service-Authentication", s.Sign())
		if name, value, ok := strings.Cut(test.sent, ": "); ok {
			r.Header.Set(name, value)
		}
		answer, err := http.DefaultClient.Do(r)
		must(t, err)
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if got := answer.Header.Get(test.header); answer.StatusCode != test.status || !strings.HasPrefix(got, test.want) || !strings.Contains(string(body), test.answer) {
			t.Errorf("%s: got %d %s: %s\n%s", test.name, answer.StatusCode, test.header, got, body)
		}
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
