//go:build unix

package main

import (
	"archive/zip"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestRehearsalLog logs each trial in a line.
func TestRehearsalLog(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	rehearse := func(log string) ending {
		return call(t, withPath(env{}), "rehearse", "--assume", "rest-auth=documented", "--world", "empty", "--max-trials", "3", "--log", log, "--", "sh", "-c", search+" -m 3")
	}
	rehearse(log)
	text, err := os.ReadFile(log)
	if err != nil || strings.Count(string(text), "\n") != 3 {
		t.Fatalf("got %s, %v", text, err)
	}
	for line := range strings.Lines(string(text)) {
		var trial client.RehearsalTrial
		if err := json.Unmarshal([]byte(line), &trial); err != nil || trial.Schedule == "" || trial.Result == "" {
			t.Errorf("got %s, %v", line, err)
		}
	}
	if got := rehearse(filepath.Join(log, "none")); got.code != exitUsage || !strings.Contains(got.stderr, "--log: open ") {
		t.Errorf("no such folder: got %+v", got)
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
	must(t, err)
	defer file.Close()
	state, err := fs.ReadFile(file, "account.json")
	if got.code != 0 || err != nil || !strings.Contains(string(state), `"label": "not repeatable (1 of 3)"`) {
		t.Errorf("got %+v, %v, %s", got, err, state)
	}
}
