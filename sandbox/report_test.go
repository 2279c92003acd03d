package sandbox_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// filesIn lists the files below a folder.
func filesIn(t *testing.T, folder string) (files []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	must(t, err)
	return files
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return string(text)
}

// TestReport stops a sandbox with accounts whose codes are no names of folders
// everywhere, and reads its report.
func TestReport(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "new", "report")
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Report = folder })
	var stays string
	s.Get("/orders/?Limit=1")
	s.Get("/orders/0/sale/?SaleId=abc")
	for _, code := range []string{"demo", "con.txt", ".x."} {
		s.As(code).Get("/orders/?Limit=1")
	}
	for _, run := range []string{"ci-1", "ci-2"} { // one account stays until the stop
		opened, err := s.Control().Open(t.Context(), client.NewAccount{Label: "test_" + run, Run: run})
		if err == nil && run == "ci-1" {
			err = s.Control().Account(opened.VendorCode).Delete(t.Context())
		}
		must(t, err)
		if run == "ci-2" {
			stays = opened.VendorCode
		}
	}
	if got := filesIn(t, folder); len(got) > 0 {
		t.Errorf("got %q before the stop", got)
	}
	must(t, s.Sandbox().Stop(t.Context()))
	var want []string
	for _, name := range []string{"%2Ex%2E", "%63on.txt", "DEMO", stays, "demo%2"} {
		for _, file := range []string{"coverage.json", "journal.jsonl", "verdict.json", "verdict.txt", "verdict.xml"} {
			want = append(want, name+"/"+file)
		}
	}
	for _, name := range []string{"ci-1", "ci-2"} {
		for _, file := range []string{"coverage.json", "run.json", "run.md", "run.txt", "run.xml"} {
			want = append(want, "runs/"+name+"/"+file)
		}
	}
	if got := filesIn(t, folder); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	journal := readText(t, filepath.Join(folder, "DEMO", "journal.jsonl"))
	if !strings.HasPrefix(journal, `{"id":"DEMO-1",`) || strings.Count(journal, "\n") != 2 || !strings.Contains(journal, `hash=\"`) || !strings.Contains(journal, "…") {
		t.Errorf("got %s, want two calls, the oldest first, with a masked hash", journal)
	}
	var verdict client.Verdict
	must(t, json.Unmarshal([]byte(readText(t, filepath.Join(folder, "DEMO", "verdict.json"))), &verdict))
	failure := `1 call refused, cause client: order-by-sale 400 INVALID_SALE_ID: SaleId must be a whole number, got "abc" (DEMO-2)`
	if !slices.Equal(verdict.Failures, []string{failure}) || verdict.Calls != 2 {
		t.Errorf("got %+v, want %s", verdict, failure)
	}
	if text := readText(t, filepath.Join(folder, "DEMO", "verdict.txt")); !strings.HasPrefix(text, "DEMO: failed, 2 calls\n") || !strings.Contains(text, failure) {
		t.Errorf("got %s", text)
	}
	var suites struct {
		Failures int `xml:"failures,attr"`
	}
	if err := xml.Unmarshal([]byte(readText(t, filepath.Join(folder, "DEMO", "verdict.xml"))), &suites); err != nil || suites.Failures != 1 {
		t.Errorf("got %+v, %v, want one failure", suites, err)
	}
	if report, err := client.ReadCoverage([]byte(readText(t, filepath.Join(folder, "DEMO", "coverage.json")))); err != nil || report.Account != "DEMO" || report.Documented.Covered != 2 {
		t.Errorf("got %+v, %v", report.Documented, err)
	}
}

// TestReportFails puts a folder where a file of the report belongs: the others are
// written, nothing is left of it, and the log says why.
func TestReportFails(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(folder, "DEMO", "verdict.txt", "taken"), 0o755))
	var log bytes.Buffer
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
		o.Report, o.Log = folder, slog.New(slog.NewTextHandler(&log, nil))
	})
	must(t, s.Sandbox().Stop(t.Context()))
	want := []string{"DEMO/coverage.json", "DEMO/journal.jsonl", "DEMO/verdict.json", "DEMO/verdict.xml"}
	if got := filesIn(t, folder); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if !strings.Contains(log.String(), `level=ERROR msg="the report of an account is not complete" folder=`) || !strings.Contains(log.String(), "verdict.txt") {
		t.Errorf("got %s, want the file that is not written", &log)
	}
}

func TestReportNeedsAFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	for path, want := range map[string]string{file: "report must be a folder that can be ", filepath.Join(file, "below"): "report must be a folder that can be made"} {
		if _, err := sandbox.New(sandbox.Options{Ephemeral: true, Report: path}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}
