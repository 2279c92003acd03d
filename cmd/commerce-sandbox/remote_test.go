package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// reached is a running sandbox and the environment for the program to find it.
type reached struct {
	*sandboxtest.Running
	t   *testing.T
	env env
}

func reach(t *testing.T, options ...func(*sandbox.Options)) reached {
	t.Helper()
	s := sandboxtest.Start(t, append(options, sandboxtest.Frozen)...)
	return reached{s, t, env{"SANDBOX_URL": s.URL()}}
}

// call runs a command. It replaces the address of the sandbox in the outputs,
// because every test has another one.
func (r reached) call(args ...string) ending {
	r.t.Helper()
	got := call(r.t, r.env, args...)
	address := strings.TrimPrefix(r.URL(), "http://")
	got.stdout = strings.ReplaceAll(got.stdout, address, "sandbox:8080")
	got.stderr = strings.ReplaceAll(got.stderr, address, "sandbox:8080")
	return got
}

// row returns the rest of the line that begins with a word, with one blank between words.
func (r reached) row(word string, args ...string) string {
	r.t.Helper()
	for line := range strings.Lines(r.call(args...).stdout) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == word {
			return strings.Join(words[1:], " ")
		}
	}
	r.t.Errorf("%q: no row begins with %q", args, word)
	return ""
}

// golden compares the output of a command with its golden file.
func (r reached) golden(file string, args ...string) {
	r.t.Helper()
	golden(r.t, filepath.Join("testdata", "commands", file+".txt"), r.call(args...))
}

// want compares the end of a command with the expected one.
func (r reached) want(want ending, args ...string) {
	r.t.Helper()
	if got := r.call(args...); got != want {
		r.t.Errorf("%q: got %+v, want %+v", args, got, want)
	}
}

// wantPart expects the exit code of a command and a part of its output, of that to stderr when it fails.
func (r reached) wantPart(code int, part string, args ...string) {
	r.t.Helper()
	if got := r.call(args...); !got.says(code, part) {
		r.t.Errorf("%q: got %+v, want %d and %s", args, got, code, part)
	}
}

// customer lists the orders of the customer of a handle.
func (r reached) customer(handle string) sandboxtest.Answer {
	r.t.Helper()
	return r.Get("/orders/customer/?CustomerReference=" + r.ID(handle, "CustomerReference"))
}

func prints(text string) ending { return ending{stdout: text + "\n"} }
func fails(text string) ending  { return ending{code: exitFailed, stderr: name + ": " + text + "\n"} }

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o600))
}

func TestQuestions(t *testing.T) {
	t.Parallel()
	s := reach(t)
	must(t, client.New(s.URL(), client.Options{}).Account("DEMO").SetAnswer(t.Context(), "search-status", "200"))
	s.golden("questions", "questions")
	var all struct {
		Questions []answeredQuestion
		Total     int
	}
	got := s.call("questions", "--format", "json")
	if err := json.Unmarshal([]byte(got.stdout), &all); err != nil || len(all.Questions) != all.Total || all.Questions[1].AccountAnswer != "200" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestReset(t *testing.T) {
	t.Parallel()
	s := reach(t)
	shop := client.New(s.URL(), client.Options{}).Account("DEMO")
	_, err := shop.SaveSnapshot(t.Context(), "before")
	must(t, err)
	must(t, shop.Activate(t.Context(), "slow", client.ActivationLimits{}))
	const back = "account DEMO is back to "
	s.want(prints(back+"products and partners only; its clock is real and shows 2026-10-09 12:00:00 UTC"), "reset", "--to", "empty", "--keep", "scenarios,journal")
	if got, err := shop.ActiveScenarios(t.Context()); err != nil || len(got) != 1 {
		t.Errorf("got %v, %v, want the scenario kept", got, err)
	}
	s.want(prints(back+"snapshot before; its clock is real and shows 2026-10-09 12:00:00 UTC"), "reset", "--to", "before")
	if got, err := shop.ActiveScenarios(t.Context()); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v, want none", got, err)
	}
	s.want(prints(back+"world default; its clock is real and shows 2026-10-09 12:00:00 UTC"), "reset")
	s.want(misuse("reset", `unknown snapshot "befor"; did you mean before?`), "reset", "--to", "befor")
}

// TestToken calls a sandbox that requires a token, over TLS.
func TestToken(t *testing.T) {
	t.Parallel()
	s := reach(t, func(o *sandbox.Options) { o.ControlToken, o.TLS = "letmein", sandbox.TLSSelfSigned })
	const missing = "the control token is missing or wrong; give it by --control-token or SANDBOX_CONTROL_TOKEN"
	s.want(fails(missing), "coverage")
	if got := s.call("coverage", "--control-token", "letmein"); got.code != exitFailed || !strings.Contains(got.stderr, "failed to verify certificate") || !strings.Contains(got.stderr, "; SANDBOX_TLS=self-signed accepts") {
		t.Errorf("got %+v, want the token kept from strangers", got)
	}
	s.env["SANDBOX_TLS"] = sandbox.TLSSelfSigned
	s.want(fails(missing), "coverage", "--control-token", "let")
	s.env["SANDBOX_CONTROL_TOKEN"] = "letmein"
	s.wantPart(exitDone, "", "coverage")
}

// TestFirstAccount finds the account of a command without --account.
func TestFirstAccount(t *testing.T) {
	t.Parallel()
	s := reach(t, func(o *sandbox.Options) { o.VendorCode = "ACME" })
	s.As("AAA").Get("/orders/") // opens an account before it in the list
	s.want(prints("slow is active for account ACME until it is deactivated; it can affect 16 operations"), "scenario", "on", "slow")
	s.env["SANDBOX_ACCOUNT"] = "DEMO"
	s.want(misuse("scenario on", `unknown account "DEMO"; known: AAA, ACME`), "scenario", "on", "slow")
	s.want(prints("slow is active for account ACME until it is deactivated; it can affect 16 operations"), "scenario", "on", "slow", "--account", "ACME")
	delete(s.env, "SANDBOX_ACCOUNT")
	must(t, s.Control().Account("ACME").Delete(t.Context()))
	s.want(misuse("reset", "the first account was deleted; name another one, or open it again"), "reset")
}
