package web

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// indexFile is the shell of every page, firstModule what it loads, mapModule says
// which screen an address shows, and firstPage is what Base shows.
const (
	indexFile   = "index.html"
	firstModule = "app/main.js"
	mapModule   = "frame/routes.js"
	firstPage   = "a/CODE"
)

// indexes are the shells, by the way to Base and the screen whose files each one loads
// ahead.
type indexes struct {
	mu   sync.Mutex
	kept map[string]*asset
}

// serveIndex answers a path below Base with the shell.
func (p *pages) serveIndex(w http.ResponseWriter, r *http.Request, below string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	screen, base := screenAt(p.files, below), baseFrom(r.URL.EscapedPath())
	if p.kept == nil {
		text, err := p.shell(base, liveDigest, screen)
		if err != nil {
			fail(w, http.StatusInternalServerError, err.Error())
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(text) // a client that is gone has no use for an error
		return
	}
	index, err := p.index(base, screen)
	if err != nil {
		fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	index.serve(w, r)
}

// baseFrom returns the way from a page to Base, with a slash at its end unless it is
// empty. It is relative, because a proxy may have removed the front of the path.
func baseFrom(path string) string {
	below, ok := strings.CutPrefix(path, Base+"/")
	depth := strings.Count(below, "/")
	if !ok || depth > deepest {
		return Base + "/"
	}
	return strings.Repeat("../", depth)
}

// deepest is the number of slashes in the longest path of a page.
const deepest = 8

// index returns the kept shell of a screen, for pages with the same way to Base.
func (p *pages) index(base, screen string) (*asset, error) {
	t, err := p.kept()
	if err != nil {
		return nil, err
	}
	t.index.mu.Lock()
	defer t.index.mu.Unlock()
	key := base + " " + screen
	if found := t.index.kept[key]; found != nil {
		return found, nil
	}
	text, err := p.shell(base, t.digest, screen)
	if err != nil {
		return nil, err
	}
	if t.index.kept == nil {
		t.index.kept = map[string]*asset{}
	}
	t.index.kept[key] = newAsset(text)
	return t.index.kept[key], nil
}

// screenAt returns the screen of a path below Base, "" when it has none. The map of
// the pages decides; the path of no page is that of the first account.
func screenAt(files fs.FS, below string) string {
	text, err := fs.ReadFile(files, mapModule)
	if err != nil {
		return ""
	}
	for _, route := range routes.FindAllSubmatch(text, -1) {
		if matches(string(route[1]), cmp.Or(below, firstPage)) {
			return string(route[2])
		}
	}
	return ""
}

// matches reports whether a path is one of a pattern such as a/:code/calls.
func matches(pattern, below string) bool {
	parts, segments := strings.Split(pattern, "/"), strings.Split(below, "/")
	return slices.EqualFunc(parts, segments, func(part, segment string) bool { return strings.HasPrefix(part, ":") || part == segment })
}

// shell returns the index with the address of the files below base, and with a link
// for each file that the first module and the screen need.
func (p *pages) shell(base, digest, screen string) ([]byte, error) {
	files := p.files
	text, err := fs.ReadFile(files, indexFile)
	if err != nil {
		return nil, err
	}
	base += path.Join(assetsFolder, digest)
	var links []string
	for _, module := range modules(files, firstModule, "screens/"+screen+".js") {
		if module != firstModule {
			links = append(links, fmt.Sprintf(`<link rel="modulepreload" href="%s/%s">`, base, html.EscapeString(module)))
		}
	}
	if style := "screens/" + screen + ".css"; isFile(files, style) {
		links = append(links, fmt.Sprintf(`<link rel="stylesheet" href="%s/%s">`, base, html.EscapeString(style)))
	}
	required := "no"
	if p.token {
		required = "required"
	}
	text = bytes.ReplaceAll(text, []byte("{{token}}"), []byte(required))
	text = bytes.ReplaceAll(text, []byte("{{assets}}"), []byte(base))
	return bytes.ReplaceAll(text, []byte("{{preload}}"), []byte(strings.Join(links, "\n    "))), nil
}

func isFile(files fs.FS, name string) bool {
	_, err := fs.Stat(files, name)
	return err == nil
}

// routes matches a row of the map of the pages.
var routes = regexp.MustCompile(`path: '([^']*)', screen: '([\w-]+)'`)

// imports matches the static imports of a module, and its exports from another.
var imports = regexp.MustCompile(`(?m)^[ \t]*(?:import|export)\b[\w$*{},\s]*?(?:\bfrom)?\s*["'](\.[^"']+)["']`)

// modules returns the modules that load together with the first ones, in the order
// in which a browser finds them.
func modules(files fs.FS, first ...string) []string {
	var found []string
	for queue := first; len(queue) > 0; queue = queue[1:] {
		name := queue[0]
		text, err := fs.ReadFile(files, name)
		if err != nil || slices.Contains(found, name) {
			continue
		}
		found = append(found, name)
		for _, match := range imports.FindAllSubmatch(text, -1) {
			queue = append(queue, path.Join(path.Dir(name), string(match[1])))
		}
	}
	return found
}
