package browser_test

import (
	"net/http"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// hands runs a test with the mouse and again with the keyboard alone.
func hands(t *testing.T, test func(t *testing.T, keyboard bool)) {
	t.Helper()
	for name, keyboard := range map[string]bool{"mouse": false, "keyboard": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, keyboard)
		})
	}
}

// within fails the test when the user needed more clicks since they were counted
// last, and counts from zero again.
func (w *window) within(clicks int) {
	w.t.Helper()
	if w.clicks > clicks {
		w.t.Errorf("it took %d clicks, at most %d are allowed", w.clicks, clicks)
	}
	w.clicks = 0
}

// TestBreak makes the next list of a customer's orders fail, and ends the scenario.
func TestBreak(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t)
		list := "/orders/customer/?CustomerReference=" + s.ID("customer-with-11-orders", "CustomerReference")
		w := open(t, s, "/ui/")
		w.keyboard = keyboard
		w.click("button", "Break something")
		w.click("option", "FORBIDDEN…")
		w.within(2)
		w.see("FORBIDDEN fails every call that documents it…until it is switched off.")
		w.title("● FORBIDDEN…")
		if got := s.Get(list).Status; got != http.StatusForbidden {
			t.Errorf("got %d, want 403", got)
		}
		w.click("button", "Switch FORBIDDEN off")
		w.within(1)
		w.see("As usual")
		if got := s.Get(list).Status; got != http.StatusOK {
			t.Errorf("got %d, want 200", got)
		}
	})
}

// TestStrip shows unusual settings, counts down, and returns to normal.
func TestStrip(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	w := open(t, s, "/ui/")
	w.see("As usual")
	try(t, account.Activate(t.Context(), "search-orders-internal-error", client.ActivationLimits{Times: 3}))
	try(t, account.DisableFeature(t.Context(), "API_GET_CUSTOMER_ORDERS"))
	try(t, account.SetAnswer(t.Context(), "search-status", "200"))
	_, err := account.Advance(t.Context(), 8*24*60*60*1e9)
	try(t, err)
	w.see("search-orders-internal-error…3 calls left", "API_GET_CUSTOMER_ORDERS off", "search-status…200", "8 d")
	w.still()
	s.Get("/orders/")
	w.see("search-orders-internal-error…2 calls left")
	w.click("button", "All back to normal")
	w.see("As usual")
	w.within(1)
	w.click("button", "Undo")
	w.see("search-orders-internal-error…2 calls left", "8 d")
	try(t, account.SetAnswer(t.Context(), "ended-campaigns", "both")) // not shown by the page yet
	w.press("x")
	w.see("As usual")
}

// TestToken asks for the token once, and keeps it for the tab.
func TestToken(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t, func(o *sandbox.Options) { o.ControlToken = "open sesame" })
		w := open(t, s, "/ui/a/DEMO/account")
		w.keyboard = keyboard
		w.allow("answer 401: …")
		w.see("This sandbox wants its control token")
		w.accessible("asked for the token")
		w.fill("textbox", "Control token", "wrong")
		w.click("button", "Continue")
		w.see("does not accept this token")
		w.fill("textbox", "Control token", "open sesame")
		w.click("button", "Continue")
		w.gone("This sandbox wants its control token")
		w.see("API_GET_CUSTOMER_ORDERS")
		w.reload()
		w.see("API_GET_CUSTOMER_ORDERS")
	})
}

// TestFirstCall sends a call without a word typed, and shows it.
func TestFirstCall(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t)
		w := open(t, s, "/ui/")
		w.keyboard = keyboard
		w.see("Ready. Nothing has called yet.")
		w.click("button", "Send a first call")
		w.within(1)
		w.at("/ui/a/DEMO/calls/DEMO-1")
		w.see("GET /rest/6.0/orders/", "201")
	})
}

// TestNoAccount opens the account named by an address.
func TestNoAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := open(t, s, "/ui/a/SHOP-2")
	w.allow("answer 404: GET /_sandbox/accounts/SHOP-2…")
	w.heading("No account SHOP-2")
	w.quiet()
	w.accessible("no account")
	w.click("button", "Open SHOP-2")
	w.see("Ready. Nothing has called yet.")
}

// TestNoPage opens an address that shows nothing.
func TestNoPage(t *testing.T) {
	t.Parallel()
	w := open(t, sandboxtest.Start(t), "/ui/a/DEMO/nowhere")
	w.heading("No such page")
	w.accessible("no page")
	w.click("link", "Overview of DEMO")
	w.see("Ready. Nothing has called yet.")
}

// TestKeys goes to screens by keys, and switches the letters off.
func TestKeys(t *testing.T) {
	t.Parallel()
	w := open(t, sandboxtest.Start(t), "/ui/")
	w.see("Break something") // the keys come with the header
	for _, way := range []struct{ letter, path string }{{"a", "/ui/a/DEMO/account"}, {"o", "/ui/a/DEMO/"}} {
		w.until(func() string { // the page forgets g a moment later
			if w.url() == way.path {
				return ""
			}
			w.press("g", way.letter)
			return "g " + way.letter + " does not lead to " + way.path
		})
	}
	w.press("?")
	w.see("Single letters are shortcuts", "Break something")
	w.accessible("help")
	w.click("switch", "Single letters are shortcuts")
	w.press("Escape")
	w.gone("Single letters are shortcuts")
	w.press("g", "a", "?")
	w.at("/ui/a/DEMO/")
	w.gone("Single letters are shortcuts")
}
