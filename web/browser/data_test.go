package browser_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestGoBack previews a reset after calls and changes by hand, takes a snapshot
// first, and compares what goes with what the page said.
func TestGoBack(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	_, err := account.Advance(t.Context(), time.Minute) // within a second no date would change
	try(t, err)
	w := open(t, s, "/ui/a/DEMO/account")
	w.see("Gets new dates", "284 orders")
	upgrade(t, s)
	try(t, account.ChangeOrder(t.Context(), "@order-pending", client.OrderChange{Status: "CANCELED"}))
	w.see("1 order created", "1 order changed", "1 subscription changed", "2 calls")
	w.click("button", "Take a snapshot first")
	w.see("Snapshot … has 285 orders")
	w.click("button", "Go back to world default")
	w.see("DEMO is back to world default.")
	w.gone("1 order created")
	state, err := account.State(t.Context())
	try(t, err)
	if got := state.Counts.Records.Orders; got != 284 || state.Calls != 0 {
		t.Errorf("got %d orders and %d calls after the reset, want 284 and 0", got, state.Calls)
	}
	w.click("link", "Go back to it…")
	w.see("Comes back 1 order")
	w.click("button", "Go back to snapshot…")
	w.see("Nothing would change.")
}

// TestBiography reads what made and changed orders: a call over SOAP, one over
// REST, and a move by hand that is undone.
func TestBiography(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := open(t, s, "/ui/a/DEMO/data/orders?q=partner%3ANORTHWIND&sort=-date")
	w.see("11 orders")
	upgrade(t, s)
	w.see("480.00 EUR")
	w.press("j", "Enter")
	w.see("Made by upgrade-partner-subscriptions over SOAP", "It created the record.")
	w.accessible("an order made over SOAP")
	w.press("Escape")
	w.at("/ui/a/DEMO/data/orders?q=partner%3ANORTHWIND&sort=-date")

	s.Do("DELETE", "/orders/"+s.ID("purchase-order-awaiting-payment", "OrderReference")+"/", "")
	w.open("/ui/a/DEMO/data/orders/@purchase-order-awaiting-payment")
	w.see("cancel-order", `"PENDING"`, `"CANCELED"`, "A purchase order that is canceled stays so.")
	w.open("/ui/a/DEMO/data/orders/@order-complete")
	w.click("button", "Dispute: Open")
	w.see("dispute is OPEN.")
	w.click("button", "Undo")
	w.see("Undone.", "Dispute none")
}
