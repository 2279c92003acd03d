package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// TestCheckShipped checks every shipped file.
func TestCheckShipped(t *testing.T) {
	t.Parallel()
	scenarios, err := filepath.Glob("../../scenarios/*.yaml")
	must(t, err)
	got := call(t, nil, "check", "../../scenarios", "../../fixtures/worlds", "../../fixtures/products.yaml")
	if want := prints("no faults in " + count(len(scenarios), "scenario") + " and 4 worlds"); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for file, text := range map[string]string{
		"mine/good.yaml":      "assume: {nulls: omitted}\n",
		"mine/bad.yaml":       "summary: x\nruels:\n  - {on: login, cut: reset}\n",
		"mine/json.yaml":      `{"rules": [{"on": "login", "cut": "never"}]}`,
		"mine/never.yml":      "rules:\n  - {on: login, cut: drip}\n  - {on: login, cut: reset}\n",
		"mine/twice.yaml":     "assume: {nulls: omitted}\n",
		"mine/twice.yml":      "assume: {nulls: omitted}\n",
		"mine/below/one.yaml": "assume: {nulls: omitted}\n",
		"worlds/world.yaml":   "summary: x\norders:\n  - customr: nobody\n",
		"worlds/summary.yaml": "summary: nothing but a name\n",
		"other/other.yaml":    "services: {}\n",
		"other/empty.yaml":    "",
		"other/.hidden.yaml":  "rules: 1\n",
		".git/x.yaml":         "rules: 1\n",
		"notes.txt":           "rules: 1\n",
	} {
		path := filepath.Join(folder, file)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		write(t, path, text)
	}
	got := call(t, nil, "check", folder)
	got.stdout = strings.ReplaceAll(got.stdout, folder+"/", "")
	if want := name + ": 8 of 11 files have faults\n"; got.code != exitFailed || got.stderr != want {
		t.Errorf("got %+v, want %q", got, want)
	}
	golden(t, filepath.Join("testdata", "commands", "check.txt"), ending{stdout: got.stdout})
}

// TestCheckAsJSON shows the faults one by one.
func TestCheckAsJSON(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "bad.yaml"), "rules:\n  - {on: logn, fail: FORBIDDEN}\n")
	write(t, filepath.Join(folder, "good.yaml"), "assume: {nulls: omitted}\n")
	got := call(t, nil, "check", folder, "--format", "json")
	got.stdout = strings.ReplaceAll(got.stdout, folder+"/", "")
	want := ending{code: exitFailed, stderr: name + ": 1 of 2 files has faults\n", stdout: `{
  "files": [
    {
      "path": "bad.yaml",
      "kind": "scenario",
      "valid": false,
      "faults": [
        {
          "line": 2,
          "column": 10,
          "message": "unknown operation logn; did you mean login?",
          "suggestion": "login"
        }
      ]
    },
    {
      "path": "good.yaml",
      "kind": "scenario",
      "valid": true,
      "faults": []
    }
  ],
  "total": 2
}
`}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestCheckPaths(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	expect(t, fails("the folder "+folder+" has no .yaml or .yml file"), nil, "check", folder)
	gone := filepath.Join(folder, "gone.yaml")
	expect(t, fails("lstat "+gone+": no such file or directory"), nil, "check", gone)
	misnamed := filepath.Join(folder, "slow.txt")
	write(t, misnamed, "assume: {nulls: omitted}\n")
	want := fails("1 of 1 file has faults")
	want.stdout = misnamed + ": a scenario file must be named NAME.yaml, got \"slow.txt\"\n\n"
	expect(t, want, nil, "check", misnamed)
}

// TestCheckData checks the data file of a stopped sandbox, and the same file with
// one changed bit.
func TestCheckData(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	s, err := sandbox.New(sandbox.Options{Data: path, Listen: "127.0.0.1:0"})
	must(t, err)
	must(t, s.Start(t.Context()))
	inUse := call(t, nil, "check", path)
	if want := "the data file " + path + " is in use"; inUse.code != exitFailed || !strings.HasPrefix(inUse.stdout, want) {
		t.Errorf("got %+v, want %q", inUse, want)
	}
	must(t, s.Stop(t.Context()))
	expect(t, prints("no faults in 0 scenarios, 0 worlds and 1 data file"), nil, "check", path)
	content := []byte(read(t, path))
	content[strings.Index(string(content), `"RefNo"`)] ^= 1
	write(t, path, string(content))
	got := call(t, nil, "check", path)
	if want := "the data file " + path + " is damaged: record "; got.code != exitFailed || !strings.HasPrefix(got.stdout, want) {
		t.Errorf("got %+v, want %q", got, want)
	}
}

func TestBut(t *testing.T) {
	t.Parallel()
	for want, counts := range map[string][2]int{"": {}, ", but 1 warning,": {1, 0}, ", but 2 notes,": {0, 2}, ", but 2 warnings and 1 note,": {2, 1}} {
		if got := but(counts[0], counts[1]); got != want {
			t.Errorf("%v: got %q, want %q", counts, got, want)
		}
	}
}
