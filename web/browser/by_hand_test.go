package browser_test

import (
	"strings"
	"testing"

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
	w.script("document.querySelector('.record-folded:has(form) > summary').click()", nil)
	w.fill("textbox", "CountryCode", "Atlantis")
	w.click("button", "Save")
	w.see("CountryCode")
	w.fill("textbox", "CountryCode", "ie")
	w.fill("textbox", "City", "Galway")
	w.click("button", "Save")
	w.see("CountryCode, City are changed.", "Galway")
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
	w.script("document.querySelector('.record-folded:has(form) > summary').click()", nil)
	w.fill("textbox", "Name", "Autumn sale")
	w.pick("Discount.Type", "FIXED")
	w.fill("textbox", "Amount in", "EUR")
	w.click("button", "Add an amount in another currency")
	w.fill("spinbutton", "Discount.Values[EUR]", "7.5")
	w.click("button", "Remove Description[en]")
	w.everywhere()
	w.click("button", "Save")
	w.see("Name, Discount, Description are changed.", "Discount.Values[1].Amount")
	changed(t, s, "campaign/"+code, `"Name":"Autumn sale"`, `{"Currency":"EUR","Amount":7.5}`)
	w.click("button", "Undo")
	w.see("Undone.")
	changed(t, s, "campaign/"+code, `"Discount":{"Type":"PERCENT","Value":10}`, `"Language":"en"`)
}

// TestChangeProduct changes a price of a product, and its possible upgrades.
func TestChangeProduct(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	w := open(t, s, "/ui/a/DEMO/data/products/BACKUP-1Y")
	w.see("Change by hand")
	w.script("document.querySelector('.record-folded:has(form) > summary').click()", nil)
	w.fill("spinbutton", "prices.USD", "40.5")
	w.click("button", "Remove prices.GBP")
	w.click("button", "Save")
	w.see("prices is changed.", "by hand", "prices.GBP removed", "40.5")
	changed(t, s, "product/BACKUP-1Y", `"prices":{"EUR":29.95,"USD":40.5}`)
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
