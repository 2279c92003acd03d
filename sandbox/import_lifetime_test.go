package sandbox_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestImportedLifetime imports an order whose subscription has no dates, null or absent:
// it never expires, and the export opens to the same records, as a world and as a fragment.
func TestImportedLifetime(t *testing.T) {
	t.Parallel()
	page := readText(t, "internal/transfer/testdata/page.json")
	for name, date := range map[string]string{"null": `"${1}": null,`, "absent": ""} {
		text := regexp.MustCompile(`"(SubscriptionStartDate|ExpirationDate)":\s*"[^"]*",`).ReplaceAllString(page, date)
		s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.World, o.Answers = "empty", map[string]string{"progress": "clock"} })
		account := s.Control().Account(s.Code())
		must(t, errorOf(account.Import(t.Context(), strings.NewReader(text), client.Import{})))
		must(t, errorOf(account.ChangeClock(t.Context(), client.ClockChange{Advance: "9000d"})))
		rows, total, err := account.Records(t.Context(), client.Subscriptions, client.Page{Query: "expired:false enabled:true"})
		if err != nil || total == 0 || strings.Contains(string(rows[0]), "_date") {
			t.Errorf("%s: got %s, %v", name, rows, err)
		}
		export := records(t, account)
		opened, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "OPENED", World: "empty"})
		must(t, err)
		other := s.Control().Account(opened.VendorCode)
		must(t, other.AddWorld(t.Context(), export))
		if got := strings.ReplaceAll(records(t, other), opened.VendorCode, s.Code()); got != export {
			t.Errorf("%s: got %s\nwant %s", name, got, export)
		}
	}
}
