package browser_test

import (
	"testing"

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
