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

// losing serves the pages at an address of its own. It breaks the answer to the first
// request for each of the files, after its header, because a browser repeats a request by
// itself when a connection that it uses again breaks before.
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
			w.Header().Set("Content-Length", "1")
			_ = http.NewResponseController(w).Flush() // the browser sees the end
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
	address, arrives := without(t, s, "call.js")
	w := openAt(t, address, "/ui/a/DEMO/calls")
	w.allow("failed: …")
	w.click("link", "…Limit=500…")
	w.heading("DEMO-1")
	w.see("The sandbox does not answer.")
	w.accessible("no call")
	arrives.Store(true)
	w.see("Limit must be from 1 to 200, got 500")
}

// without serves a sandbox at an address of its own, but a file only when it may arrive.
func without(t *testing.T, s *sandboxtest.Running, file string) (address string, arrives *atomic.Bool) {
	arrives = &atomic.Bool{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Base(r.URL.Path) == file && !arrives.Load() {
			panic(http.ErrAbortHandler)
		}
		s.Sandbox().Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, arrives
}

// TestReadAhead reads screens ahead while an import of one does not arrive: the page stays
// as it is, and shows the screen to whoever goes there when it does.
func TestReadAhead(t *testing.T) {
	t.Parallel()
	address, arrives := without(t, sandboxtest.Start(t), "coverage-row.js")
	w := openAt(t, address, "/ui/")
	w.allow("failed: …")
	w.see("Ready. Nothing has called yet.")
	w.script("window.stays = true", nil)
	var is bool
	w.until(func() string {
		if w.script("window.readAhead?.(), performance.getEntriesByType('resource').some(e => e.name.endsWith('/screens/guide.js'))", &is); !is {
			return "the last screen is not read yet"
		}
		return ""
	})
	if w.script("!!window.stays", &is); !is {
		t.Error("the page began again although nobody needed the screen")
	}
	arrives.Store(true)
	w.click("link", "Coverage")
	w.heading("Coverage")
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
