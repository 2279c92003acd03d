package sandbox_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestPages verifies where the pages are, who gets them, and that every answer below
// /ui/ is hardened, whoever makes it. With a control token, the files stay open.
func TestPages(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.ControlToken = "t0ken" })
	tests := []struct {
		line, host, want, kind string
	}{
		{"GET / HTTP/1.1", "localhost", "302", "text/html"},
		{"GET /ui HTTP/1.1", "localhost", "302", "text/html"},
		{"GET /ui/ HTTP/1.1", "localhost", "200", "text/html"},
		{"GET /ui/a/DEMO/calls?q=status:4xx HTTP/1.1", "localhost", "200", "text/html"},
		{"GET //ui//a/ HTTP/1.1", "localhost", "200", "text/html"},
		{"GET /rest/../ui/ HTTP/1.1", "localhost", "200", "text/html"},
		{"GET /ui/%2e%2e/_sandbox/accounts HTTP/1.1", "localhost", "404", "text/plain"},
		{"GET /ui/%2e%2e%2f_sandbox/accounts HTTP/1.1", "localhost", "404", "text/plain"},
		{"GET /ui/a%00b HTTP/1.1", "localhost", "200", "text/html"},
		{"GET /ui/assets/none/app/main.js HTTP/1.1", "localhost", "404", "text/plain"},
		{"GET /ui/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd HTTP/1.1", "localhost", "404", "text/plain"},
		{"GET /ui/assets/..%5c..%5cgo.mod HTTP/1.1", "localhost", "404", "text/plain"},
		{"POST /ui/ HTTP/1.1", "localhost", "405", "application/json"},
		{"DELETE / HTTP/1.1", "localhost", "405", "application/json"},
		{"OPTIONS /ui/a HTTP/1.1", "localhost", "405", "application/json"},
		{"BREW /ui/assets/x HTTP/1.1", "localhost", "405", "application/json"},
		{"GET /ui/ HTTP/1.1", "evil.example", "403", "application/json"},
		{"GET / HTTP/1.1", "evil.example", "403", "application/json"},
		{"GET /ui/assets/none/app/main.js HTTP/1.1", "evil.example", "403", "application/json"},
		{"POST /ui/ HTTP/1.1", "evil.example", "403", "application/json"},
	}
	for _, test := range tests {
		answer, _ := sendRaw(t, s, test.line+"\r\nHost: "+test.host+"\r\nContent-Length: 0\r\n\r\n")
		h := answer.Header
		if kind, _, _ := strings.Cut(h.Get("Content-Type"), ";"); !strings.HasPrefix(answer.Status, test.want) || kind != test.kind {
			t.Errorf("%s: got %s %v, want %s %s", test.line, answer.Status, h, test.want, test.kind)
		}
		if !strings.HasSuffix(h.Get("Content-Security-Policy"), "require-trusted-types-for 'script'") || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s as %s: got %v, want the headers of a page", test.line, test.host, h)
		}
		if test.want == "405" && h.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: allowed are %q", test.line, h.Get("Allow"))
		}
	}
	if answer, err := http.Head(s.URL() + "/"); err != nil || answer.StatusCode != http.StatusOK || answer.Request.URL.Path != "/ui/" {
		t.Errorf("HEAD: got %+v, %v", answer, err)
	}
	if status, _ := roundTrip(t, "GET", s.URL()+"/_sandbox/accounts", ""); status != http.StatusUnauthorized {
		t.Errorf("the data: got %d, want 401", status)
	}
}

// TestPagesWait verifies that a browser gets a page that tries again until the
// sandbox is ready, and that its files and data wait as ever.
func TestPagesWait(t *testing.T) {
	t.Parallel()
	s, err := sandbox.New(sandbox.Options{Ephemeral: true})
	must(t, err)
	get := func(at string) (*http.Response, string) {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+at, nil))
		return w.Result(), w.Body.String()
	}
	for at, want := range map[string]string{
		"/ui/a/DEMO/calls": "text/html; charset=utf-8", "/": "text/html; charset=utf-8", "/ui/assets/x/app/main.js": "application/json", "/_sandbox/accounts": "application/json",
	} {
		answer, body := get(at)
		if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Content-Type") != want || answer.Header.Get("Retry-After") != "1" || !strings.Contains(body, "start") {
			t.Errorf("%s: got %d %v %s", at, answer.StatusCode, answer.Header, body)
		}
	}
	must(t, s.Open(t.Context()))
	if answer, _ := get("/ui/"); answer.StatusCode != http.StatusOK {
		t.Errorf("ready: got %d", answer.StatusCode)
	}
	must(t, s.Stop(context.Background()))
	if answer, _ := get("/ui/"); answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("stopped: got %d %v", answer.StatusCode, answer.Header)
	}
}

// TestPagesFolder verifies that a folder replaces the pages that the program
// contains, and that a sandbox does not start with a folder that has none.
func TestPagesFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, err := sandbox.New(sandbox.Options{Ephemeral: true, PagesFolder: folder})
	if want := "dev must be a folder with the pages, such as web of a clone, got "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s…", err, want)
	}
	must(t, os.WriteFile(filepath.Join(folder, "index.html"), []byte("my pages"), 0o666))
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.PagesFolder = folder })
	if status, body := roundTrip(t, "GET", s.URL()+"/ui/accounts", ""); status != http.StatusOK || body != "my pages" {
		t.Errorf("got %d %s", status, body)
	}
}
