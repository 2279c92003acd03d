package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// allowed are the tags of a page and the attributes of each.
var allowed = map[string]string{
	"a": "href page anchor", "blockquote": "", "br": "", "code": "", "em": "", "h2": "id", "h3": "id", "h4": "id", "h5": "id", "h6": "id", "hr": "", "img": "alt src",
	"li": "", "ol": "start", "p": "", "pre": "language", "strong": "", "table": "", "tbody": "", "td": "align", "th": "align", "thead": "", "tr": "", "ul": "",
}

// treePage is a page as a browser reads it.
type treePage struct {
	Name, Title string
	Tree        []any
}

// guideIndex is the list of pages as a browser reads it.
type guideIndex struct {
	Pages []struct {
		Name, Group, Title, Summary string
		Headings                    []struct {
			ID, Text string
			Level    int
		}
	}
}

func (s site) read(at string, into any) {
	s.t.Helper()
	answer := s.get(at)
	if err := json.Unmarshal(answer.Body.Bytes(), into); err != nil {
		s.t.Fatalf("%s: %d, %v", at, answer.Code, err)
	}
}

// walk shows every element below nodes.
func walk(t *testing.T, nodes []any, see func(tag string, attrs map[string]any, children []any)) {
	t.Helper()
	for _, n := range nodes {
		e, isElement := n.(map[string]any)
		if _, isText := n.(string); !isElement && !isText {
			t.Errorf("got %T, want text or an element", n)
		}
		if !isElement {
			continue
		}
		tag, _ := e["tag"].(string)
		attrs, _ := e["attrs"].(map[string]any)
		children, _ := e["children"].([]any)
		see(tag, attrs, children)
		walk(t, children, see)
	}
}

// TestGuide lists every page. Each has elements of the closed set only, and links that lead
// somewhere.
func TestGuide(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	base := s.base() + "/guide/"
	var index guideIndex
	s.read(base+"index.json", &index)
	anchors := map[string]bool{}
	for _, page := range index.Pages {
		anchors[page.Name] = true
		for _, h := range page.Headings {
			anchors[page.Name+"#"+h.ID] = true
		}
		if page.Title == "" || page.Title == page.Name || len(page.Summary) < 20 {
			t.Errorf("%s: got the title %q and the summary %q", page.Name, page.Title, page.Summary)
		}
	}
	if got, want := len(index.Pages), len(pages(t)); got != want {
		t.Errorf("got %d pages, want %d", got, want)
	}
	for _, listed := range index.Pages {
		name := listed.Name
		var page treePage
		s.read(base+name+".json", &page)
		if page.Name != name || len(page.Tree) == 0 {
			t.Errorf("%s: got %+v", name, page)
		}
		verifyTree(t, page, anchors)
	}
}

func verifyTree(t *testing.T, page treePage, anchors map[string]bool) {
	t.Helper()
	ids := map[string]bool{}
	walk(t, page.Tree, func(tag string, attrs map[string]any, _ []any) {
		names, known := allowed[tag]
		if !known {
			t.Errorf("%s: <%s> is not a tag of a page", page.Name, tag)
		}
		for name, value := range attrs {
			if text, is := value.(string); !slices.Contains(strings.Fields(names), name) || !is || text == "" {
				t.Errorf("%s: <%s> has %s=%v", page.Name, tag, name, value)
			}
		}
		if id, has := attrs["id"].(string); has {
			if ids[id] {
				t.Errorf("%s: two headings have the id %s", page.Name, id)
			}
			ids[id] = true
		}
		if href, has := attrs["href"].(string); has && !strings.HasPrefix(href, "https://") && !strings.HasPrefix(href, "http://") {
			t.Errorf("%s: a link to %s", page.Name, href)
		}
		if to, has := attrs["page"].(string); has {
			if anchor, has := attrs["anchor"].(string); has {
				to += "#" + anchor
			}
			if !anchors[to] {
				t.Errorf("%s: there is no %s", page.Name, to)
			}
		}
	})
}

// TestGuideSearch finds every section of every page in the search text.
func TestGuideSearch(t *testing.T) {
	t.Parallel()
	s := serve(t, "")
	var index guideIndex
	s.read(s.base()+"/guide/index.json", &index)
	var search struct {
		Sections []struct{ Page, Title, ID, Heading, Text string }
	}
	s.read(s.base()+"/guide/search.json", &search)
	found := map[string]string{}
	for _, section := range search.Sections {
		found[section.Page+"#"+section.ID] = section.Heading + "\n" + section.Text
	}
	for _, page := range index.Pages {
		for _, h := range page.Headings {
			if !strings.HasPrefix(found[page.Name+"#"+h.ID], h.Text+"\n") {
				t.Errorf("%s#%s: got %q", page.Name, h.ID, found[page.Name+"#"+h.ID])
			}
		}
	}
	if text := found["find-calls#"]; !strings.Contains(text, "calls") {
		t.Errorf("before the first heading: got %q", text)
	}
	if text := found["real-service#what-the-sandbox-adds"]; !strings.Contains(text, "X-Sandbox-Request the id of the call in the journal X-Sandbox-Explain the") {
		t.Errorf("cells of a table need blanks between them: got %q", text)
	}
}

// TestGuideTree reads the tree of Markdown. Hostile Markdown stays text.
func TestGuideTree(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"a *b* **c** `<d>` \\*e\\* &amp; &lt;\nf": `{"p":["a ",{"em":["b"]}," ",{"strong":["c"]}," ",{"code":["<d>"]}," *e* & < f"]}`,
		"a  \nb":                                `{"p":["a",{"br":[]},"b"]}`,
		"## A `b`!\n## A b":                     `{"h2 id=a-b":["A ",{"code":["b"]},"!"]} {"h2 id=a-b-1":["A b"]}`,
		"```go from=x.go\n<a>\n```":             `{"pre language=go":["<a>"]}`,
		"```\nx\n\n\ty\n```":                    `{"pre":["x\n\n\ty"]}`,
		"- a\n- b\n  1. c":                      `{"ul":[{"li":["a"]},{"li":["b",{"ol start=1":[{"li":["c"]}]}]}]}`,
		"7. a\n\n8. b":                          `{"ol start=7":[{"li":[{"p":["a"]}]},{"li":[{"p":["b"]}]}]}`,
		"> a\n\n---":                            `{"blockquote":[{"p":["a"]}]} {"hr":[]}`,
		"| a | b |\n|---|--:|\n| `c\\|d` | e |": `{"table":[{"thead":[{"tr":[{"th":["a"]},{"th align=right":["b"]}]}]},{"tbody":[{"tr":[{"td":[{"code":["c|d"]}]},{"td align=right":["e"]}]}]}]}`,
		"[a](b.md#c) [d](#e) [f](b.md)":         `{"p":[{"a anchor=c page=b":["a"]}," ",{"a anchor=e page=page":["d"]}," ",{"a page=b":["f"]}]}`,
		"[a](https://x.example/y?z=1&amp;w#v) <http://x>":           `{"p":[{"a href=https://x.example/y?z=1&w#v":["a"]}," ",{"a href=http://x":["http://x"]}]}`,
		"[a](no.md) [b](../x.md) [c](/etc) [d](//x/y.md)":           `{"p":["a b c d"]}`,
		"[a](javascript:alert(1)) [b](data:text/html,x)":            `{"p":["a b"]}`,
		"[a](java&#115;cript:alert(1)) [b](JAVASCRIPT&colon;x)":     `{"p":["a b"]}`,
		"[a](<java\tscript:x>) [b](vbscript:x) [c](\\javascript:x)": `{"p":["a b c"]}`,
		"<javascript:alert(1)> <a@b.example>":                       `{"p":["javascript:alert(1) a@b.example"]}`,
		"![a](javascript:x \"t\") ![b](https://x/y.png)":            `{"p":["a b"]}`,
		"![a *b*](pages-x.webp) ![c](../x.webp) ![d](/x.webp)":      `{"p":[{"img alt=a b src=pages-x.webp":[]}," c d"]}`,
		"<img src=x onerror=alert(1)> <b>c</b>":                     `{"p":["<img src=x onerror=alert(1)> <b>c</b>"]}`,
		"<script>\nalert(1)\n</script>":                             `{"p":["<script>\nalert(1)\n</script>"]}`,
		"<!-- a comment\n-->\nb":                                    `{"p":["b"]}`,
		"<svg onload=x>\n\n<iframe srcdoc='<script>'>":              `{"p":["<svg onload=x>"]} {"p":["<iframe srcdoc='<script>'>"]}`,
		"## <img src=x>\n# T":                                       `{"h2 id=img-srcx":["<img src=x>"]}`,
	} {
		folder := t.TempDir()
		write(t, filepath.Join(folder, "index.html"), "")
		write(t, filepath.Join(folder, "guide", "page.md"), source)
		write(t, filepath.Join(folder, "guide", "b.md"), "# B")
		var page treePage
		serve(t, folder).read("/ui/assets/dev/guide/page.json", &page)
		if got := short(page.Tree); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", source, got, want)
		}
		verifyTree(t, page, map[string]bool{"b": true, "b#c": true, "page#e": true})
	}
}

// short returns nodes in one line, an element as {"tag attributes":[children]}.
func short(nodes []any) string {
	var parts []string
	for _, n := range nodes {
		e, isElement := n.(map[string]any)
		if !isElement {
			parts = append(parts, quoted(n))
			continue
		}
		name := fmt.Sprint(e["tag"])
		attrs, _ := e["attrs"].(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(attrs)) {
			name += fmt.Sprintf(" %s=%v", key, attrs[key])
		}
		children, _ := e["children"].([]any)
		var below []string
		for _, child := range children {
			below = append(below, short([]any{child}))
		}
		parts = append(parts, "{"+quoted(name)+":["+strings.Join(below, ",")+"]}")
	}
	return strings.Join(parts, " ")
}

func quoted(value any) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // a string has a form in JSON
	return strings.TrimSpace(out.String())
}
