package journal_test

import (
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// rowsOf returns the rows of a ring.
func rowsOf(r *journal.Ring) (rows []journal.Row) {
	for _, row := range r.Sight(0).Rows(0) {
		rows = append(rows, *row)
	}
	return rows
}

// TestRowsOutliveEntries reads the row of an entry dropped by a limit.
func TestRowsOutliveEntries(t *testing.T) {
	t.Parallel()
	const secret = "0123456789abcdef"
	j := journal.New(journal.Limits{Entries: 1, Body: 100, Account: 1 << 20, Total: 1 << 20})
	r := j.Ring("A")
	for _, path := range []string{"/orders/?Page=2", "/orders/" + secret + "/", "/" + strings.Repeat("x", 500), "/last"} {
		d := j.Begin(httptest.NewRequest("GET", path, nil), noon)
		r.NextID(d)
		d.Protocol, d.Operation, d.Scenarios, d.Questions, d.Cause = client.REST, "search-orders", "slow, flaky", "times", client.ByScenario
		d.AccountTime, d.Preview, d.Discarded = noon.AddDate(300, 0, 0), path == "/last", true
		d.Secret(secret)
		d.ResponseHead(404, "NOT_FOUND", nil)
		d.ResponseBody([]byte("the body"))
		d.Close(noon.Add(time.Millisecond))
	}
	row := func(number int64, id, path string, altered bool) journal.Row {
		return journal.Row{Altered: altered, Entry: journal.Entry{Entry: client.Entry{
			ID: id, Number: number, Account: "A", Protocol: client.REST, Operation: "search-orders", WallTime: noon,
			AccountTime: noon.AddDate(300, 0, 0), Duration: time.Millisecond, Cause: client.ByScenario, Discarded: true,
			Scenarios: "slow, flaky", Questions: "times",
			Request: client.Request{Method: "GET", URI: path}, Response: client.Response{Status: 404, Code: "NOT_FOUND"},
		}}}
	}
	want := []journal.Row{
		row(1, "A-1", "/orders/", false), row(2, "A-2", "/orders/0123…/", true), row(3, "A-3", "/"+strings.Repeat("x", 124)+"…", true),
	}
	if got := rowsOf(r); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestRowsKeepCodesWhole reads the code in a row unchanged, also when the client sends it
// as its secret, and a scenario whole with the longest name.
func TestRowsKeepCodesWhole(t *testing.T) {
	t.Parallel()
	code, scenario := strings.Repeat("C", 100), client.Names(strings.Repeat("s", 100))
	j := journal.New(journal.Limits{Entries: 1, Body: 100, Account: 1 << 20, Total: 1 << 20})
	r := j.Ring("A")
	for range 20 {
		d := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
		r.NextID(d)
		d.Scenarios = scenario
		d.Secret(code)
		d.ResponseHead(404, code, nil)
		d.Close(noon)
	}
	rows := rowsOf(r)
	if len(rows) != 19 {
		t.Errorf("got %d rows, want 19", len(rows))
	}
	for _, row := range rows {
		if row.Response.Code != code || row.Scenarios != scenario || row.Altered {
			t.Errorf("got %+v", row)
		}
	}
}

// TestRowsHaveTheirRoom fills the journal: rows take at most half of it, a lost row is
// counted, and rows and entries fit together.
func TestRowsHaveTheirRoom(t *testing.T) {
	t.Parallel()
	const total = 100_000
	j := journal.New(journal.Limits{Entries: 1000, Body: 100, Account: 1 << 20, Total: total})
	a, b := j.Ring("A"), j.Ring("B")
	for n := range 3000 {
		r := a
		if n >= 1000 {
			r = b
		}
		call(j, r, "x")
		if all := j.Bytes() + j.RowBytes(); all > total || j.RowBytes() > total/2 {
			t.Fatalf("call %d: entries hold %d bytes and rows %d", n, j.Bytes(), j.RowBytes())
		}
	}
	for name, r := range map[string]*journal.Ring{"A": a, "B": b} {
		sight, rows := r.Sight(0), rowsOf(r)
		if int64(len(rows))+sight.Lost != sight.Dropped {
			t.Errorf("%s: %d rows and %d lost of %d dropped", name, len(rows), sight.Lost, sight.Dropped)
		}
		if name == "A" && (len(rows) != 0 || sight.LostTo != 1000) || name == "B" && (len(rows) < 300 || rows[0].Number != sight.LostTo+1) {
			t.Errorf("%s: got %d rows, lost up to %d", name, len(rows), sight.LostTo)
		}
	}
	b.Clear()
	if got := b.Sight(0); j.RowBytes() != 0 || got.Dropped != 0 || got.Lost != 0 || len(rowsOf(b)) != 0 {
		t.Errorf("after the clearing: %d bytes, %+v", j.RowBytes(), got)
	}
	for range 100 {
		call(j, b, "x")
	}
	j.Drop("B")
	if j.RowBytes() != 0 {
		t.Errorf("after the account: %d bytes", j.RowBytes())
	}
}

// TestRingKeepsSoManyRows verifies the bound of one account.
func TestRingKeepsSoManyRows(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 1, Body: 100, Account: 1 << 20, Total: 1 << 30})
	r := j.Ring("A")
	for range 110_000 {
		call(j, r, "")
	}
	sight, rows := r.Sight(0), len(rowsOf(r))
	if rows > 100_000 || rows < 99_000 || int64(rows)+sight.Lost != sight.Dropped {
		t.Errorf("got %d rows and %d lost of %d dropped", rows, sight.Lost, sight.Dropped)
	}
	if perRow := j.RowBytes() / int64(rows); perRow > 200 {
		t.Errorf("a row takes %d bytes, want at most 200", perRow)
	}
}
