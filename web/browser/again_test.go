package browser_test

import (
	"net/http"
	"net/http/httptest"
	"path"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// losing serves the pages at an address of its own. It breaks the connection of the first
// request for each of the files.
func losing(t *testing.T, pages http.Handler, files ...string) string {
	var mu sync.Mutex
	lost := map[string]bool{}
	for _, name := range files {
		lost[name] = true
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Base(r.URL.Path)
		mu.Lock()
		lose := lost[name]
		delete(lost, name)
		mu.Unlock()
		if lose {
			panic(http.ErrAbortHandler)
		}
		pages.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for name := range lost {
			if !t.Skipped() {
				t.Errorf("%s was not asked for", name)
			}
		}
	})
	return server.URL
}

// TestLostFiles loses the first request for files: of the frame and of screens, of an
// import of a screen, of the first screen, and of the program itself.
func TestLostFiles(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][]string{
		"parts":   {"header.js", "strip.js", "accounts-list.js", "break-box.js", "finds.js", "coverage.js", "questions.css"},
		"nested":  {"coverage-row.js"},
		"first":   {"overview.js", "stream.js"},
		"program": {"router.js"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := openAt(t, losing(t, sandboxtest.Start(t).Sandbox().Handler(), files...), "/ui/")
			w.allow("failed: …", "issue StylesheetLoadingIssue: …", "exception: TypeError: Failed to fetch dynamically imported module…")
			w.see("Ready. Nothing has called yet.")
			w.click("button", "Break something")
			w.see("FORBIDDEN")
			w.press("Escape")
			w.click("button", "Account DEMO. Change it")
			w.see("All accounts")
			w.press("Escape")
			w.fill("combobox", "Search calls…", "nulls")
			w.see("nulls-omitted")
			w.press("Escape")
			w.click("link", "Coverage")
			w.heading("Coverage")
			w.click("link", "Questions")
			w.heading("Questions")
		})
	}
}

// TestLostCall opens a call whose module does not arrive, until it does.
func TestLostCall(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/?Limit=500")
	var arrives atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Base(r.URL.Path) == "call.js" && !arrives.Load() {
			panic(http.ErrAbortHandler)
		}
		s.Sandbox().Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	w := openAt(t, server.URL, "/ui/a/DEMO/calls")
	w.allow("failed: …")
	w.click("link", "…Limit=500…")
	w.heading("DEMO-1")
	w.see("The sandbox does not answer.")
	w.accessible("no call")
	arrives.Store(true)
	w.see("Limit must be from 1 to 200, got 500")
}

// TestStopWhileSomebodyClicks stops the sandbox, goes to screens that were not read yet,
// and starts it again.
func TestStopWhileSomebodyClicks(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	w := openAt(t, p.running.Load().URL(), "/ui/")
	w.stops()
	w.see("Ready. Nothing has called yet.")
	p.stop()
	w.click("link", "Coverage")
	w.see("The sandbox does not answer")
	w.accessible("no screen")
	w.click("link", "Questions")
	w.see("The sandbox does not answer")
	p.start()
	w.heading("Questions")
	w.see("search-status")
	w.click("link", "Coverage")
	w.heading("Coverage")
	w.gone("The sandbox does not answer")
}
