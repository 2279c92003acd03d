package control

import (
	"flag"
	"net/netip"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

var update = flag.Bool("update", false, "write the documents of the control interface")

// Updates reports whether the tests write their files.
func Updates() bool { return *update }

// makeDocuments is the command to write the documents.
const makeDocuments = "go test ./sandbox/internal/control -run TestDescribed -update"

// TestDescribed compares the documents of this interface with its routes and types. With
// -update it writes them: an OpenAPI document, TypeScript types and tables in Markdown.
// Descriptions are the comments of the types and their fields, and closed sets of values
// are the constants of a type, so that nothing is written twice. Comments exist in source
// files only: so the sandbox serves what this test has written.
func TestDescribed(t *testing.T) {
	t.Parallel()
	s, tables := newShapes(), (&API{}).tables()
	openAPI, err := s.openAPI(tables)
	must(t, err)
	const page = "../../../web/guide/control.md"
	documents := map[string]string{
		"control.openapi.json":  string(openAPI),
		"../../../web/api.d.ts": s.typeScript(tables),
		page:                    withTables(t, page, s.markdown(tables)),
	}
	if s.err != nil {
		t.Fatal(s.err)
	}
	for path, want := range documents {
		if *update {
			must(t, os.WriteFile(path, []byte(want), 0o644))
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s is stale (%v), because a route or a type of package client changed; run: %s", path, err, makeDocuments)
		}
	}
}

// TestUndescribed has types whose JSON cannot be read from their fields.
func TestUndescribed(t *testing.T) {
	t.Parallel()
	type Error struct {
		ID string `json:"id"`
	}
	for want, body := range map[string]any{
		"netip.Addr writes its JSON itself; add it to the special types": netip.Addr{},
		"control.Error and client.Error would have the same name": struct {
			A Error        `json:"a"`
			B client.Error `json:"b"`
		}{},
		"func() has no JSON form that can be described": struct {
			F func() `json:"f"`
		}{},
		"struct { At time.Time }.At has no JSON name": struct{ At time.Time }{},
	} {
		s := newShapes()
		s.of(reflect.TypeOf(body))
		if s.err == nil || s.err.Error() != want {
			t.Errorf("got %v, want %s", s.err, want)
		}
	}
}

// withTables returns a page of the guide with the tables of routes between its
// two marks.
func withTables(t *testing.T, path, tables string) string {
	t.Helper()
	page, err := os.ReadFile(path)
	must(t, err)
	const begin, end = "<!-- routes: made by " + makeDocuments + " -->\n", "<!-- end of routes -->\n"
	before, rest, begun := strings.Cut(string(page), begin)
	_, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatalf("%s must have the lines %q and %q", path, begin, end)
	}
	return before + begin + "\n" + tables + end + after
}
