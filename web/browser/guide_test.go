package browser_test

import (
	"fmt"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestGuideCommands reads in the guide the commands for the reader's sandbox and account.
// A copy has the text that a reader would type.
func TestGuideCommands(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.As("ACME-2").Get("/orders/")
	w := open(t, s, "/ui/a/ACME-2")
	w.heading("…")
	w.click("link", "Guide")
	w.at("/ui/guide")
	w.find("list", "Call it")
	w.find("heading", "How far to trust it")
	w.click("link", "SOAP")
	w.at("/ui/guide/soap")
	w.heading("SOAP")
	w.see("export SANDBOX_URL="+w.base+" SANDBOX_ACCOUNT=ACME-2", "$ curl -s "+w.base+"/_sandbox/accounts/ACME-2/subscriptions/@subscription-upgradable")
	w.click("button", "Copy the command")
	w.copied("curl -s " + w.base + "/_sandbox/accounts/ACME-2/subscriptions/@subscription-upgradable")
	w.everywhere()
	w.open("/ui/guide/pages")
	w.see("a/ACME-2/calls/ACME-2-41")
}

// TestGuideOfTheAccount goes from an account to a page of no account at once, before the
// account is remembered.
func TestGuideOfTheAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.As("ACME-2").Get("/orders/")
	w := open(t, s, "/ui/a/ACME-2")
	w.heading("…")
	w.open("/ui/guide/pages")
	w.see("a/ACME-2/calls/ACME-2-41")
}

// TestGuideSearch finds a section, opens it, and comes back to the results.
func TestGuideSearch(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	w := open(t, s, "/ui/guide/start")
	w.heading("Start")
	w.fill("searchbox", "Search the guide", "padded-secret zz(")
	w.see("No section has “padded-secret zz(”.")
	w.fill("searchbox", "Search the guide", "reset snapshots")
	w.at("/ui/guide/start?q=reset+snapshots")
	w.see("Accounts: Reset and snapshots")
	w.everywhere()
	w.click("link", "Accounts: Reset and snapshots")
	w.at("/ui/guide/accounts#reset-and-snapshots")
	w.heading("Accounts")
	var top float64
	w.until(func() string {
		w.script(`scrollY && (document.getElementById('reset-and-snapshots')?.getBoundingClientRect().top ?? 0)`, &top)
		if top < 76 || top > 500 {
			return fmt.Sprintf("the section is at %g", top)
		}
		return ""
	})
	w.script(`history.back()`, nil)
	w.see("Accounts: Reset and snapshots")
	w.open("/ui/guide/nothing")
	w.see("The guide has no page nothing.")
}
