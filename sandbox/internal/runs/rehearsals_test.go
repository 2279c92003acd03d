package runs_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/runs"
)

// TestRehearsals keeps more reports than there is room for, and deletes one.
func TestRehearsals(t *testing.T) {
	t.Parallel()
	var kept runs.Rehearsals
	for n := range runs.MaxRehearsals + 2 {
		report := client.Rehearsal{Headline: fmt.Sprint("report ", n+1), Findings: []client.RehearsalTrial{{Accepted: "so it is"}, {}}}
		if line := kept.Keep(report); line.ID != fmt.Sprint(n+1) || line.Findings != 2 || line.Failed != 1 {
			t.Errorf("got %+v", line)
		}
	}
	if !kept.Delete("5") || kept.Delete("5") || kept.Delete("2") {
		t.Error("a report is deleted once, while it is kept")
	}
	var ids []string
	for _, line := range kept.List().Rehearsals {
		ids = append(ids, line.ID)
	}
	if want := []string{"22", "21", "20", "19", "18", "17", "16", "15", "14", "13", "12", "11", "10", "9", "8", "7", "6", "4", "3"}; !reflect.DeepEqual(ids, want) {
		t.Errorf("got %v, want %v", ids, want)
	}
	found, known := kept.Find("4")
	if _, gone := kept.Find("5"); !known || gone || found.Headline != "report 4" {
		t.Errorf("got %+v", found)
	}
}
