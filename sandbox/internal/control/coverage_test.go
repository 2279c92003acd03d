package control_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// covered returns the outcomes covered by calls, and the number of calls without one.
func covered(t *testing.T, s *sandboxtest.Running, path string) (rows []client.CoverageOutcome, account string, other int64) {
	t.Helper()
	status, body := visit(t, s, "GET", path, "")
	if status != 200 {
		t.Fatalf("%s: got %d %s", path, status, body)
	}
	r, err := client.ReadCoverage([]byte(body))
	must(t, err)
	if again, err := json.Marshal(r); err != nil || string(again) != body {
		t.Errorf("%s: got %s, %v, which reads as %s", path, body, err, again)
	}
	for _, row := range r.Outcomes {
		if row.Count > 0 {
			if row.Last == nil || row.Last.ID == "" || row.Last.Time.IsZero() {
				t.Errorf("%s: %+v has no last call", path, row)
			}
			row.Last = nil
			rows = append(rows, row)
		}
	}
	return rows, r.Account, r.Other
}

// TestCoverage counts calls of one account and of all accounts, some of them
// affected by scenarios.
func TestCoverage(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	acme := s.As("ACME")
	sale := "/orders/0/sale/?SaleId=" + s.ID("sale", "SaleId")
	s.Get(sale)
	s.Get("/orders/0/sale/?SaleId=abc")
	s.Get("/orders/0/sale/?SaleId=sandbox:INVALID_SALE_ID")
	s.Get("/odrers") // no operation
	s.Get("/products/")
	acme.Get(sale)
	acme.Get("/orders/0/sale/?SaleId=sandbox:throttled")
	acme.Get("/orders/0/sale/?SaleId=sandbox:garbage")
	acme.Get("/orders/0/sale/?SaleId=sandbox:nonsense")
	exchange(t, "GET", s.REST()+"/orders/0/sale/", "") // without credentials
	row := func(count int64, status int, code string, scenarios map[string]int64) client.CoverageOutcome {
		r := client.CoverageOutcome{Operation: "order-by-sale", Status: status, Documented: status != 401, Count: count, Scenarios: scenarios}
		if code != "" {
			r.Code, r.Provoke = "INVALID_SALE_ID", "order-by-sale-invalid-sale-id"
		}
		return r
	}
	affected := map[string]int64{"INVALID_SALE_ID": 1}
	rejected := row(1, 401, "", nil)
	rejected.Code, rejected.Provoke = "AUTHENTICATION_ERROR", "order-by-sale-authentication-error"
	demo := []client.CoverageOutcome{row(1, 200, "", nil), row(2, 400, "x", affected)}
	cases := []struct {
		path    string
		rows    []client.CoverageOutcome
		account string
		other   int64
	}{
		{"/accounts/DEMO/coverage", demo, "DEMO", 0},
		{"/accounts/ACME/coverage", []client.CoverageOutcome{row(1, 200, "", nil)}, "ACME", 3},
		{"/coverage", []client.CoverageOutcome{row(2, 200, "", nil), rejected, row(2, 400, "x", affected)}, "", 3},
	}
	check := func() {
		t.Helper()
		for _, c := range cases {
			rows, account, other := covered(t, s, c.path)
			if !reflect.DeepEqual(rows, c.rows) || account != c.account || other != c.other {
				t.Errorf("%s: got %v of %q, %d others, want %v of %q, %d", c.path, rows, account, other, c.rows, c.account, c.other)
			}
		}
	}
	check()

	_, err := s.Control().Account("DEMO").Reset(t.Context(), "world")
	must(t, err)
	must(t, s.Control().Account("ACME").Delete(t.Context()))
	cases = append(cases[:1], cases[2])
	check() // neither a reset nor a deletion takes anything back

	must(t, s.Control().ClearCoverage(t.Context()))
	cases[0].rows, cases[1].rows, cases[1].other = nil, nil, 0
	check()
}

func TestCoverageFormats(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/")
	covered, err := s.Control().Account("DEMO").Coverage(t.Context())
	must(t, err)
	types := map[client.Format]string{client.AsJSON: "application/json", client.AsText: "text/plain", client.AsMarkdown: "text/markdown"}
	for format, contentType := range types {
		want, err := report.Coverage(covered, format)
		must(t, err)
		a, got := exchange(t, "GET", s.URL()+"/_sandbox/accounts/DEMO/coverage?format="+string(format), "")
		if kind := a.Header.Get("Content-Type"); a.StatusCode != 200 || strings.TrimSuffix(got, "\n") != strings.TrimSuffix(want, "\n") || kind != contentType+"; charset=utf-8" {
			t.Errorf("%s: got %d %s of the type %s, want %s", format, a.StatusCode, got, kind, want)
		}
	}
	play(t, s, []step{
		{"GET", "/accounts/ACME/coverage", "", 404, `{"error":"unknown account \"ACME\"","hint":"known: DEMO"}`},
		{"GET", "/coverage?format=html", "", 400, `{"error":"unknown format \"html\"","hint":"known: text, markdown, json"}`},
	})
}
