package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestCompact compacts the file of a stopped sandbox, and no file in use.
func TestCompact(t *testing.T) {
	t.Parallel()
	used, stopped := filepath.Join(t.TempDir(), "used.db"), filepath.Join(t.TempDir(), "stopped.db")
	sandboxtest.Start(t, sandboxtest.Lasting(used))
	t.Run("stop", func(t *testing.T) { sandboxtest.Start(t, sandboxtest.Lasting(stopped)) })
	before, err := os.Stat(stopped)
	must(t, err)
	got := call(t, nil, "compact", "--format", "json", used, stopped)
	var shown struct {
		Files []sandbox.CompactedFile `json:"files"`
		Total int                     `json:"total"`
	}
	if err := json.Unmarshal([]byte(got.stdout), &shown); err != nil {
		t.Fatal(err, got)
	}
	after, err := os.Stat(stopped)
	must(t, err)
	want := sandbox.CompactedFile{Path: stopped, Before: before.Size(), After: after.Size()}
	if shown.Total != 1 || len(shown.Files) != 1 || shown.Files[0] != want || got.code != exitFailed || !strings.Contains(got.stderr, used+" is in use") {
		t.Errorf("got %+v, want %+v and an error for the other file", got, want)
	}
	if got := call(t, nil, "compact", stopped); got.code != 0 || !strings.HasPrefix(got.stdout, stopped+": ") {
		t.Errorf("got %+v", got)
	}
}
