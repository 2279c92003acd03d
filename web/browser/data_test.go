package browser_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestGoBack takes a snapshot after calls and changes by hand, goes back to the world,
// and then to the snapshot.
func TestGoBack(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	w := open(t, s, "/ui/a/DEMO/account")
	upgrade(t, s)
	try(t, account.ChangeOrder(t.Context(), "@order-pending", client.OrderChange{Status: "CANCELED"}))
	w.click("button", "Go back…")
	w.see("608 records, with all that calls and people changed, are replaced. 2 recorded calls go.",
		"As at the start again: active scenarios, clock, features, answers to questions.", "a snapshot first keeps a way back")
	w.accessible("it asks before it goes back")
	w.click("button", "Take a snapshot first")
	w.see("Snapshot … has 285 orders")
	w.click("button", "Go back to world default")
	w.see("DEMO is back to world default.")
	state, err := account.State(t.Context())
	try(t, err)
	if got := state.Counts.Records.Orders; got != 284 || state.Calls != 0 {
		t.Errorf("got %d orders and %d calls after the reset, want 284 and 0", got, state.Calls)
	}
	w.click("link", "Go back to it…")
	w.click("button", "Go back…")
	w.click("button", "Go back to snapshot…")
	w.see("DEMO is back to snapshot …")
	state, err = account.State(t.Context())
	try(t, err)
	if got := state.Counts.Records.Orders; got != 285 {
		t.Errorf("got %d orders back at the snapshot, want 285", got)
	}
}

// TestBiography reads the history of orders: a call over SOAP, one over REST, and a move
// by hand, undone later.
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
	w.see("cancel-order", `"PENDING"`, `"CANCELED"`, "A purchase order that is canceled stays so.",
		"Status PENDING , before…CANCELED , now cancel-order", "awaiting payment , before…canceled , now cancel-order")
	w.open("/ui/a/DEMO/data/orders/@order-complete")
	w.look(look{width: 390})
	w.see("768.00 EUR · COMPLETE…Item…Money…State Status PENDING , not possible…COMPLETE , now") // goods and money before the possible actions
	w.look(look{})
	w.click("button", "Dispute: Open")
	w.see("dispute is OPEN.")
	w.click("button", "Undo")
	w.see("Undone.", "Dispute none")
	w.click("button", "Status: REFUND")
	w.see("status is REFUND. No move leads back.", "COMPLETE , before REFUND , now by hand")
}
