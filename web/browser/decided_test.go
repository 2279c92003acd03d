package browser_test

import (
	"net/http"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestWhoDecided names the scenario that refused or delayed a call, wherever the call is shown.
func TestWhoDecided(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	shop := s.Control().Account("DEMO")
	_, err := shop.PutOwnScenario(t.Context(), "waits", "summary: Waits\nrules: [{on: search-orders, delay: 10ms}]")
	try(t, err)
	s.Get("/orders/?Limit=1")
	_, err = shop.PutOwnScenario(t.Context(), "refuses", "summary: Refuses\nrules: [{on: search-orders, fail: INTERNAL_ERROR}]")
	try(t, err)
	s.Get("/orders/?Limit=1")
	try(t, shop.Deactivate(t.Context(), "waits"))
	s.Get("/orders/?Limit=1")
	try(t, shop.Activate(t.Context(), "feature-off", client.ActivationLimits{}))
	s.Get("/orders/customer/?CustomerReference=410002")

	w := open(t, s, "/ui/a/DEMO/calls")
	w.see("201 Created scenario waits delays the call by 10ms")
	w.open("/ui/a/DEMO/calls/DEMO-1")
	w.see("waits affected it.", "scenario waits delays the call by 10ms")
	w.open("/ui/a/DEMO/calls/DEMO-2")
	w.see("refuses decided it; without all of these this call would have passed", "Decided by scenario refuses.")
	w.open("/ui/a/DEMO/calls/DEMO-3")
	w.see("refuses is active for the account; without refuses this call would have passed all", "Decided by scenario refuses.")
	w.open("/ui/a/DEMO/calls/DEMO-4")
	w.see("without feature-off this call would have passed", "Decided by scenario feature-off.")
	w.click("link", "feature-off")
	w.at("/ui/a/DEMO/scenarios/feature-off")
}

// TestOfNoAccount opens pages of all accounts, and one of an account that does not exist.
func TestOfNoAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	try(t, s.Control().Account("DEMO").Activate(t.Context(), "slow", client.ActivationLimits{}))
	w := open(t, s, "/ui/a/DEMO/calls")
	w.see("All back to normal")
	for _, path := range []string{"/ui/accounts", "/ui/runs", "/ui/guide"} {
		w.open(path)
		w.heading("…")
		w.gone("All back to normal")
	}
	w.expect("answer 404: GET /_sandbox/accounts/NOPE")
	w.allow("answer 404: …")
	w.open("/ui/a/NOPE/calls")
	w.see("The sandbox has no account NOPE.")
	w.accessible("no account")
	w.click("link", "All accounts")
	w.at("/ui/accounts")
}

// TestIdleMove moves the clock by a step that changes nothing else, which looks like any other.
func TestIdleMove(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	w := open(t, s, "/ui/a/DEMO/time")
	w.see("+1 h")
	var looks []string
	w.script(`[...document.querySelectorAll('.time-steps button:not([aria-disabled], .primary)')]
		.filter(b => b.textContent.includes('+1')).map(b => getComputedStyle(b).borderStyle + getComputedStyle(b).color)`, &looks)
	for _, look := range looks {
		if look != looks[0] {
			t.Errorf("the steps look like %q", looks)
			break
		}
	}
}

// TestEveryCallIsAnswered says what an edited answer does to every call.
func TestEveryCallIsAnswered(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	if got := s.Get("/orders/?Limit=1").Status; got != http.StatusCreated {
		t.Fatalf("got %d", got)
	}
	w := open(t, s, "/ui/a/DEMO/calls/DEMO-1")
	w.click("button", "Edit…")
	w.pick("In", "")
	w.click("button", "Answer so")
	w.see("every call of search-orders is answered with")
}
