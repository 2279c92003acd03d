package browser_test

import (
	"fmt"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestBringIn drops files on a page: wrong records import nothing, Undo takes right ones
// back, and a scenario opens in its editor.
func TestBringIn(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	order := s.Get("/orders/" + s.ID("order-complete", "OrderReference") + "/").Body
	reference := s.ID("order-complete", "OrderReference")
	w := open(t, s, "/ui/a/DEMO/time")
	w.allow("answer 400: …", "answer 409: …", "answer 422: …")
	w.heading("Time")
	w.drop("order.json", order)
	w.see("JSON, 1 record")
	w.click("button", "Import into DEMO")
	w.see("the account has 1 order already: " + reference)
	w.accessible("a refused file")
	w.click("checkbox", "Replace the records that the account has already")
	w.click("button", "Import into DEMO")
	w.see("DEMO: 1 orders replaced; … personal values replaced.")
	w.click("button", "Undo")
	w.see("Undone.")
	if got := s.Get("/orders/" + reference + "/").Body; got != order {
		t.Errorf("after Undo, the order is %s", got)
	}
	w.drop("My calls.yaml", "summary: Mine\nrules:\n  - on: login\n    fail: INTERNAL_ERROR\n")
	w.click("button", "Open in the editor")
	w.at("/ui/a/DEMO/scenarios/new")
	w.value("textbox", "YAML of the scenario", "summary: Mine rules: …")
	w.value("textbox", "Name", "my-calls")
	w.drop("photo.txt", "hello")
	w.see("No file that the sandbox knows")
}

// drop drops a file on the page.
func (w *window) drop(name, text string) {
	w.t.Helper()
	w.script(fmt.Sprintf(`(() => {
		const data = new DataTransfer()
		data.items.add(new File([%q], %q))
		document.querySelector('h1').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}))
	})()`, text, name), nil)
}
