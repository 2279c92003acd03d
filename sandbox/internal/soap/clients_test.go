package soap_test

import (
	"flag"
	"os"
	"regexp"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

var update = flag.Bool("update", false, "write the table of clients into the guide")

// TestGuideHasTheClients verifies that the guide has the table of clients.
func TestGuideHasTheClients(t *testing.T) {
	t.Parallel()
	const page = "../../../web/guide/soap.md"
	text, err := os.ReadFile(page)
	must(t, err)
	table := regexp.MustCompile(`(?m)^\| Client \|.*\n(?:\|.*\n)*`)
	fresh := table.ReplaceAllLiteralString(string(text), soap.ClientTable())
	switch {
	case !table.Match(text):
		t.Errorf("%s has no table of clients", page)
	case fresh == string(text):
	case *update:
		if err := os.WriteFile(page, []byte(fresh), 0o644); err != nil {
			t.Error(err)
		}
	default:
		t.Errorf("the table of clients in %s is stale; run: go test ./sandbox/internal/soap -run TestGuideHasTheClients -update", page)
	}
}
