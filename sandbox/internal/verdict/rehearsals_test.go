package verdict_test

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verdict"
)

// TestRehearsals keeps more reports than there is room for, deletes one, and keeps the others
// over a restart, without one that cannot be read.
func TestRehearsals(t *testing.T) {
	t.Parallel()
	store, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "data.db"), NoSync: true})
	must(t, err)
	t.Cleanup(func() {
		if err := errors.Join(store.Check(), store.Close()); err != nil {
			t.Error(err)
		}
	})
	resume := func() *verdict.Rehearsals {
		return verdict.ResumeRehearsals(store.Rehearsals(), slog.New(slog.DiscardHandler))
	}
	kept := resume()
	for n := range verdict.MaxRehearsals + 2 {
		report := client.Rehearsal{Headline: fmt.Sprint("report ", n+1), Findings: []client.RehearsalTrial{{Accepted: "so it is"}, {}}}
		if line, err := kept.Keep(t.Context(), report); err != nil || line.ID != fmt.Sprint(n+1) || line.Findings != 2 || line.Failed != 1 {
			t.Errorf("got %+v", line)
		}
	}
	for n, id := range []string{"5", "5", "2"} {
		if known, err := kept.Delete(t.Context(), id); err != nil || known != (n == 0) {
			t.Errorf("%d: got %t, %v: a report is deleted once, while it is kept", n, known, err)
		}
	}
	must(t, store.Rehearsals().Put(t.Context(), "7", []byte("no report")))
	if list := resume().List(); list.Total != 18 {
		t.Errorf("got %d reports, want all but the one that cannot be read", list.Total)
	}
	must(t, store.Rehearsals().Delete(t.Context(), "7"))
	before := kept.List()
	before.Rehearsals = slices.DeleteFunc(before.Rehearsals, func(l client.RehearsalLine) bool { return l.ID == "7" })
	before.Total--
	kept = resume()
	if list := kept.List(); !reflect.DeepEqual(list, before) {
		t.Errorf("after a restart:\ngot  %+v\nwant %+v", list, before)
	}
	if line, err := kept.Keep(t.Context(), client.Rehearsal{}); err != nil || line.ID != "23" {
		t.Errorf("got %+v, %v", line, err)
	}
	var ids []string
	for _, line := range kept.List().Rehearsals {
		ids = append(ids, line.ID)
	}
	if want := []string{"23", "22", "21", "20", "19", "18", "17", "16", "15", "14", "13", "12", "11", "10", "9", "8", "6", "4", "3"}; !reflect.DeepEqual(ids, want) {
		t.Errorf("got %v, want %v", ids, want)
	}
	found, known := kept.Find("4")
	if _, gone := kept.Find("5"); !known || gone || found.Headline != "report 4" {
		t.Errorf("got %+v", found)
	}
}
