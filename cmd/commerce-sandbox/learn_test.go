package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const recordedCalls = `{"log":{"entries":[
{"startedDateTime":"2026-10-09T12:00:00Z","request":{"method":"POST","url":"https://api.example.com/rest/6.0/upsell","headers":[{"name":"X-Service-Authentication","value":"code=\"ACME\" date=\"2026-10-09 12:00:00\" hash=\"2c97\" algo=\"sha256\""}]},"response":{"status":200,"headers":[],"content":{"size":0}}},
{"startedDateTime":"2026-10-09T12:00:01Z","request":{"method":"POST","url":"https://api.example.com/rest/6.0/upsell","headers":[{"name":"X-Service-Authentication","value":"code=\"ACME\" date=\"2026-10-09 12:00:01\" hash=\"2c97\" algo=\"sha256\""}]},"response":{"status":429,"headers":[],"content":{"size":0}}}]}}`

// learnIn runs learn in a folder with a recording, and what is typed.
func learnIn(t *testing.T, folder, typed string, args ...string) ending {
	t.Helper()
	var stdout, stderr strings.Builder
	p := newProgram(nil, &stdout, &stderr)
	p.folder, p.home = folder, folder
	c := p.command(append(append([]string{"learn"}, args...), filepath.Join(folder, "shop.har")))
	c.SetIn(strings.NewReader(typed))
	return ending{p.reportError(c.ExecuteContextC(t.Context())), stdout.String(), stderr.String()}
}

// TestLearn reads a recording, compares it with the project's file, and writes what differs.
func TestLearn(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file, scenarios := filepath.Join(folder, projectFile), filepath.Join(folder, "fail")
	write(t, filepath.Join(folder, "shop.har"), recordedCalls)
	write(t, file, "account: ACME # ours\n")
	const line = "create-status          differs   200 (1 time: shop.har 1 create-upsell); ours: 201\n"
	const unseen = "yes-body               not seen  to see it, cancel a purchase order: DELETE /orders/{ref}/; ours: true\n"
	if got := learnIn(t, folder, ""); got.code != 0 || !strings.Contains(got.stdout, line) || !strings.Contains(got.stdout, unseen) || !strings.Contains(got.stdout, "create-upsell: 429 is a failure that the sandbox does not have (1 time: shop.har 2 create-upsell); this rule gives it:\n") {
		t.Errorf("got %+v", got)
	}
	if got := learnIn(t, folder, "", "--check", "--format", "junit"); got.code != 1 || !strings.Contains(got.stdout, `<testcase classname="commerce-sandbox.learn.api.example.com.ACME" name="create-status" time="0.000">`) || !strings.Contains(got.stdout, `<failure message="differs: 200 (1 time: shop.har 1 create-upsell); ours: 201" type="differs">`) {
		t.Errorf("got %+v", got)
	}
	const change = "+assume:\n+  create-status: \"200\"\n"
	if got := learnIn(t, folder, "n\n", "--write"); got.code != 1 || !strings.Contains(got.stderr, change) {
		t.Errorf("got %+v", got)
	}
	if text := read(t, file); text != "account: ACME # ours\n" {
		t.Errorf("got %s, although nobody agreed", text)
	}
	if got := learnIn(t, folder, "", "--write", "--yes", "--scenarios", scenarios); got.code != 0 {
		t.Errorf("got %+v", got)
	}
	if text := read(t, file); text != "account: ACME # ours\nassume:\n  create-status: \"200\"\n" {
		t.Errorf("got %s", text)
	}
	expectPart(t, 0, "", env{}, "check", scenarios)
	if got := learnIn(t, folder, "", "--check"); got.code != 0 || !strings.Contains(got.stdout, "create-status          agrees ") {
		t.Errorf("got %+v", got)
	}
}

// TestLearnRefuses ends with exit code 2 and a sentence.
func TestLearnRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for text, want := range map[string]string{"": "it is empty", "{}": "it is no HTTP Archive"} {
		write(t, filepath.Join(folder, "shop.har"), text)
		if got := learnIn(t, folder, ""); got.code != exitUsage || !strings.Contains(got.stdout, want) {
			t.Errorf("got %+v, want %s", got, want)
		}
	}
	must(t, os.Remove(filepath.Join(folder, "shop.har")))
	if got := learnIn(t, folder, ""); got.code != exitUsage {
		t.Errorf("got %+v for a missing file", got)
	}
}

// TestLearnWritesNoOtherAnswer leaves an answer out that the sandbox cannot give, says so, and
// joins the calls that show it.
func TestLearnWritesNoOtherAnswer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "shop.har"), strings.NewReplacer(`"status":200`, `"status":202`, `"status":429`, `"status":202`).Replace(recordedCalls))
	got := learnIn(t, folder, "", "--write", "--yes")
	const line = "differs   202, which the sandbox cannot answer (2 times: shop.har 1 create-upsell, shop.har 2 create-upsell); ours: 201\n"
	const said = "create-status is not written: the recording shows no one answer that the sandbox can give\n"
	if got.code != 0 || !strings.Contains(got.stdout, line) || !strings.Contains(got.stderr, said) {
		t.Errorf("got %+v", got)
	}
	if _, err := os.Stat(filepath.Join(folder, projectFile)); err == nil {
		t.Error("a file was written")
	}
}

// TestLearnChecksNothing fails when a recording has no call of the interface or is cut, because
// nobody reads the report of a job that passes.
func TestLearnChecksNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	answered := strings.Replace(recordedCalls, `"status":200`, `"status":201`, 1)
	for text, want := range map[string]int{`{"log":{"entries":[]}}`: 1, answered: 0, answered[:len(answered)-9]: 1} {
		write(t, filepath.Join(folder, "shop.har"), text)
		if got := learnIn(t, folder, "", "--check"); got.code != want {
			t.Errorf("got %+v for %s", got, text)
		}
	}
}
