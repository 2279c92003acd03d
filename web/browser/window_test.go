package browser_test

import (
	"context"
	"errors"
	"flag"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// window is a window of the browser with pages of one server. Its methods are the actions
// and observations of a user; they wait until one is possible and fail the test if it is
// not within patience.
type window struct {
	t        testing.TB
	ctx      context.Context
	base     string // scheme, host and port
	number   string // of the handler, if it shares the address with others
	keyboard bool   // use the keyboard in place of the mouse
	clicks   int    // how often the user clicked, or pressed a button by key
	*record
}

// patience is how long a window waits. It is long because a machine can be busy.
const patience = time.Minute

// open opens a window of a new user, and shows a page of a sandbox.
func open(t testing.TB, s *sandboxtest.Running, path string) *window {
	t.Helper()
	return openHandler(t, s.Sandbox().Handler(), path)
}

// openHandler opens a window of a new user, and shows a page of a handler.
func openHandler(t testing.TB, shown http.Handler, path string) *window {
	t.Helper()
	browser, f := needChromium(t), startFront()
	number := f.add(t, shown)
	w := newWindow(t, f.URL, number, browser, chromedp.WithTargetID(everyone.borrow(t, browser)), chromedp.WithDetachOnCancel())
	w.open(path)
	return w
}

// openAt opens a window that shares nothing with others, and shows a page of a server by
// its own address.
func openAt(t testing.TB, base, path string) *window {
	t.Helper()
	w := newWindow(t, base, "", needChromium(t), chromedp.WithNewBrowserContext())
	w.open(path)
	return w
}

// second opens another window of the same user.
func (w *window) second(path string) *window {
	w.t.Helper()
	other := newWindow(w.t, w.base, w.number, w.ctx)
	other.open(path)
	return other
}

func newWindow(t testing.TB, base, number string, parent context.Context, options ...chromedp.ContextOption) *window {
	t.Helper()
	w := &window{t: t, base: base, number: number, record: newRecord(base)}
	ctx, closeWindow := chromedp.NewContext(parent, append(options, chromedp.WithListener(w.add))...)
	w.ctx = ctx
	if err := chromedp.Do(ctx); err != nil { // it opens the window, which lives as long as the context
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.end()
		if number != "" && !t.Failed() {
			w.forget()
		}
		closeWindow()
	})
	send(w, audits.Enable, cdp.Empty{})
	// A window has the focus even when another test opens one.
	send(w, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	send(w, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: keepCopied + keepReading})
	if number != "" {
		send(w, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{headerOfWindow: number}})
	}
	w.look(look{})
	return w
}

// keepCopied keeps a page's copied text, because all windows share one clipboard.
const keepCopied = `if (navigator.clipboard) navigator.clipboard.writeText = async text => { window.copiedText = text };`

// keepReading keeps a page from reading ahead, because on a busy machine it begins at any moment of a
// test. A call of readAhead goes on with it. What has a limit of time is the editor's.
const keepReading = `{
	const idle = window.requestIdleCallback
	window.requestIdleCallback = (next, limit) => limit ? idle(next, limit) : void (window.readAhead = next)
}`

// end fails the test for unexpected records, and leaves a picture of a failed test among
// its artifacts, if go test has the flag -artifacts.
func (w *window) end() {
	w.t.Helper()
	w.script("0", nil) // events come in the order of answers
	for _, fault := range w.faults() {
		w.t.Error(fault)
	}
	if !w.t.Failed() {
		return
	}
	w.t.Logf("%s shows:\n%s", w.url(), w.text())
	if kept := flag.Lookup("test.artifacts"); kept == nil || kept.Value.String() != "true" {
		return
	}
	shot := send(w, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	file, err := os.CreateTemp(w.t.ArtifactDir(), "window-*.png")
	if err == nil {
		_, err = file.Write(shot.Data)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		w.t.Logf("no picture: %v", err)
	}
}

// forget leaves the front for the next user of the window as the first one found it.
func (w *window) forget() {
	w.t.Helper()
	send(w, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{}})
	w.open("")
	w.script("localStorage.clear(), sessionStorage.clear()", nil)
	send(w, page.ResetNavigationHistory, cdp.Empty{})
}

// navigations is how often a page is opened if something interrupts it.
const navigations = 3

// interruptions are errors of a browser whose machine got or lost an address, as containers
// beside it cause, and of a page that opened another one at that moment.
var interruptions = []string{"net::ERR_NETWORK_CHANGED", "net::ERR_ABORTED"}

// open shows a page by its path and query, and waits until it has loaded.
func (w *window) open(path string) {
	w.t.Helper()
	var err error
	for range navigations {
		if err = w.do(chromedp.Navigate(w.base + path)); err == nil || !slices.ContainsFunc(interruptions, func(text string) bool { return strings.Contains(err.Error(), text) }) {
			break
		}
	}
	if err != nil {
		w.t.Fatalf("opening %s: %v", path, err)
	}
}

func (w *window) reload() {
	w.t.Helper()
	if err := w.do(chromedp.Reload()); err != nil {
		w.t.Fatalf("reloading: %v", err)
	}
}

// url returns the path, query and fragment of the address bar.
func (w *window) url() string {
	w.t.Helper()
	var href string
	w.script("location.href", &href)
	return strings.TrimPrefix(href, w.base)
}

// script evaluates JavaScript, waits for the promise if it returns one, and decodes the
// result into a pointer, unless nil.
func (w *window) script(expression string, result any) {
	w.t.Helper()
	yes := true
	answer := send(w, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, ReturnByValue: &yes, AwaitPromise: &yes})
	w.decode(expression, answer.Result, answer.ExceptionDetails, result)
}

// send sends a command of the browser's protocol and returns the answer.
func send[P, R any](w *window, command cdp.Command[P, R], params P) R {
	w.t.Helper()
	answer, err := call(w, command, params)
	if err != nil {
		w.t.Fatalf("%s: %v", command.Method, err)
	}
	return answer
}

// call sends a command of the browser's protocol. It waits no longer than the browser may
// need, because one that never answers would hide which command it was.
func call[P, R any](w *window, command cdp.Command[P, R], params P) (R, error) {
	ctx, cancel := context.WithTimeout(w.ctx, 2*patience)
	defer cancel()
	return chromedp.Call(ctx, command, params)
}

// do does the actions of a user, as long as call waits.
func (w *window) do(actions ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(w.ctx, 2*patience)
	defer cancel()
	return chromedp.Do(ctx, actions...)
}
