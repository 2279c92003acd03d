package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// answerOf returns the body of a scenario's answer to a call.
func answerOf(t *testing.T, text string) string {
	t.Helper()
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	if err := library.Carry(scenario.Text{Name: "mine", YAML: text}); err != nil {
		t.Fatal(err)
	}
	director := newDirector(t, library)
	activate(t, director, "mine")
	effect := decide(t, director, "retrieve-order").Effect
	if effect.Answer == nil || effect.Answer.Body == nil {
		t.Fatalf("got %+v", effect)
	}
	return *effect.Answer.Body
}

// TestBodyFile reads bodies from files beside a scenario. Its text has them in place of
// the files, whatever they contain and however it names them.
func TestBodyFile(t *testing.T) {
	t.Parallel()
	bodies := map[string]string{
		"a.json": "{\"Name\": \"Ida \\\"M\\\" <b>\", \"Emoji\": \"😀\"}\n\ttab\r\n#: {{ }} 'q' \u2028 \u0085 end ",
		"b.xml":  "<a>\n</a>",
		"c":      strings.Repeat("x\"\n", 1<<18),
		"empty":  "",
		"marks":  strings.Repeat("{},", 1<<13), // more than a file may have without quotes
	}
	for _, form := range []string{
		"rules: [{on: retrieve-order, answer: {status: 200, file: %}}]",
		"rules:\n  - on: retrieve-order\n    answer:\n      status: 200\n      file: \"%\"  # file\n",
		"# ä file\nrules:\n  - on: retrieve-order\n    answer: {'file': '%', headers: {X: ä}, status: 200}\n",
		"rules:\n  - on: retrieve-order\n    answer:\n      file:\n        %\n      status: 200\n",
	} {
		for name, body := range bodies {
			folder := t.TempDir()
			write(t, folder, name, body)
			write(t, folder, "mine.yaml", strings.ReplaceAll(form, "%", name))
			read, err := new(scenario.Files).Read(filepath.Join(folder, "mine.yaml"))
			if err != nil {
				t.Errorf("%s: %s: %v", form, name, err)
				continue
			}
			if got := answerOf(t, read.Text); got != body {
				t.Errorf("%s: %s: got %.200q, want %.200q", form, name, got, body)
			}
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
		if _, err := new(scenario.Files).Read(filepath.Join(folder, "mine.yaml")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
	write(t, folder, "mine.yaml", "rules:\n  - {on: login, answer: {status: 200, file: half}}\n  - {on: login, answer: {status: 200, file: half}}")
	if _, err := new(scenario.Files).Read(filepath.Join(folder, "mine.yaml")); err == nil || !strings.Contains(err.Error(), "[3:45] file half is too large") {
		t.Errorf("two halves: got %v", err)
	}
	text := "rules: [{on: login, answer: {status: 200, file: half}}]"
	if _, err := scenario.Parse("mine", []byte(text)); err == nil || !strings.Contains(err.Error(), "only a file of the folder of scenarios may name a file; write body") {
		t.Errorf("a text from elsewhere: got %v", err)
	}
}

// TestBodyFileIsWatched reads a scenario again when its body changed.
func TestBodyFileIsWatched(t *testing.T) {
	t.Parallel()
	w := watchFolder(t, map[string]string{"body": "one", "mine.yaml": "rules: [{on: login, answer: {status: 200, file: body}}]"})
	text := func() string {
		found, err := w.Find("mine")
		if err != nil {
			return err.Error()
		}
		return found.Text
	}
	if got := text(); !strings.Contains(got, `body: "one"}`) {
		t.Fatalf("got %s", got)
	}
	write(t, w.folder, "body", `{"two": [2]}`)
	w.until(t, "the new body", func() bool { return strings.Contains(text(), `body: "{\"two\": [2]}"}`) })
	if got := scenario.Texts(w.Version()); len(got) != 1 || got[0].YAML != text() {
		t.Errorf("got %+v", got)
	}
}

// TestBodyInPlaceOfItsFile reports a file whose body is written into it, although its calls
// get the same answer.
func TestBodyInPlaceOfItsFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, "body", "one")
	write(t, folder, "mine.yaml", "rules: [{on: login, answer: {status: 200, file: body}}]")
	library := scenario.NewLibrary(scenario.LibraryOptions{Folder: folder})
	for range 2 {
		_, err := library.Reload()
		do(t, err)
	}
	write(t, folder, "mine.yaml", scenario.Texts(library.Version())[0].YAML)
	changes, err := library.Reload()
	if want := []scenario.LibraryChange{{Name: "mine", Change: scenario.Reloaded}}; err != nil || !slices.Equal(changes, want) {
		t.Errorf("got %v, %v, want %v", changes, err, want)
	}
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
