package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnusable ends with one sentence and the exit code 2 for unusable arguments, without
// a number.
func TestUnusable(t *testing.T) {
	t.Parallel()
	newer := filepath.Join(t.TempDir(), "newer.jsonl")
	if err := os.WriteFile(newer, []byte(`{"format":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	code := run([]string{"--corpus", newer, "--url", "http://127.0.0.1:1"}, &stdout, &stderr)
	if want := "conformance: the corpus has format 2, but this program reads format 1\n"; code != 2 || stdout.String() != "" || stderr.String() != want {
		t.Errorf("got %d, %q, %q; want 2 and %q", code, stdout.String(), stderr.String(), want)
	}
}
