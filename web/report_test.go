package web_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// TestReport expects a report in one file: its modules import each other and nothing else,
// it names no address, and no text in it becomes markup.
func TestReport(t *testing.T) {
	t.Parallel()
	var written bytes.Buffer
	must(t, web.WriteReport(&written, `A & <b>`, `</pre><script>alert(1)</script> {{report}}`, []byte(`{"why":"</script><img>{{text}}"}`)))
	page := written.String()
	for part, times := range map[string]int{
		"<title>A &amp; &lt;b&gt;</title>": 1, "&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt; {{report}}": 1,
		`{"why":"\u003c/script\u003e\u003cimg\u003e{{text}}"}`: 1, "</script>": 3, "<img": 0, "http": 1, "src=": 0, "url(": 0, "@import": 0,
	} {
		if got := strings.Count(page, part); got != times {
			t.Errorf("%s: got it %d times, want %d", part, got, times)
		}
	}
	var modules struct{ Imports map[string]string }
	if err := json.Unmarshal(regexp.MustCompile(`<script type="importmap">(.*)</script>`).FindSubmatch(written.Bytes())[1], &modules); err != nil || len(modules.Imports) < 8 {
		t.Fatalf("got %d modules, %v", len(modules.Imports), err)
	}
	for name, address := range modules.Imports {
		text, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(address, "data:text/javascript;base64,"))
		must(t, err)
		for _, match := range regexp.MustCompile(`(?m)^(?:import|export)\b[^'"(=]*['"]([^'"]+)['"]`).FindAllSubmatch(text, -1) {
			if modules.Imports[string(match[1])] == "" {
				t.Errorf("%s imports %s, which is not in the file", name, match[1])
			}
		}
	}
	if err := web.WriteReport(&written, "", "", []byte("{")); err == nil {
		t.Error("got no error for a report that is not JSON")
	}
}
