package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// TestFixtures prints the file of every framework; all of them explain, and know both
// protocols.
func TestFixtures(t *testing.T) {
	t.Parallel()
	for _, framework := range sandbox.Frameworks() {
		got := call(t, nil, "fixture", framework)
		for _, part := range []string{"/refused", "rest_url", "soap_url", "SANDBOX_RUN", `1h`} {
			if got.code != exitDone || !strings.Contains(got.stdout, part) {
				t.Errorf("%s: got %+v, want %s in it", framework, got, part)
			}
		}
	}
}

// TestFixtureWritten writes a fixture, and finds files that must stay.
func TestFixtureWritten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file, link := filepath.Join(folder, "conftest.py"), filepath.Join(folder, "link.py")
	printed := call(t, nil, "fixture", "pytest").stdout
	want := func(state string, args ...string) {
		t.Helper()
		got := call(t, nil, append([]string{"fixture", "pytest", "--output", file}, args...)...)
		if got != prints(file+" "+state) {
			t.Errorf("got %+v, want %s", got, state)
		}
	}
	want("is written")
	want("is up to date")
	write(t, file, "# mine\n")
	expect(t, fails(file+" differs from the file of this version, so it stays; --replace replaces it"), nil, "fixture", "pytest", "--output", file)
	must(t, os.Symlink(file, link))
	if got := call(t, nil, "fixture", "pytest", "--output", link, "--replace"); got != fails(link+" is a link or no file, so it stays; name a file") || read(t, file) != "# mine\n" {
		t.Errorf("got %+v, %s", got, read(t, file))
	}
	want("is replaced", "--replace")
	if got := read(t, file); got != printed {
		t.Errorf("got %s, want %s", got, printed)
	}
	if got := call(t, nil, "fixture", ""); !strings.Contains(got.stderr, `FRAMEWORK must not be empty`) || got.code != exitUsage {
		t.Errorf("an empty name: got %+v", got)
	}
	got := call(t, nil, "fixture", "pytset")
	if want := misuse("fixture", `unknown framework "pytset"; did you mean pytest?`); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// read returns the text of a file.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return string(text)
}
