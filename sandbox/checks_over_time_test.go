package sandbox_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// overTime is a file of expectations of what comes between calls, and of records.
const overTime = `
expectations:
  - {record: campaign, where: campaign.Name == "Twice", count: 1}
  - {operation: create-upsell, repeats: {at_most: 0}}
  - in_order:
      - {operation: search-orders, where: status == 429}
      - {operation: search-orders, gap: {min: retry-after}}
  - in_order:
      - {operation: create-upsell}
      - {operation: delete-upsell, where: path.upsellCode != "none"}
`

// TestChecksOverTime verifies a careless client by file, by the Go API and by the verdict
// as JUnit: it creates a campaign twice, does not wait, and deletes another campaign.
func TestChecksOverTime(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for range 2 {
		if got := makeCall(t, s, twice(s), nil); got.Status != http.StatusCreated {
			t.Fatalf("got %d %s", got.Status, got.Body)
		}
	}
	search := goodCall(t, s, catalog.SearchOrders)
	makeCall(t, s, search, asking("throttled"))
	makeCall(t, s, search, nil)
	makeCall(t, s, operationCall{"DELETE", s.REST() + "/upsell/none/", ""}, nil)
	expected, err := sandbox.ReadExpectations([]byte(overTime))
	must(t, err)
	faults := []string{
		`campaigns where campaign.Name == "Twice": matched 2, expected exactly 1`,
		"create-upsell: matched 2; the same call was repeated 1 time, last as DEMO-2, expected at most 0",
		"expected at least 2s, as its Retry-After asks for",
		"step 2 (delete-upsell) was not found after DEMO-1 (create-upsell)",
	}
	got, err := controlled(s).VerifyAll(t.Context(), expected)
	if err != nil || got.Verified || len(got.Results) != len(faults) {
		t.Fatalf("got %t, %d results, %v", got.Verified, len(got.Results), err)
	}
	for n, fault := range faults {
		if !strings.Contains(got.Results[n].Message, fault) {
			t.Errorf("got  %s\nwant %s", got.Results[n].Message, fault)
		}
	}
	junit, err := controlled(s).VerdictText(t.Context(), client.VerdictRequest{Expectations: expected.Expectations}, client.AsJUnit)
	if err != nil || !strings.Contains(junit, "the same call was repeated 1 time") || !strings.Contains(junit, "campaigns where") {
		t.Errorf("got %v %s", err, junit)
	}
}
