package journal_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestAbsent gives the reason for an absent entry: each reason in a ring of its own.
func TestAbsent(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 2, Body: 1 << 10, Account: 1 << 20, Total: 1 << 20})
	j.Resume(10, func(int64) {})
	r := j.Ring("DEMO")
	begin := func() *journal.Recorder {
		rec := j.Begin(httptest.NewRequest("GET", "/", nil), time.Unix(0, 0))
		r.Enroll(rec)
		return rec
	}
	verify := func(id string, want journal.Absence, last string) {
		t.Helper()
		if found, got, gotLast := j.Find(id); found != nil || got != want || gotLast != last {
			t.Errorf("%s: got %v, %v %q, want %v %q", id, found, got, gotLast, want, last)
		}
	}
	verify("DEMO", journal.NoID, "")
	verify("NOBODY-1", journal.NoRing, "")
	verify("DEMO-11", journal.NotYet, "")
	verify("DEMO-10", journal.Earlier, "")
	slow := begin() // 11
	verify("DEMO-11", journal.UnderWay, "DEMO-11")
	verify("DEMO-12", journal.NotYet, "DEMO-11")
	for range 3 { // 12, 13, 14; two are kept
		begin().Close(time.Unix(0, 0))
	}
	verify("DEMO-12", journal.Dropped, "DEMO-14")
	begin() // 15
	verify("DEMO-15", journal.UnderWay, "DEMO-15")
	slow.Close(time.Unix(0, 0))
	r.Clear(nobody)
	verify("DEMO-14", journal.Deleted, "DEMO-15")
	verify("DEMO-16", journal.NotYet, "DEMO-15")
}
