package web_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/web"
)

var linked = regexp.MustCompile(`<link rel="(modulepreload|stylesheet)" href="([^"]*)">`)

// TestPreload expects the index to name every module loaded with the first one and with
// the screen of the path, and the style of the screen.
func TestPreload(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "{{preload}}",
		"app/main.js": "// import './not.js'\nimport { a } from '../parts/a.js';\nimport '../frame/routes.js';\n" +
			"const text = `\n  import of nothing`;\n/** @import {T} from './type.js' */\nawait import('./later.js');\n",
		"app/deep.js":     "export function from(x) { return 'y'; }\n",
		"parts/a.js":      "import {\n  b,\n  c as d,\n} from \"../app/deep.js\";\nexport * from './b.js'\nexport { e as default } from './a.js';\n",
		"parts/b.js":      "import x, * as y from '../vendor/v.js';\nimport 'elsewhere';\nimport missing from './missing.js';\n",
		"vendor/v.js":     "export const a=1;var s='import \"./x.js\"'",
		"frame/routes.js": "export const routes = [\n  { path: 'a/:code', screen: 'home' },\n  { path: 'a/:code/calls/:id', screen: 'call', key: 1 },\n];\n",
		"screens/home.js": "import { own } from './home-part.js';\n", "screens/home-part.js": "", "screens/home.css": "",
		"screens/call.js": "import '../parts/b.js';\n",
	} {
		write(t, filepath.Join(folder, filepath.FromSlash(name)), text)
	}
	s := serve(t, folder)
	always := "app/main.js parts/a.js frame/routes.js app/deep.js parts/b.js vendor/v.js"
	home := "app/main.js parts/a.js frame/routes.js screens/home-part.js app/deep.js parts/b.js vendor/v.js screens/home.css"
	for at, want := range map[string]string{
		"/ui/": "screens/home.js " + home, "/ui/a/DEMO": "screens/home.js " + home, "/ui/a/DEMO/": "screens/home.js " + home,
		"/ui/a/D/calls/D-1": "screens/call.js " + always, "/ui/a/D/calls": always, "/ui/nothing": always, "/ui/a": always,
	} {
		var got []string
		for _, link := range linked.FindAllStringSubmatch(s.get(at).Body.String(), -1) {
			got = append(got, strings.TrimPrefix(s.linked(at, link[2]), "/ui/assets/dev/"))
		}
		slices.Sort(got)
		sorted := strings.Fields(want)
		slices.Sort(sorted)
		if !slices.Equal(got, sorted) {
			t.Errorf("%s: got  %q\nwant %q", at, got, sorted)
		}
	}
}

// TestPreloadPages expects the index of each page to name existing files, once each, and
// the module of its screen.
func TestPreloadPages(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	rows := regexp.MustCompile(`path: '([^']*)', screen: '([^']*)'`).FindAllStringSubmatch(read(t, filepath.Join("frame", "routes.js")), -1)
	if len(rows) < 10 {
		t.Fatalf("got %d routes", len(rows))
	}
	base := s.base()
	for _, row := range rows {
		at := "/ui/" + strings.ReplaceAll(row[1], ":", "")
		var got []string
		for _, link := range linked.FindAllStringSubmatch(s.get(at).Body.String(), -1) {
			got = append(got, s.linked(at, link[2]))
			if answer := s.get(s.linked(at, link[2])); answer.Code != 200 {
				t.Errorf("%s: got %d for %s", at, answer.Code, link[2])
			}
		}
		if screen := base + "/screens/" + row[2] + ".js"; !slices.Contains(got, screen) && s.get(screen).Code == 200 {
			t.Errorf("%s: %s is not in %q", at, screen, got)
		}
		slices.Sort(got)
		if len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Errorf("%s: a file is named twice in %q", at, got)
		}
	}
}

// TestTokenRequired reads in the index of a page whether the control interface requires a
// token. Only a page without one reads ahead.
func TestTokenRequired(t *testing.T) {
	t.Parallel()
	ahead := `<link rel="preload" as="fetch" href="../../../_sandbox/about" crossorigin>`
	for required, want := range map[bool]string{false: `data-token="no"`, true: `data-token="required"`} {
		handler, err := web.Handler(web.Options{TokenRequired: required})
		must(t, err)
		if got := (site{t, web.HardenHandler(handler)}).get("/ui/a/DEMO/calls").Body.String(); !strings.Contains(got, want) || strings.Contains(got, ahead) == required {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestTheme gives a page the theme named by its cookie.
func TestTheme(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	for cookie, want := range map[string]string{"": "system", "commerce-sandbox.theme=dark": "dark", "theme=dark; commerce-sandbox.theme=light": "light", "commerce-sandbox.theme=system": "system", `commerce-sandbox.theme="><b>`: "system"} {
		if got := s.get("/ui/", "Cookie: "+cookie).Body.String(); !strings.Contains(got, `data-theme="`+want+`"`) {
			t.Errorf("%q: got %.80s, want %s", cookie, got, want)
		}
	}
}
