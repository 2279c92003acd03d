package control_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestBadClocks sends invalid changes, and the clock stays as it is.
func TestBadClocks(t *testing.T) {
	t.Parallel()
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"PUT", "/accounts/DEMO/clock", ``, 400,
			`{"error":"mode, now, advance or freeze is required","hint":"send {\"mode\": \"real\"}, {\"now\": \"2026-10-09 12:00:00\"}, {\"advance\": \"8d\"} or {\"freeze\": true}; freeze may also accompany now or advance"}`},
		{"PUT", "/accounts/DEMO/clock", `{"mode":"frozen"}`, 400,
			`{"error":"mode must be \"real\" and the only field","hint":"send {\"mode\": \"real\"}, {\"now\": \"2026-10-09 12:00:00\"}, {\"advance\": \"8d\"} or {\"freeze\": true}; freeze may also accompany now or advance"}`},
		{"PUT", "/accounts/DEMO/clock", `{"mode":"real","freeze":true}`, 400,
			`{"error":"mode must be \"real\" and the only field","hint":"send {\"mode\": \"real\"}, {\"now\": \"2026-10-09 12:00:00\"}, {\"advance\": \"8d\"} or {\"freeze\": true}; freeze may also accompany now or advance"}`},
		{"PUT", "/accounts/DEMO/clock", `{"now":"2027-01-01","advance":"1s"}`, 400,
			`{"error":"now and advance exclude each other","hint":"send {\"mode\": \"real\"}, {\"now\": \"2026-10-09 12:00:00\"}, {\"advance\": \"8d\"} or {\"freeze\": true}; freeze may also accompany now or advance"}`},
		{"PUT", "/accounts/DEMO/clock", `{"freeze":false}`, 400,
			`{"error":"mode, now, advance or freeze is required","hint":"send {\"mode\": \"real\"}, {\"now\": \"2026-10-09 12:00:00\"}, {\"advance\": \"8d\"} or {\"freeze\": true}; freeze may also accompany now or advance"}`},
		{"PUT", "/accounts/DEMO/clock", `{"advance":"8 days"}`, 400,
			`{"error":"duration \"8 days\": unknown unit \" days\": write numbers with units, such as 8d, -7d+1s or 1d12h (units: d = 24 h, h, m, s, ms, us, ns); or one of 1w, 1mo and 1y","hint":"send {\"mode\": \"real\"}, {\"now\": \"2026-10-09 12:00:00\"}, {\"advance\": \"8d\"} or {\"freeze\": true}; freeze may also accompany now or advance"}`},
		{"PUT", "/accounts/DEMO/clock", `{"now":"9999-01-01","freeze":true}`, 400,
			`{"error":"\"9999-01-01\" is out of range: the year must be from 1900 to 2199","hint":"send {\"mode\": \"real\"}, {\"now\": \"2026-10-09 12:00:00\"}, {\"advance\": \"8d\"} or {\"freeze\": true}; freeze may also accompany now or advance"}`},
		{"PUT", "/accounts/DEMO/clock", `{"speed":2}`, 400,
			`{"error":"unknown field speed; known: mode, now, advance, freeze, dry_run","hint":"send one JSON object with the documented fields"}`},
		{"PUT", "/accounts/DEMO/clock", `{"advance":8}`, 400,
			`{"error":"advance must be a string, got a number","hint":"send one JSON object with the documented fields"}`},
		{"GET", "/accounts/DEMO/clock", ``, 200,
			`{"now":"2026-10-09T12:00:00Z","mode":"real"}`},
	})
}

// TestClockMovesTheWindow steps over the 7-day edge (section 4.1): the next call
// sees fewer orders, by the new date.
func TestClockMovesTheWindow(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	count := func() (string, string) {
		a := s.Get("/orders/?Limit=1")
		_, count, _ := strings.Cut(a.Body, `"Count":`)
		return strings.Trim(count, "}"), a.Header.Get("Date")
	}
	before, _ := count()
	play(t, s, []step{{"PUT", "/accounts/DEMO/clock", `{"advance":"8d"}`, 200, `{"now":"2026-10-17T12:00:00Z","mode":"moved"}`}})
	after, date := count()
	if before == "0" || after != "0" || date != "Sat, 17 Oct 2026 12:00:00 GMT" {
		t.Errorf("got %s orders, then %s on %s", before, after, date)
	}
}
