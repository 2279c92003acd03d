package control_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// fetch sends GET with header fields, and returns the answer and its body as they
// travel.
func fetch(t *testing.T, s *sandboxtest.Running, path string, header map[string]string) (*http.Response, []byte) {
	t.Helper()
	a := send(t, s, path, header)
	body, err := io.ReadAll(a.Body)
	must(t, err)
	return a, body
}

// send sends GET with header fields and returns the answer. Its body is open until the
// test ends.
func send(t *testing.T, s *sandboxtest.Running, path string, header map[string]string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+"/_sandbox"+path, http.NoBody)
	must(t, err)
	r.Header.Set("Accept-Encoding", "identity")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	a, err := (&http.Transport{DisableCompression: true}).RoundTrip(r)
	must(t, err)
	t.Cleanup(func() { _ = a.Body.Close() })
	return a
}

// TestETag reads seldom changed answers again with their tags, before and after a change.
func TestETag(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	tags := map[string]string{}
	for _, path := range []string{"/catalog", "/questions", "/scenarios", "/scenario.schema.json", "/world.schema.json", "/openapi.json", "/openapi.json?account=DEMO", "/control.openapi.json"} {
		a, whole := fetch(t, s, path, nil)
		tags[path] = a.Header.Get("ETag")
		if a.StatusCode != 200 || tags[path] == "" || len(whole) == 0 || a.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: got %d, %v", path, a.StatusCode, a.Header)
		}
		for _, given := range []string{tags[path], `"other", ` + tags[path], "*"} {
			a, body := fetch(t, s, path, map[string]string{"If-None-Match": given, "Accept-Encoding": "gzip"})
			if a.StatusCode != 304 || len(body) != 0 || a.Header.Get("ETag") != tags[path] {
				t.Errorf("%s, If-None-Match %s: got %d with %d bytes, want 304", path, given, a.StatusCode, len(body))
			}
		}
	}
	for path, change := range map[string]step{
		"/scenarios":                 {method: "PUT", path: "/scenarios/mine", body: "summary: mine\nrules: [{on: '*', delay: 1ms}]"},
		"/openapi.json?account=DEMO": {method: "PATCH", path: "/accounts/DEMO", body: `{"assume":{"search-status":"200"}}`},
	} {
		if status, text := visit(t, s, change.method, change.path, change.body); status != 200 {
			t.Fatal(text)
		}
		if a, _ := fetch(t, s, path, map[string]string{"If-None-Match": tags[path]}); a.StatusCode != 200 || a.Header.Get("ETag") == tags[path] {
			t.Errorf("%s: got %d, %s after a change, want 200 and another tag", path, a.StatusCode, a.Header.Get("ETag"))
		}
	}
	if a, _ := fetch(t, s, "/openapi.json", map[string]string{"If-None-Match": tags["/openapi.json"]}); a.StatusCode != 304 {
		t.Errorf("got %d, want 304, because the start flags are the same", a.StatusCode)
	}
}

// TestCompression asks for gzip: a long answer is compressed, a short one and a
// stream are not.
func TestCompression(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	gzipped := map[string]string{"Accept-Encoding": "gzip"}
	for _, path := range []string{"/catalog", "/accounts/DEMO/orders"} {
		plain, want := fetch(t, s, path, nil)
		a, body := fetch(t, s, path, gzipped)
		if plain.Header.Get("Content-Encoding") != "" || a.Header.Get("Content-Encoding") != "gzip" || a.Header.Get("Vary") != "Accept-Encoding" {
			t.Fatalf("%s: got %v and %v", path, plain.Header, a.Header)
		}
		if got := unzipped(t, body); got != string(want) || len(body) > len(want)/4 {
			t.Errorf("%s: got %d bytes as %d, want %d", path, len(got), len(body), len(want))
		}
	}
	if a, body := fetch(t, s, "/live", gzipped); a.Header.Get("Content-Encoding") != "" || string(body) != "{\"live\":true}\n" {
		t.Errorf("got %v %q", a.Header, body)
	}
	if a := send(t, s, "/stream", gzipped); a.Header.Get("Content-Encoding") != "" {
		t.Errorf("got %v", a.Header)
	}
}

func unzipped(t *testing.T, body []byte) string {
	t.Helper()
	from, err := gzip.NewReader(bytes.NewReader(body))
	must(t, err)
	text, err := io.ReadAll(from)
	must(t, err)
	return string(text)
}
