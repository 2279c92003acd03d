package web_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLinks follows the relative links of every document, with their anchors.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, path := range documents(t) {
		for _, fault := range brokenLinks(t, path, read(t, path)) {
			t.Error(fault)
		}
	}
}

// TestLinksBroken looks at a document with broken links.
func TestLinksBroken(t *testing.T) {
	t.Parallel()
	text := "# A page\n[self](#a-page) [no anchor](#a-pagf)\n```\n[in a fence](nowhere.md)\n# no heading\n```\n" +
		"[page](guide/start.md#start) [anchor](guide/start.md#stop) [file](guide/stop.md) [far](https://example.com/x) `[code](x)`\n"
	got := strings.Join(brokenLinks(t, "page.md", text), "\n")
	want := "page.md:2: there is no heading #a-pagf in page.md\n" +
		"page.md:7: there is no heading #stop in guide/start.md\n" +
		"page.md:7: there is no file guide/stop.md"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

var shownPicture = regexp.MustCompile(`!\[([^\]]*)\]\(([\w./-]+\.webp)\)`)

// TestPictures expects each picture of the guide and of the README to exist, be small and
// have a text in its place, and each existing one to be shown.
func TestPictures(t *testing.T) {
	t.Parallel()
	kept, err := filepath.Glob("guide/*.webp")
	if err != nil || len(kept) == 0 || len(kept) > 8 {
		t.Fatalf("got %q, %v, want 1 to 8 pictures", kept, err)
	}
	pages, err := filepath.Glob("guide/*.md")
	must(t, err)
	shown := map[string]bool{}
	for _, page := range append(pages, "../README.md") {
		for _, match := range shownPicture.FindAllStringSubmatch(read(t, page), -1) {
			path := filepath.Join(filepath.Dir(page), match[2])
			shown[path] = true
			data := read(t, path)
			if !strings.HasPrefix(data, "RIFF") || data[8:12] != "WEBP" || len(data) > 60_000 || len(match[1]) < 20 {
				t.Errorf("%s shows %s, %d bytes, as %q; want a WebP of at most 60000 bytes and a text: go test ./web/browser -run TestPictures -update", page, path, len(data), match[1])
			}
		}
	}
	for _, path := range kept {
		if !shown[path] {
			t.Errorf("nothing shows %s", path)
		}
	}
}

// TestPages looks at the form of the guide: each page has one title, in its first line,
// and the README lists the pages in the groups and the order of the guide.
func TestPages(t *testing.T) {
	t.Parallel()
	readme := read(t, filepath.Join("..", "README.md"))
	if got, most := strings.Count(readme, "\n"), 180; got > most {
		t.Errorf("README.md has %d lines, at most %d are allowed", got, most)
	}
	for _, path := range pages(t) {
		text := read(t, path)
		var titles []string
		for _, h := range headings(text) {
			if h.level == 1 {
				titles = append(titles, h.text)
			}
		}
		if len(titles) != 1 || !strings.HasPrefix(text, "# ") {
			t.Errorf("%s: got the titles %q, want one, in the first line", path, titles)
		}
	}
	var index guideIndex
	s := serve(t, "")
	s.read(s.base()+"/guide/index.json", &index)
	var want []string
	for _, p := range index.Pages {
		want = append(want, p.Group+": "+p.Name)
	}
	var got []string
	for _, row := range readmeGroup.FindAllStringSubmatch(readme, -1) {
		for _, link := range readmePage.FindAllStringSubmatch(row[2], -1) {
			got = append(got, row[1]+": "+link[1])
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("README.md lists\n%q\nthe guide shows\n%q; change guideGroups or the table of the README", got, want)
	}
}

// readmeGroup is a row of the README's list of pages, and readmePage a page in it.
var (
	readmeGroup = regexp.MustCompile(`(?m)^\| \*\*(.+?)\*\* \| (.*) \|$`)
	readmePage  = regexp.MustCompile(`\(web/guide/([\w-]+)\.md\)`)
)

// TestFloorPlan finds packages missing in CONTRIBUTING.
func TestFloorPlan(t *testing.T) {
	t.Parallel()
	plan := read(t, filepath.Join("..", ".github", "CONTRIBUTING.md"))
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && entry.Name() == "testdata" {
			return cmp.Or(err, fs.SkipDir)
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../")
		if !strings.Contains(plan, "`"+folder+"`") && !strings.Contains(plan, "| `"+filepath.Base(folder)+"`") {
			t.Errorf("CONTRIBUTING.md: describe the package `%s` under Where things live", folder)
		}
		return nil
	})
	must(t, err)
}

func pages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join("guide", "*.md"))
	if err != nil || len(found) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	return found
}

func documents(t *testing.T) []string {
	t.Helper()
	found := append(pages(t), filepath.Join("..", "README.md"))
	more, err := filepath.Glob(filepath.Join("..", ".github", "*.md"))
	must(t, err)
	return append(found, more...)
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return string(text)
}

// prose returns the lines of a document. Those of code blocks are empty, so that the others
// keep their numbers.
func prose(text string) []string {
	lines, fenced := strings.Split(text, "\n"), false
	for i, line := range lines {
		fence := strings.HasPrefix(line, "```")
		if fence || fenced {
			lines[i] = ""
		}
		fenced = fenced != fence
	}
	return lines
}

type heading struct {
	level int
	text  string
}

func headings(text string) []heading {
	var found []heading
	for _, line := range prose(text) {
		if marks, rest, ok := strings.Cut(line, " "); ok && marks != "" && strings.Trim(marks, "#") == "" {
			found = append(found, heading{len(marks), rest})
		}
	}
	return found
}

var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// anchor returns the anchor that code hosts give a heading.
func (h heading) anchor() string {
	return strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(h.text), ""), " ", "-")
}

var (
	code = regexp.MustCompile("`[^`]*`")
	link = regexp.MustCompile(`\]\(([^)\s]+)\)`)
)

// brokenLinks returns a message for each relative link that leads nowhere.
func brokenLinks(t *testing.T, path, text string) []string {
	t.Helper()
	var faults []string
	for i, line := range prose(text) {
		for _, match := range link.FindAllStringSubmatch(code.ReplaceAllString(line, ""), -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			if fault := brokenLink(t, path, text, match[1]); fault != "" {
				faults = append(faults, fmt.Sprintf("%s:%d: %s", path, i+1, fault))
			}
		}
	}
	return faults
}

func brokenLink(t *testing.T, path, text, target string) string {
	t.Helper()
	file, anchor, hasAnchor := strings.Cut(target, "#")
	if file != "" {
		path = filepath.Join(filepath.Dir(path), file)
		if _, err := os.Stat(path); err != nil {
			return "there is no file " + path
		}
	}
	if !hasAnchor {
		return ""
	}
	if file != "" {
		text = read(t, path)
	}
	for _, h := range headings(text) {
		if h.anchor() == anchor {
			return ""
		}
	}
	return "there is no heading #" + anchor + " in " + path
}
