package browser_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// keepSaved keeps the name and the beginning of a file saved by a page, in place of the
// browser.
const keepSaved = `URL.createObjectURL = blob => { window.saved = blob; return 'blob:saved' };
HTMLAnchorElement.prototype.click = async function () {
  const text = new TextDecoder('latin1').decode(await window.saved.arrayBuffer());
  window.savedFile = this.download + ' ' + text.length + ' ' + text.slice(0, 2) + ' ' + (text.match(/startedDateTime/g) ?? []).length;
}; 0`

// saves waits until the page has saved a file.
func (w *window) saves(want string) {
	w.t.Helper()
	w.until(func() string {
		var got string
		w.script("window.savedFile ?? ''", &got)
		if !matches(want, got) {
			return fmt.Sprintf("the page saved %q, want %q", got, want)
		}
		return ""
	})
}

// TestSaveTheCalls saves a bundle and an archive with the filter of the list, by mouse
// and by keyboard, from a sandbox that requires a token.
func TestSaveTheCalls(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.ControlToken = "open sesame" })
		for range 3 {
			s.Get("/orders/?Limit=1")
		}
		s.Get("/orders/nope/")
		w := open(t, s, "/ui/a/DEMO/calls?q=status:4xx")
		w.keyboard = keyboard
		w.allow("answer 401: …")
		w.fill("textbox", "Control token", "open sesame")
		w.click("button", "Continue")
		w.see("1 call")
		w.script(keepSaved, nil)
		w.click("button", "Save the calls")
		w.see("1 call with status:4xx as an HTTP Archive")
		w.click("button", "Save as HAR")
		w.saves("DEMO.har … {\" 1")
		w.see("The browser saves DEMO.har.")
		w.click("button", "Save bundle")
		w.saves("DEMO.bundle.zip … PK 0")
	})
}

// TestSaveWhatIsGone saves the bundle of an account deleted before the page hears of it.
// The page says so, and saves nothing.
func TestSaveWhatIsGone(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/?Limit=1")
	late := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/_sandbox/accounts/DEMO/bundle" {
			r.URL.Path = "/_sandbox/accounts/GONE/bundle"
		}
		s.Sandbox().Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(late.Close)
	w := openAt(t, late.URL, "/ui/a/DEMO/calls")
	w.expect("answer 404: GET /_sandbox/accounts/DEMO/bundle…")
	w.script(keepSaved, nil)
	w.click("button", "Save the calls")
	w.click("button", "Save bundle")
	w.see("unknown account \"GONE\"")
	var saved string
	if w.script("window.savedFile ?? ''", &saved); saved != "" {
		t.Errorf("the page saved %q", saved)
	}
}
