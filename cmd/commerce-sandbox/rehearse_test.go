//go:build unix

package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// search is a call without credentials, enough where rest-auth is documented.
const search = `curl -sf -o /dev/null "$COMMERCE_REST/orders/"`

// TestRehearse rehearses commands of a shell.
func TestRehearse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, script string
		code         int
		stdout       string // a part of it
		stderr       string // a part of it
	}{
		{"fails in the open", search, 0, "0 recovered, 8 failed in the open, 0 not survived; 10 not tried (in ", "the good run made 1 call"},
		{"repeats at once", search + " || " + search, exitFailed, "STORMED: search-orders#1 got ", ""},
		{"hangs", search + " || sleep 60", exitFailed, "HUNG: search-orders#1 got", ""},
		{"leaves children", search + " || (sleep 60 &)", 0, "8 recovered, 0 failed in the open, 0 not survived; 10 not tried (in ", ""},
		{"fails without a fault", "echo broken; exit 3", exitUsage, "", "broken"},
		{"calls nothing", "true", exitUsage, "", "the command made no call"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			flags := []string{"rehearse", "--assume", "rest-auth=documented", "--world", "empty", "--max-trials", "8", "--storm", "2"}
			if test.name == "hangs" {
				flags = append(flags, "--timeout", "3s")
			}
			got := call(t, withPath(env{}), append(flags, "--", "sh", "-c", test.script)...)
			if got.code != test.code || !strings.Contains(got.stdout, test.stdout) || !strings.Contains(got.stderr, test.stderr) {
				t.Errorf("got %+v, want %d %q %q", got, test.code, test.stdout, test.stderr)
			}
		})
	}
}

// TestRehearsalIsAccepted accepts the findings of a rehearsal.
func TestRehearsalIsAccepted(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "accepted.json")
	command := []string{"--assume", "rest-auth=documented", "--world", "empty", "--schedule", "search-orders#1=429", "--storm", "2", "--", "sh", "-c", search + " || " + search}
	rehearse := func(flags ...string) ending {
		return call(t, withPath(env{}), append(append([]string{"rehearse"}, flags...), command...)...)
	}
	if got := rehearse("--write-accepted", file); got.code != exitFailed {
		t.Fatalf("got %+v", got)
	}
	if got := rehearse("--accept", file); got.code != exitUsage || !strings.Contains(got.stderr, "search-orders#1=429 has no reason") {
		t.Errorf("without a reason: got %+v", got)
	}
	write(t, file, strings.Replace(read(t, file), `"reason": ""`, `"reason": "a known limit"`, 1))
	if got := rehearse("--accept", file); got.code != 0 || !strings.Contains(got.stdout, "accepted: a known limit") {
		t.Errorf("got %+v", got)
	}
	expectPart(t, exitUsage, "only with its control token", withPath(env{}), "rehearse", "--url", "http://sandbox.example.com", "--", "true")
	folder := filepath.Join(t.TempDir(), "new")
	rehearse("--report", folder, "--output", os.DevNull)
	for name, part := range map[string]string{"report.md": "| stormed | `search-orders#1=429` |", "report.xml": `type="stormed"`, "report.json": `"result":"stormed"`, "report.txt": "STORMED", "report.html": `"result":"stormed"`} {
		if content := read(t, filepath.Join(folder, name)); !strings.Contains(content, part) {
			t.Errorf("%s: got %s, want %s", name, content, part)
		}
	}
	if got := rehearse("--format", "html"); !strings.HasPrefix(got.stdout, "<!doctype html>") {
		t.Errorf("got %.80q, want a page", got.stdout)
	}
	if got := call(t, withPath(env{}), "rehearse", "--schedule", "search-orders#7=503", "--assume", "rest-auth=documented", "--world", "empty", "--", "sh", "-c", search); got.code != exitUsage || !strings.Contains(got.stderr, "no call met a fault; the calls of the good run are search-orders#1") || !strings.Contains(got.stderr, "run once more in") {
		t.Errorf("a call that is not made: got %+v", got)
	}
	expectPart(t, exitUsage, "did you mean 503", withPath(env{}), "rehearse", "--schedule", "search-orders#1=5O3", "--assume", "rest-auth=documented", "--world", "empty", "--", "sh", "-c", search)
}

// TestRehearseMisused makes mistakes that end a rehearsal before it begins.
func TestRehearseMisused(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "accepted.json")
	write(t, file, `[{"schedul": "search-orders#1=503"}]`)
	other := filepath.Join(t.TempDir(), "other.json")
	write(t, other, `[{"schedule": "search-orders#1=503", "result": "recovered", "reason": "r"}]`)
	for want, args := range map[string][]string{
		"rehearse needs a command, such as commerce-sandbox rehearse -- npm test":                            {},
		"--patience must be longer than 0s and at most 1h, got 2h0m0s":                                       {"--patience", "2h", "--", "true"},
		"--patience must be longer than 0s and at most 1h, got 0s":                                           {"--patience", "0s", "--", "true"},
		"--jobs must be at most 64, got 65":                                                                  {"--jobs", "65", "--", "true"},
		filepath.Dir(file) + " cannot be written: it is a folder":                                            {"--output", filepath.Dir(file), "--", "true"},
		"missing/report.md cannot be written":                                                                {"--output", "missing/report.md", "--", "true"},
		"missing/accepted.json cannot be written":                                                            {"--write-accepted", "missing/accepted.json", "--", "true"},
		`--host must be one address that the command reaches, got "0.0.0.0"`:                                 {"--host", "0.0.0.0", "--", "true"},
		"--host is for the sandbox that rehearse starts; leave it out with --url":                            {"--url", "http://127.0.0.1:1", "--host", "::1", "--", "true"},
		"cannot listen on 192.0.2.99:0":                                                                      {"--host", "192.0.2.99", "--", "true"},
		`unknown field "schedul"`:                                                                            {"--accept", file, "--", "true"},
		`result of search-orders#1=503 must be a finding, such as wrong-in-silence or rests-on-a-guess, got`: {"--accept", other, "--", "true"},
	} {
		expectPart(t, exitUsage, want, withPath(env{}), append([]string{"rehearse"}, args...)...)
	}
}

// TestRehearseOfAProject takes the world of a rehearsal from the file of a project, and
// neither its address nor its account.
func TestRehearseOfAProject(t *testing.T) {
	t.Parallel()
	p := newProgram(nil, nil, nil)
	p.project = &project{values: map[string][]string{"world": {"empty"}, "listen": {":1"}, "account": {"SHOP"}}}
	r := &rehearseCmd{runCmd: runCmd{remote: p.remote()}}
	c := &cobra.Command{}
	define(c, r.worldFlags()...)
	if err := p.resolve(c); err != nil || r.options.World != "empty" {
		t.Errorf("got %q, %v", r.options.World, err)
	}
	c = p.rehearse()
	for _, name := range []string{"listen", "data", "account"} {
		if c.Flags().Lookup(name) != nil {
			t.Errorf("rehearse has the flag %s", name)
		}
	}
}

// TestRehearsalIsStopped stops one before its first trial.
func TestRehearsalIsStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stderr strings.Builder
	if code := run(ctx, []string{"rehearse", "--", "sleep", "60"}, withPath(env{}).list(), io.Discard, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "stopped before the first trial") {
		t.Errorf("got %d %s", code, &stderr)
	}
}
