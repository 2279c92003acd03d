package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestExport exports an account to stdout and to files.
func TestExport(t *testing.T) {
	t.Parallel()
	s := reach(t)
	var want bytes.Buffer
	must(t, client.New(s.URL(), client.Options{}).Account("DEMO").Export(t.Context(), client.ExportWorld, &want))
	if got := s.call("export"); got.code != 0 || got.stdout != want.String() {
		t.Errorf("got %d, %d bytes, want %d; %s", got.code, len(got.stdout), want.Len(), got.stderr)
	}
	folder := t.TempDir()
	file, link := filepath.Join(folder, "demo.json"), filepath.Join(folder, "link")
	must(t, os.Symlink("demo.json", link))
	for _, path := range []string{file, link} {
		if got := s.call("export", "DEMO", "--format", "json", "--output", path); got.code != 0 || got.stdout != "" {
			t.Errorf("%s: got %+v", path, got)
		}
	}
	text, err := os.ReadFile(file)
	var export struct{ Orders []struct{ RefNo string } }
	if err != nil || json.Unmarshal(text, &export) != nil || len(export.Orders) != 284 {
		t.Errorf("got %d orders, %v", len(export.Orders), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	s.wantPart(exitUsage, "", "export", "NOPE", "--output", file)
	if kept, err := os.ReadFile(file); err != nil || !bytes.Equal(kept, text) {
		t.Errorf("a failed export changed the file: %v", err)
	}
	s.want(misuse("export", `unknown account "NOPE"; known: DEMO`), "export", "NOPE")
	s.want(misuse("export", "give the account once, got DEMO and --account OTHER"), "export", "DEMO", "--account", "OTHER")
	s.want(misuse("export", `--format must be world|json, got "csv"`), "export", "--format", "csv")
	s.wantPart(0, "", "export", "--output", os.DevNull)
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is a file now", os.DevNull)
	}
}
