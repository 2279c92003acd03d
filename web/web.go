// Package web shows the sandbox in a browser: the pages, as plain modules, styles and
// texts, and the guide. It serves them below /ui/, hardened, compressed and cached.
//
// Every path below /ui/ is a page and gets index.html, except for the files below
// /ui/assets/DIGEST/. The digest covers all files, so that a browser keeps them for ever,
// and relative imports stay within one version. The first request computes it; the start
// of the program costs nothing.
//
// A page of the guide has one title and answers its reader's question in its first lines;
// links between pages are relative, so that they hold on a code host and in the browser
// alike.
//
// The data of the pages belong to the control interface. Who may ask, and at which
// address, is decided by the server.
package web

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
	"sync"
)

// Base is the path of the pages.
const Base = "/ui"

//go:embed index.html report.html icon.svg style/*.css app/*.js frame/*.js parts/*.js screens/*.js screens/*.css vendor/*.js vendor/LICENSES.txt guide/*.md guide/*.webp
var embedded embed.FS

// Options say where the pages come from.
type Options struct {
	// Folder is read at each request, for work on the pages. The default, "", stands for
	// the program's own files.
	Folder string
	// TokenRequired says that the control interface requires a token. Then a page
	// asks for it first, because a browser reports a refused request as an error.
	TokenRequired bool
}

// pages serves the pages.
type pages struct {
	files fs.FS
	token bool                  // whether the control interface requires one
	kept  func() (*tree, error) // returns the tree of files, computed once; nil for a folder
}

// Handler returns a handler of GET and HEAD for Base, all paths below it, and the path /,
// which leads there. It fails when the folder of the options has no pages.
func Handler(o Options) (http.Handler, error) {
	if o.Folder == "" {
		return &pages{embedded, o.TokenRequired, sync.OnceValues(func() (*tree, error) { return readTree(embedded) })}, nil
	}
	if _, err := fs.Stat(folder(o.Folder), indexFile); err != nil {
		return nil, fmt.Errorf("dev must be a folder with the pages, such as web of a clone, got %q: %w", o.Folder, err)
	}
	return &pages{files: folder(o.Folder), token: o.TokenRequired}, nil
}

// folder is the folder at the path whenever a file is opened, because another one may have
// replaced it.
type folder string

// Open implements fs.FS. No link leads out of the folder.
func (f folder) Open(name string) (fs.File, error) {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }() // the file stays open
	return root.FS().Open(name)
}

// ServeHTTP answers a request for a page or a file.
func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := path.Clean(r.URL.Path)
	below := strings.TrimPrefix(strings.TrimPrefix(at, Base), "/")
	switch {
	case at == "/", at == Base && !strings.HasSuffix(r.URL.Path, "/"):
		redirect(w, r)
	case !isBelow(at, Base):
		fail(w, http.StatusNotFound, "the pages are below "+Base+"/")
	case isBelow(below, assetsFolder):
		p.serveAsset(w, r, strings.TrimPrefix(strings.TrimPrefix(below, assetsFolder), "/"))
	default:
		p.serveIndex(w, r, below)
	}
}

// redirect leads to the first page. The address is relative, because a proxy may
// have removed the front of the path.
func redirect(w http.ResponseWriter, r *http.Request) {
	target := strings.TrimPrefix(Base, "/") + "/"
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Location", target)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusFound)
}

// fail answers with a text.
func fail(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, text, status)
}
