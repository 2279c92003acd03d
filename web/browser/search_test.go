package browser_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestSearch finds while a person types: an order by its reference, counts of texts, and
// commands.
func TestSearch(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	ref := s.ID("order-complete", "OrderReference")
	s.Get("/orders/" + ref + "/")
	w := open(t, s, "/ui/")
	w.see("Break something", "1 call; none was refused")
	ask := func(text string, seen ...string) {
		w.fill("combobox", "Search calls…", text)
		w.see(seen...)
		w.accessible(text)
		w.press("Enter")
	}
	ask(ref, "Order "+ref, "1 that contain "+ref)
	w.at("/ui/a/DEMO/data/orders/" + ref)
	w.see("COMPLETE") // the page is there, with its heading
	ask("fail forbidden once", "FORBIDDEN for the next call")
	w.see("FORBIDDEN fails the next call")
	ask("freeze", "Freeze the clock")
	w.see("frozen")
	ask("+8d", "Move the clock by +8d")
	w.see("orders leave the default search")
	ask("back to normal", "All back to normal")
	w.see("All is back to normal.", "As usual")
}

// TestSearchName finds people by their names as the pages write them, before their orders.
func TestSearchName(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := open(t, s, "/ui/")
	w.fill("combobox", "Search calls…", "ariel reed")
	w.see("Customer 410002 Ariel Reed", "COMPLETE Ariel Reed", "Customers 1 that contain ariel reed", "Orders 1 that contain ariel reed")
	w.press("Enter")
	w.at("/ui/a/DEMO/data/customers/410002")
	w.heading("…Ariel Reed…")
}

// TestCountsOfDropped counts calls that the journal has dropped too.
func TestCountsOfDropped(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.Journal = 5 })
	for range 4 {
		s.Get("/orders/?Limit=0")
	}
	try(t, s.Control().Account("DEMO").Activate(t.Context(), "FORBIDDEN", client.ActivationLimits{Times: 2}))
	for range 8 {
		s.Get("/orders/customer/?CustomerReference=410002")
	}
	w := open(t, s, "/ui/a/DEMO/")
	w.see("DEMO has answered 12 calls; 6 were refused, 2 of them arranged.")
	w.fill("combobox", "Search calls…", "410002")
	w.see("Calls 5 kept ones that contain 410002")
	w.open("/ui/a/DEMO/calls")
	w.see("DEMO 12", "5 calls", "7 older calls were dropped")
}
