package catalog_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

var update = flag.Bool("update", false, "write the table of departures into the guide")

// TestDeparturesInGuide compares the guide with the table of departures. With -update it
// writes it.
func TestDeparturesInGuide(t *testing.T) {
	t.Parallel()
	const path, from, to = "../../../web/guide/verify-and-coverage.md", "<!-- departures: made by go test ./sandbox/internal/catalog -run TestDeparturesInGuide -update -->\n", "<!-- end of departures -->\n"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), from)
	_, after, ends := strings.Cut(rest, to)
	if !found || !ends {
		t.Fatalf("%s has no %s…%s", path, from, to)
	}
	table := "\n| Spelling | What the call has, and what the document has |\n|---|---|\n"
	for _, d := range catalog.Departures(0xffff).List() {
		table += "| `" + d.Name + "` | " + d.Sentence + " |\n"
	}
	want := before + from + table + "\n" + to + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(page) {
		t.Errorf("%s is stale; run: go test ./sandbox/internal/catalog -run TestDeparturesInGuide -update", path)
	}
}
