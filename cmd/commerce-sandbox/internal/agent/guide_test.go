package agent_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestGuideListsTools compares the table of tools in the guide with the tools.
func TestGuideListsTools(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "web", "guide", "agents.md"))
	must(t, err)
	var got, want []string
	for _, row := range regexp.MustCompile(`(?m)^\| (.+?) \|`).FindAllStringSubmatch(string(text), -1) {
		for _, name := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(row[1], -1) {
			got = append(got, name[1])
		}
	}
	listed, err := pipe(t, options("http://127.0.0.1:1")).ListTools(t.Context(), nil)
	must(t, err)
	for _, tool := range listed.Tools {
		want = append(want, tool.Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
