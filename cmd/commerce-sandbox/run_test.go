package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// withPath returns an environment with the path to commands.
func withPath(more env) env {
	all := env{"PATH": os.Getenv("PATH")}
	for key, value := range more {
		all[key] = value
	}
	return all
}

// signed is a call of the account of a command.
const signed = `commerce-sandbox sign --curl GET "/orders/?Limit=1" | sh >/dev/null`

// withProgram returns an environment with the path to commands and to the program.
func withProgram(t *testing.T, more env) env {
	all := withPath(more)
	all["PATH"] = filepath.Dir(linked(t)) + string(filepath.ListSeparator) + all["PATH"]
	return all
}

// TestRunCommand runs commands beside sandboxes of their own.
func TestRunCommand(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{"variables", []string{"sh", "-c", `echo $COMMERCE_VENDOR_CODE $COMMERCE_SECRET $SANDBOX_RUN $SANDBOX_ACCOUNT $((${#COMMERCE_REST}+5-${#COMMERCE_WSDL})) $SANDBOX_LISTEN; ` + signed}, 0, "T demo-secret ci-1 T 0\n", "Run ci-1: passed, 1 account, 1 call, 0 refused\n"},
		{"its code", []string{"sh", "-c", signed + "; exit 7"}, 7, "", "Run ci-1: failed, 1 account, 1 call, 0 refused\nfailed: the command ended with exit code 7\n"},
		{"a signal ended it", []string{"sh", "-c", signed + "; kill -9 $$"}, 137, "", "failed: the command ended with exit code 137\n"},
		{"no call", []string{"true"}, 1, "", "Run ci-1: failed, 1 account, 0 calls, 0 refused\nfailed: " + noCalls + "\n"},
		{"arguments", []string{"printf", "%s|", "--world", "a b", "-q"}, 1, "--world|a b|-q|", "nothing to judge: printf (T, 0 calls)"},
		{"verdict fails", []string{"sh", "-c", `curl -s -o /dev/null "$COMMERCE_REST/orders/0/sale/?SaleId=abc" -H "X-Service-Authentication: code=\"T\" date=\"2026-01-01 00:00:00\" hash=\"0\""`}, 1, "", "run ci-1 fails: the verdict of 1 account of 1 fails\n"},
		{"no credential", []string{"sh", "-c", `curl -s -o /dev/null "$COMMERCE_REST/orders/"`}, 1, "", noCalls},
		{"an account of its own", []string{"sh", "-c", `curl -s -o /dev/null "$COMMERCE_REST/orders/" -H "X-Service-Authentication: code=\"DEMO\" date=\"2026-01-01 00:00:00\" hash=\"0\""`},
			1, "", "account DEMO got 1 call, which the verdict leaves out"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"run", "--run", "ci-1", "--account", "T", "--world", "empty", "--"}, test.args...)
			got := call(t, withProgram(t, env{"SANDBOX_LISTEN": ":1"}), args...)
			if got.code != test.code || got.stdout != test.stdout || !strings.Contains(got.stderr, test.stderr) {
				t.Errorf("got %+v, want %d %q %q", got, test.code, test.stdout, test.stderr)
			}
		})
	}
}

// TestRunAtURL uses a running sandbox, and writes a report.
func TestRunAtURL(t *testing.T) {
	t.Parallel()
	s := reach(t)
	folder := filepath.Join(t.TempDir(), "new", "report")
	got := call(t, withPath(s.env), "run", "--run", "ci-1", "--report", folder, "--min-coverage", "1", "--allow-no-calls", "true")
	const want = name + ": 0 of 36 documented outcomes are covered, 0.0% of them; --min-coverage requires 1%\n"
	if got.code != exitFailed || !strings.HasSuffix(got.stderr, want) {
		t.Errorf("got %+v, want %s", got, want)
	}
	if text := read(t, filepath.Join(folder, "run.md")); !strings.HasPrefix(text, "### Run ci-1: failed, 1 account, 0 calls, 0 refused\n\n**failed:** 0 of 36 documented outcomes") {
		t.Errorf("got %s", text)
	}
	if text := read(t, filepath.Join(folder, "run.xml")); !strings.Contains(text, `tests="2" failures="1"`) || !strings.Contains(text, `<failure message="0 of 36`) {
		t.Errorf("got %s", text)
	}
	if got := call(t, withPath(s.env), "verdict", "--run", "ci-1", "--min-coverage", "1", "--format", "junit"); got.code != exitFailed || !strings.Contains(got.stdout, `failures="1"`) || got.stderr != want {
		t.Errorf("verdict: got %+v", got)
	}
	s.env["SANDBOX_ACCOUNT"] = "DEMO" // it is there already
	expectPart(t, exitDone, "", withPath(s.env), "run", "--run", "ci-1", "--min-coverage", "1", "--no-verdict", "--", "true")
	if run, err := s.Control().Run(t.Context(), "ci-1"); err != nil || len(run.Accounts) != 2 {
		t.Errorf("got %+v, %v, want both accounts to stay", run, err)
	}
}

func TestRunMisused(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"run needs a command, such as commerce-sandbox run -- npm test":                   {},
		`the command "no-such-command" is not found`:                                      {"--", "no-such-command", "-v"},
		"--seed is for the sandbox that run starts; leave it out with --url":              {"--url", "http://127.0.0.1:1", "--seed", "2", "true"},
		`unknown world "nope"; known: default, empty, paging, or the path of a YAML file`: {"--world", "nope", "true"},
	} {
		expect(t, misuse("run", want), withPath(nil), append([]string{"run"}, args...)...)
	}
}

// TestRunPassesSignalsOn ends the program as a CI service does, and expects the signal in
// the command and its exit code.
func TestRunPassesSignalsOn(t *testing.T) {
	t.Parallel()
	c := exec.Command(linked(t), "run", "--world", "empty", "--", "sh", "-c", `trap 'echo asked; exit 5' TERM; echo begun; while :; do sleep 0.01; done`)
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	lines := bufio.NewScanner(out)
	lines.Scan()
	must(t, c.Process.Signal(syscall.SIGTERM))
	for lines.Scan() && lines.Text() != "asked" {
	}
	if lines.Text() != "asked" {
		t.Errorf("got %q, want the command to get the signal", lines.Text())
	}
	if _ = c.Wait(); c.ProcessState.ExitCode() != 5 {
		t.Errorf("got %v, want the code of the command", c.ProcessState)
	}
}
