package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	goflag "flag"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

var update = goflag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == name {
		outputWait = time.Minute // because on a busy machine a process may stand still for longer than users wait
		main()                   // the guide's commands call this binary by the program's name
	}
	interrupted, _ := signal.NotifyContext(context.Background(), os.Interrupt) // a call of run keeps it from ending the process
	context.AfterFunc(interrupted, func() { os.Exit(1) })
	os.Exit(m.Run())
}

// linked returns the path of a link to this binary with the program's name, for TestMain to
// see.
func linked(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name)
	self, err := os.Executable()
	must(t, err)
	must(t, os.Symlink(self, program))
	return program
}

// ending is the exit code and the output of a call of the program.
type ending struct {
	code           int
	stdout, stderr string
}

// env is the environment of a call.
type env map[string]string

func (e env) list() []string {
	var entries []string
	for key, value := range e {
		entries = append(entries, key+"="+value)
	}
	return entries
}

// call runs the program to its end.
func call(t *testing.T, e env, args ...string) ending {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), args, e.list(), &stdout, &stderr)
	return ending{code, stdout.String(), stderr.String()}
}

// expect runs the program, and compares how it ends.
func expect(t *testing.T, want ending, e env, args ...string) {
	t.Helper()
	if got := call(t, e, args...); got != want {
		t.Errorf("%q: got %+v, want %+v", args, got, want)
	}
}

// expectPart runs the program, and expects its exit code and a part of its output, of that to stderr
// when it fails.
func expectPart(t *testing.T, code int, part string, e env, args ...string) {
	t.Helper()
	if got := call(t, e, args...); !got.says(code, part) {
		t.Errorf("%q: got %+v, want %d and %s", args, got, code, part)
	}
}

// says reports whether a call ended with a code and a part of its output.
func (e ending) says(code int, part string) bool {
	said := e.stdout
	if code != exitDone {
		said = e.stderr
	}
	return e.code == code && strings.Contains(said, part)
}

// running is a sandbox served by the program.
type running struct {
	t      *testing.T
	block  string // the start block
	cancel context.CancelFunc
	ended  chan ending
}

// serve starts the program and waits for its start block.
func serve(t *testing.T, e env, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := &running{t: t, cancel: cancel, ended: make(chan ending, 1)}
	stdout, writer := io.Pipe()
	go func() {
		var stderr bytes.Buffer
		code := run(ctx, args, e.list(), writer, &stderr)
		_ = writer.Close()
		r.ended <- ending{code: code, stderr: stderr.String()}
	}()
	t.Cleanup(cancel)
	block := make([]byte, 1<<16) // the block is written at once, and so is read at once
	n, err := stdout.Read(block)
	if err != nil {
		t.Fatalf("serve %q ended before it was ready: %+v", args, <-r.ended)
	}
	r.block = string(block[:n])
	go func() { _, _ = io.Copy(failing{t}, stdout) }()
	return r
}

// failing is a writer that fails the test.
type failing struct{ t *testing.T }

func (f failing) Write(b []byte) (int, error) {
	f.t.Errorf("stdout got more than the start block: %q", b)
	return 0, errors.New("nothing more was expected")
}

// stop ends the sandbox as a signal does and returns how it ended.
func (r *running) stop() ending {
	r.t.Helper()
	r.cancel()
	return <-r.ended
}

// line returns the line of the block that begins with a word.
func (r *running) line(word string) string {
	r.t.Helper()
	for line := range strings.Lines(r.block) {
		if strings.HasPrefix(strings.TrimSpace(line), word) {
			return strings.TrimSuffix(line, "\n")
		}
	}
	r.t.Fatalf("no line begins with %q in\n%s", word, r.block)
	return ""
}

// TestHelp compares the help of every command with its golden file.
func TestHelp(t *testing.T) {
	t.Parallel()
	for _, command := range append(paths((&program{}).command(nil)), "") {
		words := strings.Fields(command)
		file := cmp.Or(strings.Join(words, "-"), "program") + ".txt"
		for _, args := range [][]string{append(words, "--help"), append([]string{"help"}, words...), append(words, "-h")} {
			golden(t, filepath.Join("testdata", "help", file), call(t, nil, args...))
		}
	}
}

// paths returns the names of the commands below c, a command before its subcommands.
func paths(c *cobra.Command) []string {
	var all []string
	for _, below := range c.Commands() {
		all = append(all, strings.TrimPrefix(below.CommandPath(), name+" "))
		all = append(all, paths(below)...)
	}
	return all
}

// golden compares a successful call with its golden file.
func golden(t *testing.T, path string, got ending) {
	t.Helper()
	if *update {
		must(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(got.stdout), 0o644)))
	}
	text, err := os.ReadFile(path)
	if want := (ending{stdout: string(text)}); err != nil || got != want {
		t.Errorf("got %+v\nwant %+v (%v)", got, want, err)
	}
}

func TestMisuse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		env  env
		args []string
		want []string // faults
	}{
		{"unknown flag", nil, []string{"--lisen", ":0"}, []string{"unknown flag --lisen; did you mean --listen?"}},
		{"one hyphen", nil, []string{"-listen", ":0"}, []string{"unknown flag -listen; did you mean --listen?"}},
		{"unlike any flag", nil, []string{"--zzzzzzzz=1", "--seed=x"}, []string{"unknown flag --zzzzzzzz"}},
		{"a flag that is gone", nil, []string{"reset", "--dry-run"}, []string{
			"unknown flag --dry-run; a reset has no preview: commerce-sandbox snapshot take NAME first keeps a way back"}},
		{"a command that is gone", nil, []string{"bundle", "replay", "ticket.zip", "--format", "json"}, []string{
			`unknown command "replay"; a bundle is not repeated: commerce-sandbox bundle open FILE runs a sandbox with its account and shows its calls`}},
		{"another flag that is gone", nil, []string{"bundle", "save", "ticket.zip", "--snapshot", "before"}, []string{
			"unknown flag --snapshot; a bundle has all calls of the journal: reset the account before the calls that matter"}},
		{"a flag of an unknown command", nil, []string{"requsts", "--last", "1"}, []string{`unknown command "requsts"; did you mean requests?`}},
		{"no name", nil, []string{"--=1"}, []string{"bad flag syntax: --=1"}},
		{"no value", nil, []string{"--seed"}, []string{"--seed needs a value: N"}},
		{"empty values", nil, []string{"--data=", "--assume", "", "--auth-header="}, []string{
			"--data must not be empty", `--assume must be ID=ANSWER, got ""`, "--auth-header must not have an empty value"}},
		{"unknown command", nil, []string{"sing"}, []string{`unknown command "sing"; did you mean sign?`}},
		{"unlike any command", nil, []string{"zzzzzzzz"}, []string{`unknown command "zzzzzzzz"; known: account, bundle, call, check, clock, compact, completion, coverage, diff, explain, export, feature, fixture, handles, help, import, init, learn, mcp, open, questions, ready, record, rehearse, requests, reset, run, runs, scenario, serve, sign, snapshot, verdict, verify, version, world`}},
		{"everything at once", env{"SANDBOX_JOURNAL": "many", "SANDBOX_SEED": "x", "SANDBOX_ASSUME": "nulls=omitted,search-status=7"},
			[]string{"--seed", "0", "--orders=-1", "--accounts", "ajar", "--feature", "A=yes", "--feature", "NOPE=on",
				"--ephemeral=perhaps", "--world", "nope", "--listen", "8080", "--clock", "noon", "--vendor-code", "A B", "--auth-header", "X-Mine,X:Y", "--journal-bytes", "9999999999GiB"},
			[]string{
				`--ephemeral must be true or false, got "perhaps"`,
				`--accounts must be open|closed, got "ajar"`,
				`--orders must be a whole number of at least 1, got "-1"`,
				`--seed must be a whole number of at least 1, got "0"`,
				`--feature must be FLAG=on or FLAG=off, got "A=yes"`,
				`SANDBOX_JOURNAL must be a whole number of at least 1, got "many"`,
				`--journal-bytes must be a number of bytes, such as 500000, 64KiB, 128MiB or 1GiB, got "9999999999GiB"`,
				`a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got "A B"`,
				`listen must be host:port such as 127.0.0.1:8080: address 8080: missing port in address`,
				`clock: "noon" is not a moment: write Y-m-d, Y-m-d H:i:s or RFC 3339, such as 2026-05-13, 2026-05-13 12:12:12 or 2026-05-13T12:12:12Z`,
				`auth-header must be the name of a header, such as X-My-Authentication, got "X:Y"`,
				`unknown feature "NOPE"; known: API_GET_CUSTOMER_ORDERS`,
				`the answer to search-status must be 201 or 200, got "7"`,
				`unknown world "nope"; known: default, empty, paging, or the path of a YAML file`,
			}},
		{"argument of serve", nil, []string{"serve", "now"}, []string{`serve takes no arguments, got "now"`}},
		{"argument of version", nil, []string{"version", "--", "-x"}, []string{`version takes no arguments, got "-x"`}},
		{"wrong wait", nil, []string{"ready", "--wait", "-1s", "--url", "localhost:8080"}, []string{
			`--url must be scheme and host, such as http://127.0.0.1:8080, got "localhost:8080"`, `--wait must not be negative, got "-1s"`}},
		{"port 0", env{"SANDBOX_LISTEN": "127.0.0.1:0"}, []string{"questions"}, []string{
			"SANDBOX_LISTEN has port 0, so --url must give the address of the sandbox"}},
		{"wrong address", env{"SANDBOX_LISTEN": "here"}, []string{"ready"}, []string{
			`SANDBOX_LISTEN must be host:port, such as 127.0.0.1:8080, got "here"`}},
		{"unknown command below", nil, []string{"scenario", "of", "slow"}, []string{`unknown command "of"; did you mean off?`}},
		{"which scenario", nil, []string{"scenario", "on", "--times", "0", "--for", "0s"}, []string{
			`--times must be a whole number of at least 1, got "0"`, `--for must be longer than 0s`,
			`scenario on needs the name of a scenario or an error code, such as slow or FORBIDDEN, got ""`}},
		{"which scenario to show", env{"SANDBOX_LISTEN": "here"}, []string{"scenario", "show", "a", "b"}, []string{
			`scenario show needs the name of a scenario, such as slow, got "a b"`,
			`SANDBOX_LISTEN must be host:port, such as 127.0.0.1:8080, got "here"`}},
		{"nothing to deactivate", nil, []string{"scenario", "off"}, []string{`scenario off needs the name of an active scenario, or --all, got ""`}},
		{"a name and all", nil, []string{"scenario", "off", "slow", "--all"}, []string{"scenario off takes a name or --all, not both"}},
		{"what to keep", nil, []string{"reset", "--keep", "clock,secret", "--keep=data"}, []string{
			`--keep must be scenarios|journal|clock|features|questions, got "secret"`,
			`--keep must be scenarios|journal|clock|features|questions, got "data"`}},
		{"which calls", nil, []string{"requests", "--status", "teapot", "--status=99", "--limit", "0", "--follow", "--account", "none", "--format", "yaml"}, []string{
			`--status must be an HTTP status, a class such as 4xx, or 0 for no answer, got "99"`, `--limit must be a whole number of at least 1, got "0"`,
			`--format must be text|json, or a template such as {{.total}}, got "yaml"`}},
		{"which call", nil, []string{"explain"}, []string{`explain needs the id of a call, which the header X-Sandbox-Request of its answer has, or latest, got ""`}},
		{"how much coverage", nil, []string{"coverage", "--fail-under", "101", "--format", "html"}, []string{
			`--fail-under must be a number from 0 to 100, got "101"`, `--format must be text|json|markdown, or a template such as {{.total}}, got "html"`}},
		{"no share", nil, []string{"coverage", "--fail-under", "NaN"}, []string{`--fail-under must be a number from 0 to 100, got "NaN"`}},
		{"nothing to check", nil, []string{"check"}, []string{"check needs the files and folders to check, such as scenarios/ world.yaml, got \"\""}},
		{"what to sign", nil, []string{"sign", "GET", "--vendor-code", `A"B`, "--algo", "crc", "--date", "2026-02-30"}, []string{
			`--date is wrong: "2026-02-30" is not a moment (day out of range): write Y-m-d, Y-m-d H:i:s or RFC 3339, such as 2026-05-13, 2026-05-13 12:12:12 or 2026-05-13T12:12:12Z`,
			`vendor code must have no double quotes and no control characters, got "A\"B"`,
			`unknown hash algorithm "crc"; known: sha256, sha3-256, md5`,
			`METHOD and PATH need --curl or --snippet, got "GET" without it`}},
		{"half a call", nil, []string{"sign", "--curl", "GET"}, []string{`--curl and --snippet need METHOD and PATH, such as --curl GET /orders/, got "GET"`}},
		{"no call", nil, []string{"sign", "--curl", "G-T", "orders"}, []string{
			`METHOD must be letters, such as GET or POST, got "G-T"`, `PATH must begin with a slash, got "orders"`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := call(t, test.env, test.args...)
			command := name
			for _, path := range paths((&program{}).command(nil)) {
				if strings.HasPrefix(strings.Join(test.args, " ")+" ", path+" ") {
					command = name + " " + path // the longest comes last
				}
			}
			want := ending{code: exitUsage, stderr: name + ": " + strings.Join(test.want, "\n"+name+": ") + "\nSee " + command + " --help.\n"}
			if got != want {
				t.Errorf("got  %d %s\n%s\nwant %d %s\n%s", got.code, got.stdout, got.stderr, want.code, want.stdout, want.stderr)
			}
		})
	}
}

func TestFlatten(t *testing.T) {
	t.Parallel()
	a, b, c := errors.New("a"), errors.New("b"), errors.New("c")
	got := flatten(errors.Join(a, errors.Join(b, nil), c))
	if len(got) != 3 || got[0] != a || got[1] != b || got[2] != c {
		t.Errorf("got %v, want a, b and c", got)
	}
	if got := flatten(nil); got != nil {
		t.Errorf("nothing: got %v", got)
	}
}
