package browser_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestColoursOfLines colours each line of a body by itself. Otherwise the browser looks
// through all colours for each line that it describes to a screen reader, which takes
// seconds for three orders.
func TestColoursOfLines(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	post(t, http.MethodPost, s.SOAP(), "<a>\n<!-- b\nc --><d/>e</a>", map[string]string{"Content-Type": "text/xml"})
	s.Get("/orders/none/")
	w := open(t, s, "/ui/c/none-1")
	w.find("region", "Request, pretty")
	w.quiet()
	want := []string{
		"key in <a>: <a>", "key in <!-- b: <!-- b\nc -->", "key in <d/>e</a>: <d/>", "key in <d/>e</a>: </a>", "string in <d/>e</a>: e",
	}
	if got := w.colours("Request"); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	w = open(t, s, "/ui/a/DEMO/calls/DEMO-1")
	w.find("region", "Response, pretty")
	w.quiet()
	code := `"error_code": "ORDER_NOT_FOUND",`
	text := `"No order has the reference \"none\"; it is a placeholder that was never filled"`
	message := `"message": ` + text
	want = []string{
		"key in " + code + `: "error_code"`, "key in " + message + `: "message"`,
		"string in " + code + `: "ORDER_NOT_FOUND"`, "string in " + message + ": " + text,
	}
	if got := w.colours("Response"); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// colours returns the coloured parts of a message's body, each with the line in which it begins.
func (w *window) colours(message string) (parts []string) {
	w.t.Helper()
	w.script(`const body = document.querySelector('pre[aria-label="`+message+`, pretty"]')
	;[...CSS.highlights].flatMap(([kind, ranges]) => [...ranges].filter(r => body.contains(r.startContainer)).map(r => {
		const range = document.createRange()
		range.setStart(r.startContainer, r.startOffset)
		range.setEnd(r.endContainer, r.endOffset)
		return kind.replace('code-', '') + ' in ' + r.startContainer.data.trim() + ': ' + range
	}))`, &parts)
	return parts
}

// TestPointAtValue clicks on a value of an answer to change it.
func TestPointAtValue(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/none/")
	w := open(t, s, "/ui/a/DEMO/calls/DEMO-1")
	w.find("region", "Response, pretty")
	w.quiet() // otherwise the value moves
	var at struct{ X, Y float64 }
	w.script(`{
		const lines = document.createNodeIterator(document.querySelector('pre[aria-label="Response, pretty"]'), NodeFilter.SHOW_TEXT)
		const range = document.createRange()
		for (let line; (line = lines.nextNode()); ) {
			const found = line.data.indexOf('ORDER_NOT_FOUND')
			if (found >= 0) range.setStart(line, found), range.setEnd(line, found + 5)
		}
		range.startContainer.parentElement.scrollIntoView({block: 'center'})
		const box = range.getBoundingClientRect()
		;({x: box.left + box.width / 2, y: box.top + box.height / 2})
	}`, &at)
	w.clickAt(at.X, at.Y)
	w.value("combobox", "Value at", "$.error_code")
}
