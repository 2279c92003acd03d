package scenario_test

import (
	"os"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// The guide lists every name of conditions as the code does; -update writes the list.
func TestGuideListsVariables(t *testing.T) {
	t.Parallel()
	const path, head = "../../../web/guide/scenarios.md", "| Name | Type | Meaning |\n|---|---|---|\n"
	page, err := os.ReadFile(path)
	must(t, err)
	before, rest, found := strings.Cut(string(page), head)
	listed, after, ended := strings.Cut(rest, "\n\n")
	if !found || !ended {
		t.Fatalf("%s has no table that begins with\n%s", path, head)
	}
	var want []string
	for _, v := range scenario.Variables() {
		want = append(want, "| `"+v.Name+"` | "+v.Type+" | "+v.Meaning+" |")
	}
	table := strings.Join(want, "\n")
	if *update {
		must(t, os.WriteFile(path, []byte(before+head+table+"\n\n"+after), 0o600))
	} else if listed != table {
		t.Errorf("%s lists\n%s\nwant\n%s", path, listed, table)
	}
}
