package soap

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of clients into the guide")

// TestGuideHasTheClients verifies that the guide has the table of clients.
func TestGuideHasTheClients(t *testing.T) {
	t.Parallel()
	const page = "../../../web/guide/soap.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile(`(?m)^\| Client \|.*\n(?:\|.*\n)*`)
	fresh := table.ReplaceAllLiteralString(string(text), clientTable())
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

// clientTable returns the clients as a table in Markdown.
func clientTable() string {
	var b strings.Builder
	b.WriteString("| Client | Version | WSDL | Note |\n|---|---|---|---|\n")
	for _, c := range clients {
		wsdl := c.wsdl()
		if len(c.styles) > 0 {
			wsdl = "`" + strings.ReplaceAll(wsdl, ", ", "`, `") + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.name, c.version, wsdl, c.note)
	}
	return b.String()
}
