package journal_test

import (
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

func TestRestoredEntries(t *testing.T) {
	t.Parallel()
	from, to := journal.New(journal.Defaults()), journal.New(journal.Defaults())
	r := from.Ring("A")
	for range 3 {
		call(from, r, "body")
	}
	entries := r.Entries()
	for _, e := range entries[1:] {
		to.Ring("A").Restore(e.Entry)
	}
	equal(t, "next id", call(to, to.Ring("A"), ""), "A-4")
	restored := to.Ring("A").Entries()
	equal(t, "entries", len(restored), 3)
	if got, want := restored[0].Entry, entries[1].Entry; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if counts := to.Ring("A").Counts(); counts.Kept != 3 || counts.Bytes < 3*1024 {
		t.Errorf("got %+v, want three entries that have a size", counts)
	}
}
