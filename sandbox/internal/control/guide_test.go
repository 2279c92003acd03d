package control_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// linkLine is a line of llms.txt: a title, an address and a summary.
var linkLine = regexp.MustCompile(`^- \[[^\]]+\]\((http://[^)]+)\): \S.*$`)

// TestLLMs follows every link of llms.txt, and compares each page with its file.
func TestLLMs(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	text, err := s.Control().LLMs(t.Context())
	if err != nil || !strings.HasPrefix(text, "# commerce-sandbox\n\n> ") {
		t.Fatalf("got %.80q, %v", text, err)
	}
	pages := 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "- ") {
			continue
		}
		link := linkLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if link == nil {
			t.Errorf("got %q, want a title, an address and a summary", line)
			continue
		}
		answer, body := fetch(t, s, strings.TrimPrefix(link[1], s.URL()+"/_sandbox"), nil)
		if answer.StatusCode != http.StatusOK {
			t.Errorf("%s: got %s", link[1], answer.Status)
		}
		name, isPage := strings.CutPrefix(link[1], s.URL()+"/_sandbox/guide/")
		if !isPage {
			continue
		}
		pages++
		file, err := os.ReadFile(filepath.Join("..", "..", "..", "web", "guide", name))
		if kind := answer.Header.Get("Content-Type"); err != nil || string(body) != string(file) || kind != "text/markdown; charset=utf-8" {
			t.Errorf("%s: got %s %.80q, want the file (%v)", link[1], kind, body, err)
		}
	}
	listed, err := s.Control().Guide(t.Context())
	if err != nil || pages < 20 || len(listed) != pages || listed[0].Name != "start.md" || listed[0].Title != "Start" {
		t.Errorf("got %d links to pages and %+v, %v", pages, listed, err)
	}
	play(t, s, []step{
		{"GET", "/guide/star.md", ``, 404, `{"error":"unknown page \"star.md\"","hint":"did you mean start.md or soap.md?"}`},
		{"GET", "/llms.txt?page=2", ``, 400, `{"error":"the route has no query, got \"page=2\"","hint":"leave the query out"}`},
	})
}

// TestLLMsBehindProxy shows the addresses called by the client.
func TestLLMsBehindProxy(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.PublicURL = "https://shop.example.com/sandbox" })
	if text, err := s.Control().LLMs(t.Context()); err != nil || !strings.Contains(text, "(https://shop.example.com/sandbox/_sandbox/guide/start.md)") {
		t.Errorf("got %s, %v", text, err)
	}
}

// TestGuideOfFolder reads the guide from a folder at each request.
func TestGuideOfFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(folder, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write("index.html", "")
	write("guide/mine.md", "# Mine\n\nFirst. Second.\n")
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.PagesFolder = folder })
	play(t, s, []step{{"GET", "/guide", ``, 200, `{"pages":[{"name":"mine.md","title":"Mine","summary":"First."}],"total":1}`}})
	write("guide/mine.md", "# Yours\n\nThird:\n")
	play(t, s, []step{
		{"GET", "/guide", ``, 200, `{"pages":[{"name":"mine.md","title":"Yours","summary":"Third"}],"total":1}`},
		{"GET", "/guide/mine.md", ``, 200, "# Yours\n\nThird:"},
	})
}
