package credential_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

var update = flag.Bool("update", false, "write the table of mistakes into the guide")

// TestGuide compares the page Signing with the table of mistakes. With -update it writes it.
func TestGuide(t *testing.T) {
	t.Parallel()
	const path, from, to = "../../../web/guide/signing.md", "<!-- mistakes: made by go test ./sandbox/internal/credential -run TestGuide -update -->\n", "<!-- end of mistakes -->\n"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), from)
	_, after, ends := strings.Cut(rest, to)
	if !found || !ends {
		t.Fatalf("%s has no %s…%s", path, from, to)
	}
	var table strings.Builder
	table.WriteString("\n| Mistake | Sentence |\n|---|---|\n")
	for _, row := range credential.Rows() {
		table.WriteString("| `" + string(row.Mistake) + "` | `" + row.Sentence() + "` |\n")
	}
	want := before + from + table.String() + "\n" + to + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(page) {
		t.Errorf("%s is stale; run: go test ./sandbox/internal/credential -run TestGuide -update", path)
	}
}
