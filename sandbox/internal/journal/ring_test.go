package journal_test

import (
	"net/http/httptest"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

func TestIDs(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	equal(t, "first", call(j, j.Ring("MY-SHOP"), ""), "MY-SHOP-1")
	equal(t, "second", call(j, j.Ring("MY-SHOP"), ""), "MY-SHOP-2")
	equal(t, "unknown account", call(j, j.Ring(journal.None), ""), "none-1")
	d := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
	d.Close(noon)
	d = j.Begin(httptest.NewRequest("GET", "/", nil), noon)
	equal(t, "numbered", j.Ring("B").NextID(d), "B-1")
	equal(t, "numbered again", j.Ring("C").NextID(d), "B-1")
	d.Close(noon)

	for id, account := range map[string]string{"MY-SHOP-2": "MY-SHOP", "none-2": "", "B-1": "B"} {
		e, _, _ := j.Find(id)
		if e == nil || e.ID != id || e.Account != account {
			t.Errorf("Find(%q): got %+v", id, e)
		}
	}
	for _, id := range []string{"", "-", "-1", "B", "B-", "B-2", "B-0", "B--1", "B-01", "B-+1", "B-x", "C-1", "B-99999999999999999999"} {
		if e, _, _ := j.Find(id); e != nil {
			t.Errorf("Find(%q): got %+v, want nothing", id, e)
		}
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	r := j.Ring("A")
	slow := j.Begin(httptest.NewRequest("GET", "/slow", nil), noon)
	r.NextID(slow)
	for range 3 {
		call(j, r, "x")
	}
	slow.Close(noon)
	call(j, r, "x")

	isOdd := func(e *journal.Entry) bool { return e.Number%2 == 1 }
	for _, test := range []struct {
		name   string
		filter func(*journal.Entry) bool
		since  int64
		limit  int
		want   []string
		total  int
	}{
		{"all, in the order of closing", nil, 0, 0, []string{"A-5", "A-1", "A-4", "A-3", "A-2"}, 5},
		{"limit", nil, 0, 2, []string{"A-5", "A-1"}, 5},
		{"filter", isOdd, 0, 2, []string{"A-5", "A-1"}, 3},
		{"since, a slow call included", nil, 3, 0, []string{"A-5", "A-1", "A-4"}, 3},
		{"since the latest", nil, 5, 0, nil, 0},
		{"since one not kept", nil, 77, 0, nil, 0},
	} {
		entries, total := r.List(test.filter, test.since, test.limit)
		equalList(t, test.name, ids(entries), test.want...)
		equal(t, test.name, total, test.total)
	}

	r.Clear(nobody)
	call(j, r, "x")
	entries, _ := r.List(nil, 4, 0)
	equalList(t, "since one that was cleared", ids(entries), "A-6")
}

func TestClearForgetsCallsThatBeganBefore(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	r := j.Ring("A")
	call(j, r, "x")
	running := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
	r.NextID(running)
	r.Clear(nobody)
	running.Close(noon)
	equal(t, "counts", r.Counts(), journal.Counts{})
	equal(t, "bytes", j.Bytes(), 0)
	if e, ok := r.Latest(); ok {
		t.Errorf("Latest: got %+v, want nothing", e)
	}
	equal(t, "id", call(j, r, "x"), "A-3")
	equal(t, "counts", r.Counts(), journal.Counts{Total: 1, Kept: 1, Bytes: weight("x")})
}

func TestRefusedCallsAreCounted(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 2, Body: 100, Account: 1 << 20, Total: 1 << 20})
	r := j.Ring("A")
	for _, answer := range []struct {
		status int
		code   string
	}{{200, ""}, {404, "ORDER_NOT_FOUND"}, {500, ""}, {200, "FAULT"}, {0, ""}, {304, ""}} {
		rec := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
		r.NextID(rec)
		rec.ResponseHead(answer.status, answer.code, nil)
		rec.Close(noon)
	}
	counts := r.Counts()
	counts.Bytes = 0
	equal(t, "counts", counts, journal.Counts{Total: 6, Kept: 2, Refused: 4, Dropped: 4})
	r.Clear(nobody)
	equal(t, "counts", r.Counts(), journal.Counts{})
}

func TestDropForgetsTheRing(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	r := j.Ring("A")
	call(j, r, "x")
	running := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
	r.NextID(running)
	moved := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
	r.NextID(moved)
	j.Drop("A", nobody)
	j.Drop("A", nobody)
	r.Clear(nobody)
	running.Close(noon)
	equal(t, "bytes", j.Bytes(), 0)
	if e, _, _ := j.Find("A-2"); e != nil {
		t.Errorf("Find: got %+v, want nothing", e)
	}
	equal(t, "id in a ring made again", call(j, j.Ring("A"), "x"), "A-4")
	equal(t, "id of a call whose account is gone", moved.IDWithoutAccount(), "none-4")
	moved.Close(noon)
	if e, _, _ := j.Find("none-4"); e == nil || e.Account != "" {
		t.Errorf("Find: got %+v, want a call without an account", e)
	}
}
