package sandbox_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// TestCheckFilesShipped checks every file that ships.
func TestCheckFilesShipped(t *testing.T) {
	t.Parallel()
	files, err := sandbox.CheckFiles("../scenarios", "../fixtures/worlds", "../fixtures/products.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		want := sandbox.CheckedFile{Path: file.Path, Kind: sandbox.WorldFile}
		if filepath.Dir(file.Path) == "../scenarios" {
			want.Kind = sandbox.ScenarioFile
		}
		if file != want {
			t.Errorf("got %+v, want %+v", file, want)
		}
	}
	if len(files) < 100 {
		t.Errorf("got %d files, want all that ship", len(files))
	}
}

// TestCheckFilesFinds looks into folders, and leaves out what is hidden or has
// another extension.
func TestCheckFilesFinds(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, file := range []string{"a.yaml", "b/c.yaml", "b/.d.yaml", ".e/f.yaml", "g.txt"} {
		save(t, filepath.Join(folder, file), "assume: {nulls: omitted}")
	}
	files, err := sandbox.CheckFiles(folder, filepath.Join(folder, "b", ".d.yaml"))
	var got []string
	for _, file := range files {
		got = append(got, strings.TrimPrefix(file.Path, folder+"/"))
	}
	if want := []string{"a.yaml", "b/c.yaml", "b/.d.yaml"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := sandbox.CheckFiles(filepath.Join(folder, "gone.yaml")); err == nil {
		t.Error("a file that does not exist: got no error")
	}
}

// TestCheckFilesKind distinguishes scenarios and worlds, also misspelt ones.
func TestCheckFilesKind(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want sandbox.FileKind
	}{
		{"rules: []", sandbox.ScenarioFile},
		{"# rules:\nfeatures: {}", sandbox.ScenarioFile},
		{"summary: x\n'assume': {}", sandbox.ScenarioFile},
		{"{rules: []}", sandbox.ScenarioFile},
		{"ruls: []", sandbox.ScenarioFile},
		{"orders: []", sandbox.WorldFile},
		{"custmers: []\n", sandbox.WorldFile},
		{"orders:\n  - rules: 1\n", sandbox.WorldFile},
		{"summary: x", sandbox.WorldFile},
		{"  rules: []", ""},
		{"- rules", ""},
		{"", ""},
		{"\x00\xff", ""},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), "file.yaml")
		save(t, path, test.text)
		files, err := sandbox.CheckFiles(path)
		if err != nil || len(files) != 1 || files[0].Kind != test.want {
			t.Errorf("%q: got %+v, %v, want %q", test.text, files, err, test.want)
		}
	}
}

// TestCheckFilesFaults reports where a file is wrong.
func TestCheckFilesFaults(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	tests := []struct{ name, text, want string }{
		{"bad.yaml", "summary: x\nruels:\n  - {on: login, cut: reset}\n", `bad.yaml: [2:1] `},
		{"world.yaml", "summary: x\norders:\n  - customr: nobody\n", `world.yaml: [3:5] `},
		{"slow.txt", "assume: {nulls: omitted}", "slow.txt: a scenario file must be named NAME.yaml, got "},
		{"other.yaml", "services: {}", "other.yaml must be a scenario, which has features, assume or rules, or a world, which has "},
	}
	for _, test := range tests {
		path := filepath.Join(folder, test.name)
		save(t, path, test.text)
		files, err := sandbox.CheckFiles(path)
		if err != nil || len(files) != 1 || files[0].Err == nil || !strings.HasPrefix(files[0].Err.Error(), filepath.Join(folder, test.want)) {
			t.Errorf("%s: got %+v, %v, want %q", test.name, files, err, test.want)
		}
	}
}

func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
