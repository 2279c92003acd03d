package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestTryAll sends every operation with the form as it is filled.
func TestTryAll(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	catalog, err := s.Control().Catalog(t.Context())
	try(t, err)
	w := open(t, s, "/ui/")
	for i, op := range catalog.Operations {
		w.open("/ui/a/DEMO/operations/" + op.ID)
		w.see("Filled…so that it succeeds", "curl -sS")
		w.press("Ctrl+Enter")
		w.see(fmt.Sprintf("DEMO-%d: why it was answered so", i+1))
		call, err := s.Control().Request(t.Context(), fmt.Sprintf("DEMO-%d", i+1))
		if err != nil || call.Operation != op.ID || call.Response.Status >= 300 || call.Cause != "" {
			t.Errorf("%s: got %s %d %s, %v", op.ID, call.Operation, call.Response.Status, call.Why, err)
		}
	}
}

// TestTryWith answers one call with a scenario, and leaves the others alone.
func TestTryWith(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t, sandboxtest.Frozen)
		w := open(t, s, "/ui/a/DEMO/operations/customer-orders")
		w.keyboard = keyboard
		w.click("button", "Answer with customer-orders-forbidden in the form")
		w.at("…with=customer-orders-forbidden…")
		w.see("X-Sandbox-Scenario: customer-orders-forbidden")
		w.expect("answer 403: …")
		w.click("button", "Send")
		w.see("403 FORBIDDEN", "arranged")
		w.see("As usual")
		w.accessible("answered")
		if got := s.Get("/orders/customer/?CustomerReference=" + s.ID("customer-with-11-orders", "CustomerReference")); got.Status != 200 {
			t.Errorf("got %d", got.Status)
		}
	})
}

// TestBench pastes a header signed without lengths.
func TestBench(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	w := open(t, s, "/ui/a/DEMO/signature")
	w.fill("textbox", "Credential header", s.Sign())
	w.see("The signature is right")
	w.fill("textbox", "Credential header", strings.Replace(s.Sign(), "12:00:00", "14:00:00", 1))
	w.see("Client 4 DEMO 19 2026-10-09 1…Sandbox 4 DEMO 19 2026-10-09 14:00:00", "Wrong: other date")
	w.accessible("a wrong signature")
}
