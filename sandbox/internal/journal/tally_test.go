package journal_test

import (
	"fmt"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// ended records a call of a ring that ended so.
func ended(j *journal.Journal, r *journal.Ring, ending journal.Ending, at time.Time, preview bool) {
	d := j.Begin(httptest.NewRequest("GET", "/", nil), at)
	r.NextID(d)
	d.Operation, d.Cause, d.Departures, d.Preview = ending.Operation, ending.Cause, ending.Departures, preview
	if ending.Affected {
		d.Scenarios = "slow"
	}
	d.ResponseHead(ending.Status, ending.Code, nil)
	d.Close(at)
}

// TestDroppedCallsAreCounted counts dropped calls by how they ended, but no previews and no
// changes by the clock, until the ring is cleared.
func TestDroppedCallsAreCounted(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 1, Body: 100, Account: 1 << 20, Total: 1 << 20})
	r := j.Ring("A")
	good := journal.Ending{Operation: "search-orders", Status: 201}
	refused := journal.Ending{Operation: "search-orders", Status: 400, Code: "BAD", Cause: client.ByClient}
	arranged := journal.Ending{Operation: "search-orders", Status: 400, Code: "BAD", Cause: client.ByClient, Affected: true}
	misspelt := journal.Ending{Operation: "search-orders", Status: 201, Departures: 3}
	for n, ending := range []journal.Ending{good, refused, good, {}, arranged, refused, misspelt} {
		ended(j, r, ending, noon.Add(-time.Duration(n)*time.Second), false)
	}
	ended(j, r, good, noon, true)
	r.RecordEvent(noon, noon, "time passed", func(func(kind, id string, before, after []byte)) {})
	ended(j, r, good, noon, false) // the last one is kept
	got := r.Sight(0)
	want := []journal.Tally{
		{Ending: good, Calls: 2, First: 1, Last: 3, Arrival: noon.Add(-2 * time.Second)},
		{Ending: refused, Calls: 2, First: 2, Last: 6, Arrival: noon.Add(-5 * time.Second)},
		{Calls: 1, First: 4, Last: 4, Arrival: noon.Add(-3 * time.Second)},
		{Ending: arranged, Calls: 1, First: 5, Last: 5, Arrival: noon.Add(-4 * time.Second)},
		{Ending: misspelt, Calls: 1, First: 7, Last: 7, Arrival: noon.Add(-6 * time.Second)},
	}
	if !reflect.DeepEqual(got.Tallies, want) || got.Dropped != 9 || len(got.Entries) != 1 {
		t.Errorf("got %d entries, %d dropped, %+v\nwant %+v", len(got.Entries), got.Dropped, got.Tallies, want)
	}
	r.Clear(nobody)
	ended(j, r, refused, noon, false)
	if got := r.Sight(0); got.Tallies != nil || got.Dropped != 0 {
		t.Errorf("after the clearing: got %+v", got)
	}
}

// TestEndingsAreBounded counts the calls with the first 256 endings, and the others together.
func TestEndingsAreBounded(t *testing.T) {
	t.Parallel()
	const bound, more = 256, 50
	j := journal.New(journal.Limits{Entries: 0, Body: 100, Account: 1 << 20, Total: 1 << 20})
	r := j.Ring("A")
	for range 2 {
		for n := range bound + more {
			ended(j, r, journal.Ending{Status: 418, Code: fmt.Sprint("CODE_", n)}, noon, false)
		}
	}
	got := r.Sight(0).Tallies
	if len(got) != bound+1 {
		t.Fatalf("got %d endings", len(got))
	}
	for n, tally := range got {
		first := int64(n + 1)
		want := journal.Tally{Ending: journal.Ending{Status: 418, Code: fmt.Sprint("CODE_", n)}, Calls: 2, First: first, Last: first + bound + more, Arrival: noon}
		if n == bound {
			want = journal.Tally{Ending: journal.Ending{Unknown: true}, Calls: 2 * more, First: first, Last: 2 * (bound + more), Arrival: noon}
		}
		if tally != want {
			t.Errorf("got %+v, want %+v", tally, want)
		}
	}
}
