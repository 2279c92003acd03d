package web

import (
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

// indexFile is the shell of every page, firstModule its start, mapModule maps addresses
// to screens, and firstPage is the page at Base.
const (
	indexFile   = "index.html"
	firstModule = "app/main.js"
	mapModule   = "frame/routes.js"
	firstPage   = "a/CODE"
)

// firstRequest is the path of the first request of every page, relative to Base. The
// browser sends it before it has the modules.
const firstRequest = "../_sandbox/about"

// themeCookie is the name of the cookie with the theme that a person chose, so that a page
// begins in it.
const themeCookie = "commerce-sandbox.theme"

// view is what differs between shells: the way to Base, the screen whose files the shell
// names, and the theme.
type view struct{ base, screen, theme string }

// indexes are the shells made so far.
type indexes struct {
	mu   sync.Mutex
	kept map[view]*asset
}

// serveIndex answers a path below Base with the shell.
func (p *pages) serveIndex(w http.ResponseWriter, r *http.Request, below string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Cookie") // it has the theme
	v := view{baseFrom(r.URL.EscapedPath()), screenAt(p.files, below), themeOf(r)}
	if p.kept == nil {
		text, err := p.shell(liveDigest, v)
		if err != nil {
			fail(w, http.StatusInternalServerError, err.Error())
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(text) // a client that is gone has no use for an error
		return
	}
	index, err := p.index(v)
	if err != nil {
		fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	index.serve(w, r)
}

// baseFrom returns the relative way from a page to Base, because a proxy may have removed
// the front of the path. It ends in a slash unless it is empty.
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

// themeOf returns the theme that a person chose, by default system, the machine's.
func themeOf(r *http.Request) string {
	if c, err := r.Cookie(themeCookie); err == nil && (c.Value == "light" || c.Value == "dark") {
		return c.Value
	}
	return "system"
}

// index returns the kept shell of a view.
func (p *pages) index(v view) (*asset, error) {
	t, err := p.kept()
	if err != nil {
		return nil, err
	}
	t.index.mu.Lock()
	defer t.index.mu.Unlock()
	if found := t.index.kept[v]; found != nil {
		return found, nil
	}
	text, err := p.shell(t.digest, v)
	if err != nil {
		return nil, err
	}
	if t.index.kept == nil {
		t.index.kept = map[view]*asset{}
	}
	t.index.kept[v] = newAsset(text)
	return t.index.kept[v], nil
}

// screenAt returns the screen that the map of the pages has for a path below Base, or "".
// An empty path leads to the first account.
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

// shell returns the index with the address of the files. Links name the first request of
// the page and the files of the screen, so that the browser asks for all of them at once.
func (p *pages) shell(digest string, v view) ([]byte, error) {
	files := p.files
	text, err := fs.ReadFile(files, indexFile)
	if err != nil {
		return nil, err
	}
	base := v.base + path.Join(assetsFolder, digest)
	required, links := "required", []string{}
	if !p.token {
		required = "no"
		links = append(links, fmt.Sprintf(`<link rel="preload" as="fetch" href="%s" crossorigin>`, v.base+firstRequest))
	}
	for _, module := range modules(files, firstModule, "screens/"+v.screen+".js") {
		links = append(links, fmt.Sprintf(`<link rel="modulepreload" href="%s/%s">`, base, html.EscapeString(module)))
	}
	if style := "screens/" + v.screen + ".css"; isFile(files, style) {
		links = append(links, fmt.Sprintf(`<link rel="stylesheet" href="%s/%s">`, base, html.EscapeString(style)))
	}
	fill := strings.NewReplacer("{{token}}", required, "{{theme}}", v.theme, "{{assets}}", base, "{{preload}}", strings.Join(links, "\n    "))
	return []byte(fill.Replace(string(text))), nil
}

func isFile(files fs.FS, name string) bool {
	_, err := fs.Stat(files, name)
	return err == nil
}

// routes matches a row of the map of the pages.
var routes = regexp.MustCompile(`path: '([^']*)', screen: '([\w-]+)'`)

// imports matches the static imports of a module, and its exports from another.
var imports = regexp.MustCompile(`(?m)^[ \t]*(?:import|export)\b[\w$*{},\s]*?(?:\bfrom)?\s*["'](\.[^"']+)["']`)

// modules returns the modules loaded together with the first ones, in the order in which
// a browser finds them.
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
