package browser_test

import (
	"net/http"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestScenarioAlone follows a scenario of one account alone from a call that it refused:
// reads, changes and switches it, and keeps it for all accounts.
func TestScenarioAlone(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	shop := s.Control().Account("DEMO")
	_, err := shop.PutOwnScenario(t.Context(), "mine", "summary: Only here\nrules: [{on: search-orders, answer: {status: 503}}]\n")
	try(t, err)
	s.Get("/orders/")
	answers := func(want int) {
		t.Helper()
		if got := s.Get("/orders/").Status; got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}

	w := open(t, s, "/ui/a/DEMO/calls/DEMO-1")
	w.click("link", "mine")
	w.see("Only here", "for this account alone", "It has affected 1 call of 1 that matched.", "summary: Only here", "GET /rest/6.0/orders/")
	w.see("Active 1", "Yours 1")
	w.accessible("a scenario of one account")

	w.click("button", "Switch off")
	w.see("mine is off.", "As usual")
	answers(http.StatusCreated)
	w.click("switch", "mine active")
	w.see("mine affects every call of search-orders until it is switched off.")
	answers(http.StatusServiceUnavailable)
	w.click("button", "All back to normal")
	w.see("All is back to normal.")
	w.click("button", "Undo")
	w.see("Undone.", "It has affected 0 calls")

	w.click("link", "Edit")
	w.see("mine is active for DEMO: what you save affects the next calls.", "Save and switch on", "Delete")
	w.fill("textbox", "Summary", "Changed here")
	w.press("Ctrl+s")
	w.see("It is saved.")
	w.open("/ui/a/DEMO/scenarios/mine")
	w.see("Changed here")
	w.click("button", "Keep for all accounts")
	w.see("mine is in the library, for all accounts.", "yours", "Active 1")
	if library, err := s.Control().Scenario(t.Context(), "mine"); err != nil || library.Summary != "Changed here" {
		t.Errorf("got %+v, %v", library, err)
	}
	w.click("button", "Undo")
	w.see("Undone.", "for this account alone", "Active 1")
	answers(http.StatusServiceUnavailable)

	w.open("/ui/a/DEMO/verdict")
	w.click("link", "mine")
	w.see("Changed here")
	w.allow("answer 404: GET /_sandbox/accounts/DEMO/scenarios/mine") // the page may hear that it is deleted before it is left
	w.click("button", "Delete mine")
	w.at("/ui/a/DEMO/scenarios")
	w.expect("answer 404: GET /_sandbox/accounts/DEMO/scenarios/mine")
	w.open("/ui/a/DEMO/scenarios/mine")
	w.see("There is no scenario mine.", "GET /rest/6.0/orders/")
}
