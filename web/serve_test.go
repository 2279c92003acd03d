package web_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// hardened are the headers of every answer below /ui/.
var hardened = map[string]string{
	"Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Resource-Policy": "same-origin",
}

// ofDocuments are further headers of every answer other than a file.
var ofDocuments = map[string]string{
	"X-Frame-Options":    "DENY",
	"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

// site is the pages, as a browser gets them.
type site struct {
	t       *testing.T
	handler http.Handler
}

// serve serves a folder, or the pages within the program.
func serve(t *testing.T, folder string) site {
	t.Helper()
	handler, err := web.Handler(web.Options{Folder: folder})
	must(t, err)
	return site{t, web.HardenHandler(handler)}
}

// get requests a path with headers, each as "Name: value", and verifies the headers
// of every answer.
func (s site) get(at string, headers ...string) *httptest.ResponseRecorder {
	return s.send(http.MethodGet, at, headers...)
}

func (s site) send(method, at string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequest(method, "http://sandbox"+at, nil)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	want := maps.Clone(hardened)
	if !strings.HasPrefix(r.URL.Path+"/", web.Base+"/assets/") {
		maps.Copy(want, ofDocuments)
	}
	for name, value := range want {
		if got := w.Header().Get(name); got != value {
			s.t.Errorf("%s %s: got %s %q, want %q", method, at, name, got, value)
		}
	}
	return w
}

// base returns the address of the assets, as named in the index.
func (s site) base() string {
	s.t.Helper()
	match := regexp.MustCompile(`src="(assets/[^/"]+)/app/boot.js"`).FindStringSubmatch(s.get("/ui/").Body.String())
	if match == nil {
		s.t.Fatal("the index names no assets")
	}
	return s.linked("/ui/", match[1])
}

// linked returns the path that a link of a page leads to.
func (s site) linked(page, link string) string {
	s.t.Helper()
	at, err := url.Parse(page)
	if err == nil {
		at, err = at.Parse(link)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return at.Path
}

// TestIndex gets the index for every path below /ui/. A browser asks again whether it
// changed, and / leads there.
func TestIndex(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	first := s.get("/ui/")
	for _, at := range []string{"/ui/a/DEMO/calls?q=status:4xx", "/ui/a/%2e%2e/x", "/ui/a/D%2FE/", "/ui/a/x\\..\\y", "/ui/a/%00", "/ui/" + strings.Repeat("x", 8000), "/ui/x/../guide"} {
		got := s.get(at)
		if got.Code != http.StatusOK || got.Header().Get("Content-Type") != "text/html; charset=utf-8" || got.Header().Get("Cache-Control") != "no-cache" ||
			!strings.Contains(got.Body.String(), "/app/main.js") {
			t.Errorf("%.80s: got %d %v", at, got.Code, got.Header())
		}
	}
	etag := first.Header().Get("Etag")
	if got := s.get("/ui/", "If-None-Match: "+etag); got.Code != http.StatusNotModified || got.Body.Len() > 0 || got.Header().Get("Etag") != etag {
		t.Errorf("unchanged: got %d %v", got.Code, got.Header())
	}
	if got := s.get("/ui/", `If-None-Match: "other"`); got.Code != http.StatusOK {
		t.Errorf("changed: got %d", got.Code)
	}
	for at, want := range map[string]string{"/": "ui/", "/ui": "ui/", "/?x=1": "ui/?x=1"} {
		if got := s.get(at); got.Code != http.StatusFound || got.Header().Get("Location") != want {
			t.Errorf("%s: got %d to %q, want %q", at, got.Code, got.Header().Get("Location"), want)
		}
	}
	for _, text := range []string{"{{", "assets//"} {
		if strings.Contains(first.Body.String(), text) {
			t.Errorf("the index has %q:\n%s", text, first.Body)
		}
	}
}

// TestAssets verifies types, caching and paths without an asset.
func TestAssets(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	base := s.base()
	for name, want := range map[string]string{
		"app/main.js": "text/javascript; charset=utf-8", "style/base.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml",
		"guide/index.json": "application/json", "vendor/LICENSES.txt": "text/plain; charset=utf-8",
	} {
		got := s.get(base + "/" + name)
		if got.Code != http.StatusOK || got.Header().Get("Content-Type") != want || got.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" ||
			got.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: got %d %v", name, got.Code, got.Header())
		}
		if again := s.get(base+"/"+name, "If-None-Match: "+got.Header().Get("Etag")); again.Code != http.StatusNotModified {
			t.Errorf("%s: got %d, want 304", name, again.Code)
		}
		head := s.send(http.MethodHead, base+"/"+name)
		if head.Body.Len() > 0 || head.Header().Get("Content-Length") != fmt.Sprint(got.Body.Len()) {
			t.Errorf("%s: HEAD has %d bytes, %v", name, head.Body.Len(), head.Header())
		}
	}
	long := strings.Repeat("x/", 4000)
	for _, at := range []string{
		"/ui/assets", "/ui/assets/", base, base + "/", base + "/app", base + "/app/", base + "/nothing.js", "/ui/assets/0000000000000000/app/main.js", "/ui/assets/dev/app/main.js",
		base + "/web.go", base + "/index.html", base + "/guide/start.md", base + "/app/main.js%00", base + "/app%2f..%2fmain.jsx",
		base + "/..%5c..%5cgo.mod", base + "//etc/passwd", base + "/" + long + "main.js", "/ui/assets/" + long,
		"/ui/assets/x/../../../etc/passwd", "/ui/%2e%2e/%2e%2e/etc/passwd",
	} {
		got := s.get(at)
		if got.Code != http.StatusNotFound || got.Header().Get("Content-Type") != "text/plain; charset=utf-8" || got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%.80s: got %d %v", at, got.Code, got.Header())
		}
	}
}

// TestCompression compresses assets for clients that accept it. The forms have tags of
// their own.
func TestCompression(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	at := s.base() + "/vendor/LICENSES.txt"
	whole := s.get(at)
	for accepted, want := range map[string]bool{
		"gzip": true, "GZIP": true, "br, gzip;q=0.5": true, "*": true, "deflate, *;q=0.1": true, "gzip; q=1.0": true,
		"": false, "br": false, "identity": false, "gzip;q=0": false, "gzip;q=0.000, *": false, "*;q=0": false, "gzip;q=x": false, "x-gzip-not": false,
	} {
		got := s.get(at, "Accept-Encoding: "+accepted)
		if zipped := got.Header().Get("Content-Encoding") == "gzip"; zipped != want || got.Header().Get("Content-Length") != fmt.Sprint(got.Body.Len()) {
			t.Errorf("%q: got %v, want compressed %t", accepted, got.Header(), want)
			continue
		}
		if !want {
			continue
		}
		unzip, err := gzip.NewReader(got.Body)
		must(t, err)
		text, err := io.ReadAll(unzip)
		if err != nil || !bytes.Equal(text, whole.Body.Bytes()) {
			t.Errorf("%q: got another text, %v", accepted, err)
		}
		tag := got.Header().Get("Etag")
		if tag == whole.Header().Get("Etag") {
			t.Errorf("both forms have the tag %s", tag)
		}
		if again := s.get(at, "Accept-Encoding: "+accepted, "If-None-Match: "+tag); again.Code != http.StatusNotModified {
			t.Errorf("%q: got %d, want 304", accepted, again.Code)
		}
	}
	if got := s.get(s.base()+"/icon.svg", "Accept-Encoding: gzip"); got.Code != http.StatusOK {
		t.Errorf("got %d", got.Code)
	}
}

// TestOpenerPolicy sends the policy only to origins trusted by browsers, because they
// ignore it elsewhere, with an error.
func TestOpenerPolicy(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	for url, want := range map[string]string{
		"http://localhost:8080/ui/": "same-origin", "http://a.localhost/ui/": "same-origin", "http://127.0.0.1:8080/ui/": "same-origin", "http://[::1]:8080/ui/": "same-origin",
		"https://sandbox.example/ui/": "same-origin", "http://sandbox:8080/ui/": "", "http://192.0.2.7/ui/": "", "http://localhost.example/ui/": "",
	} {
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
		if got := w.Header().Get("Cross-Origin-Opener-Policy"); got != want {
			t.Errorf("%s: got %q, want %q", url, got, want)
		}
	}
}

// TestFolder reads a folder at each request, without keeping any of it. No link leads out
// of it.
func TestFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	outside := filepath.Join(t.TempDir(), "secret.js")
	write(t, outside, "secret")
	write(t, filepath.Join(folder, "index.html"), `<script src="{{assets}}/app/main.js"></script>`)
	write(t, filepath.Join(folder, "app", "main.js"), "1")
	write(t, filepath.Join(folder, "notes.md"), "notes")
	write(t, filepath.Join(folder, "guide", "new.md"), "# New")
	for name, target := range map[string]string{"out.js": outside, "up.js": "../" + filepath.Base(filepath.Dir(outside)) + "/secret.js", "in.js": "app/main.js"} {
		must(t, os.Symlink(target, filepath.Join(folder, name)))
	}
	s := serve(t, folder)
	for at, want := range map[string]string{
		"/ui/":                              `200 <script src="assets/dev/app/main.js"></script>`,
		"/ui/assets/dev/app/main.js":        "200 1",
		"/ui/assets/dev/in.js":              "200 1",
		"/ui/assets/dev/guide/new.json":     `200 {"name":"new","title":"New","tree":[]}` + "\n",
		"/ui/assets/dev/guide/no.json":      "404",
		"/ui/assets/dev/out.js":             "404",
		"/ui/assets/dev/up.js":              "404",
		"/ui/assets/dev/notes.md":           "404",
		"/ui/assets/dev/app":                "404",
		"/ui/assets/other/app/main.js":      "404",
		"/ui/assets/dev/%2e%2e/secret.js":   "404",
		"/ui/assets/dev/..%2fsecret.js":     "404",
		"/ui/assets/dev/app%5cmain.js":      "404",
		"/ui/assets/dev/%00.js":             "404",
		"/ui/assets/dev/" + outside:         "404",
		"/ui/assets/dev/app/../app/main.js": "200 1",
	} {
		w := s.get(at)
		got := fmt.Sprintf("%d %s", w.Code, w.Body)
		if want == "404" {
			got = fmt.Sprint(w.Code)
		}
		if got != want || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Etag") != "" {
			t.Errorf("%s: got %s %v, want %s", at, got, w.Header(), want)
		}
	}
	write(t, filepath.Join(folder, "app", "main.js"), "2")
	if got := s.get("/ui/assets/dev/app/main.js").Body.String(); got != "2" {
		t.Errorf("after a change: got %q", got)
	}
	next := filepath.Join(t.TempDir(), "next")
	write(t, filepath.Join(next, "app", "main.js"), "3")
	must(t, errors.Join(os.Rename(folder, folder+".old"), os.Rename(next, folder)))
	if got := s.get("/ui/assets/dev/app/main.js").Body.String(); got != "3" {
		t.Errorf("in another folder of the name: got %q", got)
	}
}

// TestFolderWithoutPages refuses a folder without pages.
func TestFolderWithoutPages(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "index.html")
	write(t, file, "")
	for _, folder := range []string{t.TempDir(), filepath.Join(t.TempDir(), "nothing"), file} {
		_, err := web.Handler(web.Options{Folder: folder})
		if want := fmt.Sprintf("dev must be a folder with the pages, such as web of a clone, got %q: ", folder); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s…", err, want)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o777))
	must(t, os.WriteFile(path, []byte(text), 0o666))
}
