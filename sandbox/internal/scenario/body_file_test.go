package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestBodyFile reads bodies from files beside a scenario, and carries both to another library.
func TestBodyFile(t *testing.T) {
	t.Parallel()
	bodies := map[string]string{
		"a.json": "{\"Name\": \"Ida \\\"M\\\" <b>\", \"Emoji\": \"😀\"}\n\ttab\r\n#: {{ }} 'q' \u2028 \u0085 end ",
		"b.xml":  "<a>\n</a>",
		"c":      strings.Repeat("x\"\n", 1<<18),
		"empty":  "",
		"marks":  strings.Repeat("{},", 1<<13), // more than a file may have without quotes
	}
	for name, body := range bodies {
		text := "rules: [{on: retrieve-order, answer: {status: 200, file: " + name + "}}]"
		w := watchFolder(t, map[string]string{name: body, "mine.yaml": text})
		texts := w.Texts()
		if want := []scenario.Text{{Name: "mine", YAML: text, Bodies: map[string]string{name: body}}}; !reflect.DeepEqual(texts, want) {
			t.Errorf("%s: got %.200q, want %.200q", name, texts, want)
			continue
		}
		library := scenario.NewLibrary(scenario.LibraryOptions{})
		must(t, library.Carry(texts[0], os.DirFS(w.folder)))
		director := newDirector(t, library)
		activate(t, director, "mine")
		effect := decide(t, director, "retrieve-order").Effect
		if effect.Answer == nil || effect.Answer.Body == nil || *effect.Answer.Body != body {
			t.Errorf("%s: got %+v, want %.200q", name, effect, body)
		}
	}
}

// TestWrongBodyFiles names the fault of a file, and reads none from elsewhere.
func TestWrongBodyFiles(t *testing.T) {
	t.Parallel()
	folder, elsewhere := t.TempDir(), t.TempDir()
	write(t, elsewhere, "secret", "secret")
	if err := os.Symlink(filepath.Join(elsewhere, "secret"), filepath.Join(folder, "link")); err != nil {
		t.Skip(err)
	}
	write(t, folder, "large", strings.Repeat("x", 1<<20+1))
	write(t, folder, "half", strings.Repeat("x", 1<<19+1))
	write(t, folder, "binary", "\x00")
	write(t, folder, "latin", "\xe4")
	for file, want := range map[string]string{
		"gone":                            "file gone cannot be opened: no such file or directory",
		"link":                            "file link cannot be opened: path escapes from parent",
		"large":                           "file large is too large: the files of a scenario may have 1048576 bytes together",
		"binary":                          "file binary must be UTF-8 without control characters",
		"latin":                           "file latin must be UTF-8 without control characters",
		"../secret":                       `file must be the name of a file beside this one, of letters, digits, dots, _ and -, got "../secret"`,
		"/etc/passwd":                     `file must be the name of a file beside this one, of letters, digits, dots, _ and -, got "/etc/passwd"`,
		".hidden":                         `file must be the name of a file beside this one, of letters, digits, dots, _ and -, got ".hidden"`,
		"half, body: ''":                  "an answer must have either body or file",
		"half, message: x, error_code: y": "an answer must have either error_code and message, or a raw body",
	} {
		write(t, folder, "mine.yaml", "rules: [{on: login, answer: {status: 200, file: "+file+"}}]")
		if _, err := scenario.ReadFile(filepath.Join(folder, "mine.yaml")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
	write(t, folder, "mine.yaml", "rules:\n  - {on: login, answer: {status: 200, file: half}}\n  - {on: login, answer: {status: 200, file: half}}")
	if _, err := scenario.ReadFile(filepath.Join(folder, "mine.yaml")); err == nil || !strings.Contains(err.Error(), "[3:45] file half is too large") {
		t.Errorf("two halves: got %v", err)
	}
	text := "rules: [{on: login, answer: {status: 200, file: half}}]"
	if _, err := scenario.Parse("mine", []byte(text)); err == nil || !strings.Contains(err.Error(), "only a file of the folder of scenarios may name a file; write body") {
		t.Errorf("a text from elsewhere: got %v", err)
	}
}

// TestBodyFileIsWatched reads a scenario again when its body changed, and when it does not
// name it any more.
func TestBodyFileIsWatched(t *testing.T) {
	t.Parallel()
	w := watchFolder(t, map[string]string{"body": "one", "mine.yaml": "rules: [{on: login, answer: {status: 200, file: body}}]"})
	body := func() string { return w.Texts()[0].Bodies["body"] }
	if got := body(); got != "one" {
		t.Fatalf("got %s", got)
	}
	write(t, w.folder, "body", `{"two": [2]}`)
	w.until(t, "the new body", func() bool { return body() == `{"two": [2]}` })
	write(t, w.folder, "mine.yaml", `rules: [{on: login, answer: {status: 200, body: '{"two": [2]}'}}]`)
	w.until(t, "no body", func() bool { return body() == "" })
}

// TestBodiesOfAFolder bounds the files named together by all scenarios of a folder.
func TestBodiesOfAFolder(t *testing.T) {
	t.Parallel()
	files := map[string]string{"body": strings.Repeat("x", 1<<20)}
	for i := range 17 {
		files[fmt.Sprintf("s%02d.yaml", i)] = "rules: [{on: login, answer: {status: 200, file: body}}]"
	}
	w := watchFolder(t, files)
	if e := w.entry("s15"); e.Error != "" {
		t.Errorf("got %s", e.Error)
	}
	if e := w.entry("s16"); !strings.Contains(e.Error, "file body is too large: the files of a folder may have 16777216 bytes together") {
		t.Errorf("got %q", e.Error)
	}
}
