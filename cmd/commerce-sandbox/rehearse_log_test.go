//go:build unix

package main

import (
	"archive/zip"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// TestRehearsalIsResumed stops a rehearsal, and goes on with its log: no schedule is tried
// twice, and the report equals that of a rehearsal without a stop.
func TestRehearsalIsResumed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	log, runs := filepath.Join(folder, "log"), filepath.Join(folder, "runs")
	script := "echo x >> " + runs + "; " + search + " -m 3"
	rehearse := func(flags ...string) ending {
		return call(t, withPath(env{}), slices.Concat([]string{"rehearse", "--assume", "rest-auth=documented", "--world", "empty", "--jobs", "2"}, flags, []string{"--", "sh", "-c", script})...)
	}
	count := func() int {
		content, _ := os.ReadFile(runs)
		return strings.Count(string(content), "x")
	}
	whole := rehearse()
	all := count()
	if rehearse("--resume", log, "--max-trials", "5"); count() != all+2+5 {
		t.Fatalf("the command ran %d times, want %d", count()-all, 7)
	}
	content, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(log, append(content, `{"trial":{"sched`...), 0o600); err != nil { // it was killed
		t.Fatal(err)
	}
	resumed := rehearse("--resume", log)
	if got, want := count(), 2*all+2; got != want { // it ran well twice each time
		t.Errorf("the command ran %d times, want %d", got, want)
	}
	matrix := func(e ending) string {
		_, text, _ := strings.Cut(e.stdout, "\n") // the first line says how long it took
		return text
	}
	if resumed.code != whole.code || matrix(resumed) != matrix(whole) || !strings.Contains(whole.stdout, "failed in the open") {
		t.Errorf("got %s, want %s", resumed.stdout, whole.stdout)
	}
	if lines, _ := os.ReadFile(log); strings.Count(string(lines), "\n") != strings.Count(string(lines), `"schedule"`)+1 {
		t.Errorf("got %s", lines)
	}
	script = "true; " + search + "; " + search
	if got := rehearse("--resume", log); got.code != exitUsage || !strings.Contains(got.stderr, "its good run made other calls") {
		t.Errorf("another suite: got %+v", got)
	}
	if got := rehearse("--resume", runs); got.code != exitUsage || !strings.Contains(got.stderr, "the file is no log of a rehearsal") {
		t.Errorf("another file: got %+v", got)
	}
}

// TestBundlesOfFindings writes a bundle for each finding, with its calls. That of a finding
// which did not come back says so.
func TestBundlesOfFindings(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "bundles")
	got := call(t, withPath(env{}), "rehearse", "--assume", "rest-auth=documented", "--world", "empty", "--schedule", "search-orders#1=429", "--bundles", folder, "--storm", "2", "--", "sh", "-c", search+" || "+search)
	if got.code != exitFailed {
		t.Fatalf("got %+v", got)
	}
	if info, err := sandbox.CheckBundle(t.Context(), filepath.Join(folder, "search-orders-1-429.zip")); err != nil || info.Calls != 2 {
		t.Errorf("got %+v, %v", info, err)
	}
	runs := filepath.Join(t.TempDir(), "runs")
	once := "echo x >> " + runs + `; [ "$(wc -l < ` + runs + `)" != 3 ] || ` + search + "; " + search // the first trial calls once more
	got = call(t, withPath(env{}), "rehearse", "--assume", "rest-auth=documented", "--world", "empty", "--schedule", "search-orders#1=429", "--bundles", folder, "--storm", "2", "--", "sh", "-c", once+" || true")
	file, err := zip.OpenReader(filepath.Join(folder, "search-orders-1-429.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	state, err := fs.ReadFile(file, "account.json")
	if got.code != 0 || err != nil || !strings.Contains(string(state), `"label": "not repeatable (1 of 3)"`) {
		t.Errorf("got %+v, %v, %s", got, err, state)
	}
}
