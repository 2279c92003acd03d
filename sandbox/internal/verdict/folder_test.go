package verdict_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verdict"
)

// history is a folder for the history of accounts without records, and its log.
type history struct {
	*testing.T
	verdict.Folder
	log bytes.Buffer
}

func newHistory(t *testing.T) *history {
	t.Helper()
	h := &history{T: t}
	store, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "accounts.db"), NoSync: true})
	must(t, err)
	t.Cleanup(func() {
		if err := errors.Join(store.Check(), store.Close()); err != nil {
			t.Error(err)
		}
	})
	judge := verdict.Judge{Wall: func() time.Time { return noon }}
	withoutTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "error" {
			return slog.Attr{}
		}
		return a
	}
	h.Folder = verdict.Folder{
		Judge: judge, Path: filepath.Join(t.TempDir(), "report"), Calls: journal.New(journal.Defaults()), Runs: verdict.NewRuns(verdict.RunsOptions{Wall: judge.Wall, Judge: judge.Verdict}),
		Log: slog.New(slog.NewTextHandler(&h.log, &slog.HandlerOptions{ReplaceAttr: withoutTime})),
	}
	h.Calls.Mask.CredentialHeaders = []string{"X-Secret"}
	h.Registry, err = account.NewRegistry(account.Options{
		Store: store, Snapshots: store, Journal: h.Calls, Library: scenario.NewLibrary(scenario.LibraryOptions{}), Wall: judge.Wall, Runs: h.Runs,
		Seed: func(account.SeedRequest) (commerce.World, error) {
			return commerce.World{
				Customers: slices.Values([]record.Customer{}), Orders: slices.Values([]record.StoredOrder{}), Subscriptions: slices.Values([]record.Subscription{}),
				Settings: record.UpsellSettings{UpsellingDisplayType: catalog.OverlayDisplay},
			}, nil
		},
	})
	must(t, err)
	return h
}

func (h *history) open(code, run string) *account.Account {
	h.Helper()
	a, err := h.Registry.Open(h.Context(), account.OpenRequest{Code: code, Document: account.Document{Run: run}})
	if err != nil {
		h.Fatal(err)
	}
	return a
}

// call records a refused call with a credential.
func (h *history) call(r *journal.Ring, path string) {
	request := httptest.NewRequestWithContext(h.Context(), "GET", path, nil)
	request.Header.Set("X-Secret", `code="DEMO" hash="0123456789abcdef0123456789abcdef"`)
	d := h.Calls.Begin(request, noon)
	r.NextID(d)
	d.ResponseHead(400, "INVALID_SALE_ID", nil)
	d.Close(noon)
}

// below lists the files below the folder.
func (h *history) below() (files []string) {
	h.Helper()
	err := filepath.WalkDir(h.Path, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(h.Path)+"/"))
		}
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	return files
}

// text returns a file.
func (h *history) text(path ...string) string {
	h.Helper()
	content, err := os.ReadFile(filepath.Join(append([]string{h.Path}, path...)...))
	if err != nil {
		h.Fatal(err)
	}
	return string(content)
}

// TestFolder writes the calls, the coverage and the verdict of each account, each run, and
// the calls without an account.
func TestFolder(t *testing.T) {
	t.Parallel()
	h := newHistory(t)
	demo := h.open("DEMO", "ci")
	demo.Coverage.Count(&client.LastCall{}, catalog.CustomerOrders, 403, "FORBIDDEN")
	h.call(demo.Ring, "/a?x=<1>")
	h.call(demo.Ring, "/b")
	h.Write()
	want := []string{"DEMO/coverage.json", "DEMO/journal.jsonl", "DEMO/verdict.json", "DEMO/verdict.txt", "DEMO/verdict.xml",
		"runs/ci/coverage.json", "runs/ci/run.json", "runs/ci/run.md", "runs/ci/run.txt", "runs/ci/run.xml"}
	if got := h.below(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := h.log.String(), "level=INFO msg=\"wrote the report\" folder="+h.Path+" accounts=1\n"; got != want {
		t.Errorf("got log %s, want %s", got, want)
	}
	lines := strings.Split(h.text("DEMO", "journal.jsonl"), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], `"/a?x=<1>"`) || !strings.Contains(lines[1], `"/b"`) || strings.Contains(lines[0], "0123456789abcdef0123456789abcdef") {
		t.Errorf("got %q, want two masked calls, the oldest first", lines)
	}
	var judged client.Verdict
	must(t, json.Unmarshal([]byte(h.text("DEMO", "verdict.json")), &judged))
	const failure = "2 calls refused, cause client: no operation 400 INVALID_SALE_ID (DEMO-1, DEMO-2)"
	if !slices.Equal(judged.Failures, []string{failure}) || judged.Account != "DEMO" || judged.Calls != 2 || !judged.Time.Equal(noon) {
		t.Errorf("got %+v, want %s", judged, failure)
	}
	if covered, err := client.ReadCoverage([]byte(h.text("DEMO", "coverage.json"))); err != nil || covered.Account != "DEMO" || covered.Documented.Covered != 1 || judged.Uncovered.Covered != 1 {
		t.Errorf("got %+v, %v", covered.Documented, err)
	}
	for path, part := range map[string]string{"DEMO/verdict.txt": "DEMO: failed", "DEMO/verdict.xml": "<testsuite", "runs/ci/run.md": "| DEMO |", "runs/ci/run.json": `{"run":"ci",`} {
		if text := h.text(path); !strings.Contains(text, part) {
			t.Errorf("%s: got %s, want %s", path, text, part)
		}
	}
	if info, err := os.Stat(filepath.Join(h.Path, "DEMO", "verdict.txt")); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("got %v, %v, want a file that others may read", info.Mode(), err)
	}
	h.call(h.Calls.Ring(journal.None), "/c")
	h.Write()
	if got := h.text(journal.None, "journal.jsonl"); !strings.Contains(got, `"/c"`) {
		t.Errorf("got %s", got)
	}
}

// TestFolderFails leaves out what cannot be written, says so, and writes the rest.
func TestFolderFails(t *testing.T) {
	t.Parallel()
	h := newHistory(t)
	h.open("DEMO", "ci")
	h.open("OTHER", "")
	h.call(h.Calls.Ring(journal.None), "/c")
	for _, path := range []string{"DEMO/verdict.txt/taken", "runs/ci/run.txt/taken", journal.None + "/journal.jsonl/taken"} {
		must(t, os.MkdirAll(filepath.Join(h.Path, path), 0o755))
	}
	h.Write()
	want := []string{"DEMO/coverage.json", "DEMO/journal.jsonl", "DEMO/verdict.json", "DEMO/verdict.xml",
		"OTHER/coverage.json", "OTHER/journal.jsonl", "OTHER/verdict.json", "OTHER/verdict.txt", "OTHER/verdict.xml",
		"runs/ci/coverage.json", "runs/ci/run.json", "runs/ci/run.md", "runs/ci/run.xml"}
	if got := h.below(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, line := range []string{
		`level=ERROR msg="the report of an account is not complete" folder=` + h.Path + " account=DEMO\n",
		`level=ERROR msg="the report of a run is not complete" folder=` + h.Path + " run=ci\n",
		`level=ERROR msg="the report of the calls without an account is not complete" folder=` + h.Path + "\n",
		`level=INFO msg="wrote the report" folder=` + h.Path + " accounts=1\n",
	} {
		if !strings.Contains(h.log.String(), line) {
			t.Errorf("got %s, want %s", &h.log, line)
		}
	}
	h.log.Reset()
	taken := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(taken, nil, 0o600))
	h.Path = taken // no folder can be made there
	h.Write()
	if got := strings.Count(h.log.String(), "level=ERROR"); got != 4 {
		t.Errorf("got %s, want four failures", &h.log)
	}
}

// TestNoVerdict has no verdict on an account that is deleted while its calls are waited for.
func TestNoVerdict(t *testing.T) {
	t.Parallel()
	h := newHistory(t)
	demo := h.open("DEMO", "")
	demo.Ring.Enroll(h.Calls.Begin(httptest.NewRequestWithContext(t.Context(), "GET", "/a", nil), noon))
	if _, err := h.Registry.Delete(t.Context(), "DEMO"); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Verdict(demo, time.Second); !errors.Is(err, journal.ErrRemoved) || got.Account != "" {
		t.Errorf("got %+v, %v, want %v", got, err, journal.ErrRemoved)
	}
}

// TestFolderNames gives accounts folders that every file system takes and distinguishes.
func TestFolderNames(t *testing.T) {
	t.Parallel()
	h := newHistory(t)
	folders := map[string]string{
		".x.": "%2Ex%2E", "a.b": "a.b", "con": "%63on", "NUL.txt": "%4EUL.txt", "prn": "%70rn", "aux": "%61ux", "console": "console",
		"COM0": "%43OM0", "LPT9": "%4CPT9", "com5.x": "%63om5.x", "COMX": "COMX", "COM10": "COM10", "COM": "COM", "COM-": "COM-", "XYZ1": "XYZ1",
		"DEMO": "DEMO", "Demo": "Demo%2", "demo": "demo%3", "runs": "runs%2",
	}
	for code := range folders {
		h.open(code, "")
	}
	h.Write()
	got := h.below()
	for code, folder := range folders {
		if !slices.Contains(got, folder+"/coverage.json") {
			t.Errorf("%s: want folder %s, got %q", code, folder, got)
			continue
		}
		if covered, err := client.ReadCoverage([]byte(h.text(folder, "coverage.json"))); err != nil || covered.Account != code {
			t.Errorf("folder %s: got account %s, %v, want %s", folder, covered.Account, err, code)
		}
	}
	if len(got) != 5*len(folders) {
		t.Errorf("got %d files, want 5 for each of %d accounts", len(got), len(folders))
	}
}

// TestCheckFolder makes the folder of a report, or says why it cannot be used.
func TestCheckFolder(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "new", "report")
	if err := verdict.CheckFolder(folder); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("got %v, %v, want an empty folder", left, err)
	}
	file := filepath.Join(folder, "file")
	must(t, os.WriteFile(file, nil, 0o600))
	if err := verdict.CheckFolder(file); err == nil || !strings.HasPrefix(err.Error(), "report must be a folder that can be made: ") {
		t.Errorf("got %v", err)
	}
	if err := verdict.CheckFolder("/proc/self"); err == nil || !strings.HasPrefix(err.Error(), "report must be a folder that can be written: ") {
		t.Errorf("got %v", err)
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
