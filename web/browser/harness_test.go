package browser_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// TestRecord provokes an entry of every kind in the record of a window.
func TestRecord(t *testing.T) {
	t.Parallel()
	w := openHandler(t, serve(`<title>Wrong</title><h1>Wrong</h1><script>
		console.warn('careful', 1)
		console.error('broken')
		console.log('fine')
		fetch('/missing')
		fetch('http://other.example/x').catch(() => {})
		setTimeout(() => { throw new Error('thrown') })
		document.body.append(Object.assign(document.createElement('p'), {textContent: 'done'}))
		try { eval('1') } catch {}
	</script>`), "/")
	w.see("done")
	w.expect("console warning: careful 1", "console error: broken", "answer 404: GET /missing",
		"request elsewhere: … http://other.example/x", "failed: … http://other.example/x …", "exception: Error: thrown…",
		"issue ContentSecurityPolicyIssue: …")
	w.until(func() string { return strings.Join(w.faults(), "\n") })
}

// TestRecordMissing expects entries that never come.
func TestRecordMissing(t *testing.T) {
	t.Parallel()
	r := newRecord("http://127.0.0.1")
	r.lines = []string{"answer 404: GET /a", "answer 404: GET /b"}
	r.expect("answer 404: GET /a", "answer 500: …")
	want := []string{"answer 404: GET /b", "expected, but it did not happen: answer 500: …"}
	if got := r.faults(); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestHand uses a page by mouse and by keyboard.
func TestHand(t *testing.T) {
	t.Parallel()
	form := serve(`<title>Form</title><h1>Form</h1><label>Name <input id="who"></label><button id="greet">Greet</button>
		<label><input type="checkbox" id="loud" role="switch"> Loud</label><p id="out"></p>
		<ul role="menu"><li role="menuitem" tabindex="0">One</li><li role="menuitem" tabindex="-1">Two</li></ul><script>
		const by = id => document.getElementById(id)
		by('greet').onclick = () => { by('out').textContent = 'Hello ' + by('who').value + (by('loud').checked ? '!' : '.') }
		for (const item of document.querySelectorAll('[role=menuitem]')) {
			item.onkeydown = e => { if (e.key === 'ArrowDown') item.nextElementSibling?.focus(); if (e.key === 'Enter') item.click() }
			item.onclick = () => { by('out').textContent = item.textContent; navigator.clipboard.writeText(item.textContent) }
		}
	</script>`)
	for _, keyboard := range []bool{false, true} {
		t.Run(fmt.Sprintf("keyboard=%v", keyboard), func(t *testing.T) {
			t.Parallel()
			w := openHandler(t, form, "/")
			w.keyboard = keyboard
			w.heading("Form")
			w.fill("textbox", "Name", "Ann")
			w.click("switch", "Loud")
			w.click("button", "Greet")
			w.see("Hello Ann!")
			w.click("menuitem", "Two")
			w.copied("Two")
			w.gone("Hello…")
			if w.clicks != 3 {
				t.Errorf("got %d clicks, want 3", w.clicks)
			}
		})
	}
}

// TestFindBetweenFrames finds a part of a window that draws nothing. On a busy machine a
// window sometimes draws nothing for minutes.
func TestFindBetweenFrames(t *testing.T) {
	t.Parallel()
	browser, f, held := needChromium(t), startFront(), true
	made, err := cdp.Call(browser, chromedp.FromContext(browser).Browser, target.CreateTarget, target.CreateTargetParams{URL: "about:blank", EnableBeginFrameControl: &held})
	if err != nil && os.Getenv("CI") == "" {
		t.Skipf("only chromium-headless-shell can be kept from drawing: %v", err)
	}
	try(t, err)
	w := newWindow(t, f.URL, f.add(t, serve(`<title>Form</title><h1>Form</h1><button>Greet</button>`)), browser, chromedp.WithTargetID(made.TargetID))
	w.open("/")
	w.find("button", "Greet")
}

// serve returns a handler of one page, without a script policy but for eval.
func serve(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "script-src 'unsafe-inline'")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><head><link rel="icon" href="data:,"></head><body>%s</body></html>`, body)
	}
}
