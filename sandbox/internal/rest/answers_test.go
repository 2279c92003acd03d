package rest_test

import (
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var update = flag.Bool("update", false, "write the files of testdata/answers")

// series is how a sandbox begins that gets the calls of a file of testdata/answers.
type series struct {
	clock     time.Time // shown by the account from the first call on; zero for the present
	answers   map[string]string
	scenarios map[string]string // active ones
}

// allSeries has the series that begin otherwise than usual, by the names of their files.
func allSeries() map[string]series {
	return map[string]series{
		"changed": {answers: map[string]string{"yes-body": "empty", "lookup-body": "text", "nulls": "omitted", "page-totals": "running", "recommended-not-found": "null", "search-status": "200"}},
		"refunds": {answers: map[string]string{"refund-money": "negative", "recommended-not-found": "204"}},
		"omitted": {answers: map[string]string{"nulls": "omitted"}},
		"later":   {clock: time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)},
		"effects": {scenarios: map[string]string{
			"after":  `{on: "*", when: 'header["X-Own"] == "after"', after: true, answer: {status: 504, error_code: LATE, message: "m", headers: {X-Own: "1"}}}`,
			"failed": `{on: create-upsell, when: 'header["X-Own"] == "failed" and answer.Name == "N"', fail: INTERNAL_ERROR}`,
			"edited": `{on: "*", when: 'method == "GET" and header["X-Own"] == "edited" and xpath("//x") == "" and now startsWith "2026-10-09"', change: [{at: $.RefNo, set: X}, {at: $.Nothing.Here, set: 1}]}`,
		}},
		"stubs": {scenarios: map[string]string{
			"stub":   `{on: ["POST path:/invoices", "PATCH path:/orders/"], when: body == nil or body.Name != "none", answer: {status: 202, error_code: STUB, message: "m", headers: {X-Own: "1"}}}`,
			"place":  `{on: "POST path:/orders/", place: PENDING}`,
			"rpc":    `{on: "path:/rpc/6.0", when: body.method == "getOrder", answer: {status: 203, error_code: RPC}}`,
			"leads":  `{on: "path:/leads/*", answer: {status: 202, error_code: LEADS}}`,
			"open":   `{on: "POST path:/open", before: credential, answer: {status: 202, error_code: OPEN}}`,
			"seeing": `{on: [create-upsell, retrieve-order], when: 'body != nil and body.Name == "seen"', answer: {status: 418, error_code: SEEN}}`,
		}},
	}
}

// start starts the sandbox of the series.
func (s series) start(t *testing.T) *sandboxtest.Running {
	t.Helper()
	running := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Answers = s.answers })
	for _, name := range slices.Sorted(maps.Keys(s.scenarios)) {
		must(t, running.Control().PutScenario(t.Context(), name, "summary: A scenario\nrules: ["+s.scenarios[name]+"]\n"))
		running.Activate(name)
	}
	if !s.clock.IsZero() {
		_, err := running.Control().Account(running.Code()).FreezeAt(t.Context(), s.clock)
		must(t, err)
	}
	return running
}

// The lines between two calls, and between a call and its answer.
const (
	nextCall = "\n###\n"
	answered = "\n=>\n"
)

// TestAnswers makes the calls of each file. A call is METHOD PATH, lines with headers, and a
// body behind an empty line; <HANDLE.NAME> is an id of the world and \xNN a byte. The answer
// and what the entry says of the call follow it.
func TestAnswers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/answers/*.txt")
	if err != nil || len(files) < len(allSeries()) {
		t.Fatalf("got the files %q, %v", files, err)
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			must(t, err)
			s, steps := allSeries()[name].start(t), strings.Split(string(text), nextCall)
			for n, step := range steps {
				call, want, _ := strings.Cut(step, answered)
				got := answerTo(t, s, call)
				if got != want && !*update {
					t.Errorf("%s: call %d: %s\ngot\n%s\nwant\n%s\n(run with -update to write it, and read the difference)", path, n+1, call, got, want)
				}
				steps[n] = call + answered + got
			}
			if *update {
				must(t, os.WriteFile(path, []byte(strings.Join(steps, nextCall)), 0o600))
			}
		})
	}
}

var (
	idOf   = regexp.MustCompile(`<([\w-]+)\.(\w+)>`)
	byteOf = regexp.MustCompile(`\\x[0-9a-f]{2}`)
)

// answerTo makes a call and returns its answer and what its entry says.
func answerTo(t *testing.T, s *sandboxtest.Running, call string) string {
	t.Helper()
	call = idOf.ReplaceAllStringFunc(call, func(id string) string {
		handle, name, _ := strings.Cut(strings.Trim(id, "<>"), ".")
		return s.ID(handle, name)
	})
	call = byteOf.ReplaceAllStringFunc(call, func(hexadecimal string) string {
		b, _ := hex.DecodeString(hexadecimal[len(`\x`):])
		return string(b)
	})
	head, body, _ := strings.Cut(call, "\n\n")
	lines := strings.Split(head, "\n")
	method, path, _ := strings.Cut(lines[0], " ")
	r, err := http.NewRequestWithContext(t.Context(), method, s.REST()+path, strings.NewReader(body))
	must(t, err)
	r.Header = http.Header{"Accept": {"application/json"}, "X-Service-Authentication": {s.Sign()}}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ":")
		r.Header.Set(name, strings.TrimSpace(value))
		if value == "" {
			r.Header.Del(name)
		}
	}
	answer, err := http.DefaultClient.Do(r)
	must(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	out := answer.Status + "\n"
	for _, name := range []string{"Allow", "Content-Type", "Content-Length", "Location", "X-Own", "X-Sandbox-Assumption", "X-Sandbox-Explain", "X-Sandbox-Preview", "X-Sandbox-Scenario"} {
		if value := answer.Header.Get(name); value != "" {
			out += name + ": " + value + "\n"
		}
	}
	if e, err := s.Control().Request(t.Context(), answer.Header.Get("X-Sandbox-Request")); err == nil {
		out += entryOf(e)
	}
	return out + string(text)
}

// entryOf returns what an entry says of a call, besides its answer.
func entryOf(e client.Entry) string {
	out := fmt.Sprintf("entry %s of %s, operation %q, changes %d\n", e.ID, e.Account, e.Operation, len(e.Changes))
	for _, check := range e.Checks {
		if !check.Passed {
			out += fmt.Sprintf("given %.100q, expected %q\n", check.Given, check.Expected)
		}
	}
	return out
}
