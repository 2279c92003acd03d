package browser_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestChangeCustomer changes a customer by hand, meets a refusal, and goes back.
func TestChangeCustomer(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := open(t, s, "/ui/a/DEMO/data/customers/@customer-with-11-orders")
	w.allow("answer 400: …")
	w.click("switch", "Trial")
	w.see("Trial is changed.")
	w.unfold("Other fields")
	w.edit(fields, `"CountryCode": ".*"`, `"CountryCode": "Atlantis"`)
	w.click("button", "Save")
	w.see("CountryCode")
	w.edit(fields, `"CountryCode": ".*"`, `"CountryCode": "ie"`)
	w.edit(fields, `"City": ".*"`, `"City": "Galway"`)
	w.click("button", "Save")
	w.see("City, CountryCode are changed.", "Galway")
	w.accessible("a changed customer")
	listed := func() string {
		return s.Get("/orders/customer/?CustomerReference=" + s.ID("customer-with-11-orders", "CustomerReference")).Body
	}
	if !strings.Contains(listed(), `"City":"Galway"`) {
		t.Error("the interface does not show the other city")
	}
	w.click("button", "Undo")
	w.until(func() string {
		if strings.Contains(listed(), `"City":"Galway"`) {
			return "Undo does not bring the city back"
		}
		return ""
	})
}

// TestChangeCampaign changes a campaign by the names of the interface, and reads the change
// in its history, which goes back too.
func TestChangeCampaign(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	code := s.ID("campaign-enabled", "upsellCode")
	w := open(t, s, "/ui/a/DEMO/data/campaigns/"+code)
	w.click("switch", "Enabled")
	w.see("Enabled is changed.", "by hand", "true false")
	w.unfold("Other fields")
	w.edit(fields, `"Name": ".*"`, `"Name": "Autumn sale"`)
	w.edit(fields, `"Type": "PERCENT",\s*"Value": 10`,
		`"Type": "FIXED", "Values": [{"Currency": "USD", "Amount": 1}, {"Currency": "EUR", "Amount": 7.5}], "DefaultCurrency": "USD"`)
	w.everywhere()
	w.click("button", "Save")
	w.see("Name, Discount are changed.", "Discount.Values[1].Amount")
	changed(t, s, "campaign/"+code, `"Name":"Autumn sale"`, `{"Currency":"EUR","Amount":7.5}`)
	w.click("button", "Undo")
	w.see("Undone.")
	changed(t, s, "campaign/"+code, `"Discount":{"Type":"PERCENT","Value":10}`, `"Name":"From Basic to Pro"`)
}

// TestChangeProduct changes the prices of a product after a text that is no JSON and one that
// the sandbox refuses.
func TestChangeProduct(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	w := open(t, s, "/ui/a/DEMO/data/products/BACKUP-1Y")
	w.see("Change by hand")
	w.unfold("Fields")
	w.edit(fields, `"months": 12`, `"months": `)
	w.see("It is no JSON: ")
	w.edit(fields, `"months": ,`, `"months": 12, "colour": "red",`)
	w.allow("answer 400: …")
	w.click("button", "Save")
	w.see("unknown field colour")
	w.edit(fields, ` "colour": "red",`, "")
	w.edit(fields, `"USD": .*`, `"USD": 40.5`)
	w.edit(fields, `"GBP": .*`, "")
	w.click("button", "Save")
	w.see("prices is changed.", "by hand", "prices.GBP removed", "40.5")
	changed(t, s, "product/BACKUP-1Y", `"prices":{"EUR":29.95,"USD":40.5}`)
}

// unfold opens the details of a summary.
func (w *window) unfold(summary string) {
	w.t.Helper()
	w.script(fmt.Sprintf("[...document.querySelectorAll('summary')].find((s) => s.textContent === %q).click()", summary), nil)
	w.completes()
}

// fields is the name of the editor of a record.
const fields = "The fields as JSON"

// edit replaces the one place of an editor's text that a pattern matches, all at once, as
// pasting does.
func (w *window) edit(editor, pattern, by string) {
	w.t.Helper()
	var text string
	w.find("textbox", editor).call("function () { return this.innerText }", &text)
	at := regexp.MustCompile(pattern).FindAllStringIndex(text, -1)
	if len(at) != 1 {
		w.t.Fatalf("the editor has %d times %s: %s", len(at), pattern, text)
	}
	w.clickOn("textbox", editor)
	w.press("Ctrl+a")
	send(w, input.InsertText, input.InsertTextParams{Text: text[:at[0][0]] + by + text[at[0][1]:]})
}

// changed verifies that the latest change by hand left each text in a record.
func changed(t *testing.T, s *sandboxtest.Running, record string, texts ...string) {
	t.Helper()
	found, err := s.Control().Account(s.Code()).ByHand(t.Context(), record, 1)
	try(t, err)
	for _, text := range texts {
		if after := string(found.Changes[0].Change.After); !strings.Contains(after, text) {
			t.Errorf("%s has no %s: %s", record, text, after)
		}
	}
}

// TestDeleteRecord deletes an order after the page named its dependents.
func TestDeleteRecord(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	ref := s.ID("order-complete", "OrderReference")
	w := open(t, s, "/ui/a/DEMO/data/orders/"+ref)
	w.allow("answer 404: …") // of the record, read again by the page
	w.click("button", "Delete…")
	w.see("Goes: order "+ref, "handle order-complete")
	w.accessible("asked")
	w.click("button", "Delete order "+ref+" for ever")
	w.see("order " + ref + " is deleted.")
	w.at("/ui/a/DEMO/data/orders")
	if got := s.Get("/orders/" + ref + "/").Status; got != 404 {
		t.Errorf("got %d, want 404", got)
	}
}
