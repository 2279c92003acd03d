package journal_test

import (
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

func TestSinceAMark(t *testing.T) {
	t.Parallel()
	limits := journal.Defaults()
	limits.Entries = 3
	j := journal.New(limits)
	r := j.Ring("A")
	call(j, r, "x")
	mark := r.Mark()
	call(j, j.Ring("B"), "x")
	want := []string{}
	for range 5 {
		want = append(want, call(j, r, "x"))
		entries, dropped := r.Since(mark)
		got := []string{}
		for i, e := range entries {
			got = append(got, e.Entry.ID)
			if e.Place <= mark.Place || i > 0 && e.Place <= entries[i-1].Place {
				t.Errorf("got %s at place %d, want a place after the mark and the entry before", e.Entry.ID, e.Place)
			}
		}
		equal(t, "dropped", dropped, int64(max(0, len(want)-3)))
		equalList(t, "entries", got, want[dropped:]...)
	}
}

func TestRestoredEntries(t *testing.T) {
	t.Parallel()
	from, to := journal.New(journal.Defaults()), journal.New(journal.Defaults())
	r := from.Ring("A")
	for range 3 {
		call(from, r, "body")
	}
	entries, _ := r.Since(journal.Mark{})
	for _, e := range entries[1:] {
		to.Ring("A").Restore(e.Entry.Entry)
	}
	equal(t, "next id", call(to, to.Ring("A"), ""), "A-4")
	restored, _ := to.Ring("A").Since(journal.Mark{})
	equal(t, "entries", len(restored), 3)
	if got, want := restored[0].Entry.Entry, entries[1].Entry.Entry; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if counts := to.Ring("A").Counts(); counts.Kept != 3 || counts.Bytes < 3*1024 {
		t.Errorf("got %+v, want three entries that have a size", counts)
	}
}
