package browser_test

import (
	"net/http"
	"net/http/httptest"
	"path"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// losing breaks the connection of the first request for each of the files, and serves
// the pages otherwise.
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
			t.Errorf("%s was not asked for", name)
		}
	})
	return server.URL
}

// TestLostFiles loses the first request for files of the pages: of the frame, of a
// pressed button, of a screen, and of the first screen with its imports.
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

// TestStopWhileSomebodyClicks stops the sandbox, goes to unread screens, and starts it
// again.
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
