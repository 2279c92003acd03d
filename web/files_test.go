package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestFilesAreShort limits modules written here to 250 lines, because each is one
// component or one screen, and styles to 650. No line has more than 120 columns: the
// formatter leaves templates, texts and comments as they are.
func TestFilesAreShort(t *testing.T) {
	t.Parallel()
	for _, path := range written(t) {
		text, most := read(t, path), 250
		if strings.HasSuffix(path, ".css") {
			most = 650
		}
		if got := strings.Count(text, "\n"); got > most {
			t.Errorf("%s has %d lines, at most %d are allowed: take it apart", path, got, most)
		}
		for i, line := range strings.Split(text, "\n") {
			if columns := utf8.RuneCountInString(line); columns > 120 {
				t.Errorf("%s:%d has %d columns, at most 120 are allowed", path, i+1, columns)
			}
		}
	}
}

var imported = regexp.MustCompile(`(?m)^(?:import|export)\b[^'"(=]*['"]([^'"]+)['"]`)

// TestImports expects modules to import each other by existing paths, because a browser
// reads them as they are.
func TestImports(t *testing.T) {
	t.Parallel()
	for _, path := range written(t) {
		for _, match := range imported.FindAllStringSubmatch(read(t, path), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), match[1])); err != nil || !strings.HasPrefix(match[1], ".") {
				t.Errorf("%s imports %q, which is no file of the pages", path, match[1])
			}
		}
	}
}

// TestVendorHasNoFolders expects the vendored files outside of folders, because the go
// command leaves folders below one named vendor out of a module.
func TestVendorHasNoFolders(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir("vendor")
	must(t, err)
	for _, entry := range entries {
		if entry.IsDir() {
			t.Errorf("vendor/%s is a folder", entry.Name())
		}
	}
}

// written returns the modules and styles written here.
func written(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, pattern := range []string{"*/*.js", "*/*.css", "*.js"} {
		paths, err := filepath.Glob(pattern)
		must(t, err)
		for _, path := range paths {
			if !strings.HasPrefix(path, "vendor") && !strings.HasPrefix(path, "testdata") {
				found = append(found, path)
			}
		}
	}
	if len(found) < 10 {
		t.Fatalf("got %q", found)
	}
	return found
}
