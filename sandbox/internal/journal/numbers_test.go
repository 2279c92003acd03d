package journal_test

import (
	"context"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// marks is a store of the numbers reserved for calls.
type marks struct {
	mu   sync.Mutex
	last int64
	kept []int64
}

func (m *marks) save(mark int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = mark
	m.kept = append(m.kept, mark)
}

func TestNumbersGoOnAfterARestart(t *testing.T) {
	t.Parallel()
	var stored marks
	first := journal.New(journal.Defaults())
	first.Resume(0, stored.save)
	equal(t, "first", call(first, first.Ring("A"), ""), "A-1")
	equal(t, "of another account", call(first, first.Ring("B"), ""), "B-1")
	equal(t, "second", call(first, first.Ring("A"), ""), "A-2")
	equal(t, "used", first.HighestNumber(), 2)

	clean := journal.New(journal.Defaults())
	clean.Resume(first.HighestNumber(), stored.save)
	equal(t, "after a clean stop", call(clean, clean.Ring("A"), ""), "A-3")
	equal(t, "of an account without calls", call(clean, clean.Ring("C"), ""), "C-3")

	killed := journal.New(journal.Defaults())
	killed.Resume(stored.last, stored.save)
	equal(t, "after a kill", call(killed, killed.Ring("A"), ""), "A-1004")
}

// TestNumbersAreReservedAhead reads from the store, before each call, the number to go on
// from after a kill.
func TestNumbersAreReservedAhead(t *testing.T) {
	t.Parallel()
	var stored marks
	j := journal.New(journal.Limits{})
	j.Resume(0, stored.save)
	r := j.Ring("A")
	for n := int64(1); n < 5000; n++ {
		d := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
		r.NextID(d)
		if d.Number != n || stored.last < n {
			t.Fatalf("got number %d, reserved up to %d, want number %d", d.Number, stored.last, n)
		}
		d.Close(noon)
	}
	equal(t, "times that calls waited for the store", len(stored.kept), 4) // 1001, 2002, 4004, 8008
}

func TestNumbersAreReservedWhileCallsGoOn(t *testing.T) {
	t.Parallel()
	var stored marks
	reserved := make(chan struct{}, 100)
	j := journal.New(journal.Limits{})
	j.Resume(0, func(mark int64) {
		stored.save(mark)
		reserved <- struct{}{}
	})
	<-reserved
	ctx, stop := context.WithCancel(t.Context())
	var reserving sync.WaitGroup
	reserving.Go(func() { j.Reserve(ctx) })
	for range 502 { // the first above half of the reserved ones
		call(j, j.Ring("A"), "")
	}
	<-reserved
	stop()
	reserving.Wait()
	if stored.last < 1502 {
		t.Errorf("reserved up to %d, want at least 1502", stored.last)
	}
}

// TestNoIDTwice lets calls begin while their account is deleted and opened again.
func TestNoIDTwice(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 2, Account: 1 << 20, Total: 1 << 20})
	var stored marks
	j.Resume(0, stored.save)
	const callers, calls = 4, 2000
	ids := make([][]string, callers)
	var calling sync.WaitGroup
	for n := range callers {
		calling.Go(func() {
			for i := range calls {
				r := j.Ring("A")
				d := j.Begin(httptest.NewRequest("GET", "/", nil), noon)
				if i%20 == n {
					j.Drop("A", nobody)
				}
				ids[n] = append(ids[n], r.NextID(d))
				d.Close(noon)
			}
		})
	}
	calling.Wait()
	seen := map[string]bool{}
	for _, of := range ids {
		for _, id := range of {
			if seen[id] {
				t.Errorf("%s was given twice", id)
			}
			seen[id] = true
		}
	}
	if used := j.HighestNumber(); used > stored.last || used < callers*calls/2 {
		t.Errorf("got %d used, %d reserved", used, stored.last)
	}
}
