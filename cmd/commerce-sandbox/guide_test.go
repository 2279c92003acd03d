package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestGuide runs the console fences of the README and of the guide:
//
//   - A line that begins with "$ " is a command; a backslash at its end
//     continues it. The lines after it are its output, as a terminal shows it.
//   - A page has a folder, a shell and a sandbox of its own. A command that
//     serves replaces the sandbox; without one, it is the default sandbox.
//   - A fence of any other language with file=NAME in its mark is written to
//     the folder.
//   - In an output, "…" matches any text, and alone on a line any number of
//     lines. Moments, dates and hashes match each other. The address of the
//     sandbox is always 127.0.0.1:8080 or localhost:8080.
//
// With -update, a command with another output gets that one.
func TestGuide(t *testing.T) {
	t.Parallel()
	requireTools(t, "bash", "curl", "openssl")
	for _, path := range guidePages(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			p := readPage(t, path)
			faults, corrected := p.run(t)
			for _, fault := range faults {
				t.Error(fault)
			}
			if *update && len(faults) > 0 {
				write(t, path, corrected)
			}
		})
	}
}

// TestGuideFences finds commands that TestGuide does not see.
func TestGuideFences(t *testing.T) {
	t.Parallel()
	for _, path := range guidePages(t) {
		p := readPage(t, path)
		for _, fault := range p.checkFences() {
			t.Error(fault)
		}
	}
}

// TestGuideReportsDifferences runs a page with partly wrong outputs.
func TestGuideReportsDifferences(t *testing.T) {
	t.Parallel()
	requireTools(t, "bash", "curl", "openssl")
	p := parsePage("page.md", strings.Join([]string{
		"# Page",
		"```text file=note.txt", "a note", "```",
		"```console",
		"$ cat note.txt; x=kept",
		"another note",
		"$ printf 'one\\ntwo\\nthree'; \\",
		"  echo 2026-05-13 12:12:12 $x",
		"one", "…", "three1999-12-31 23:59:59 k…t",
		"$ printf '1\\n2\\n3\\n4\\n5\\n6\\n'",
		"1", "zwei", "…", "5", "sechs",
		"$ curl -s http://127.0.0.1:8080/_sandbox/live; commerce-sandbox ready; echo $SANDBOX_URL",
		"{…}", "ready: http://127.0.0.1:8080", "http://localhost:8080",
		"$ false",
		"$ commerce-sandbox --seed 2 --ephemeral",
		"commerce-sandbox is ready", "…",
		"$ commerce-sandbox sing",
		"…",
		"```",
	}, "\n"))
	faults, corrected := p.run(t)
	want := []string{
		"page.md:6: the output of this command differs (- expected, + got; -update corrects it):\n$ cat note.txt; x=kept\n-another note\n+a note",
		"page.md:13: the output of this command differs (- expected, + got; -update corrects it):\n$ printf '1\\n2\\n3\\n4\\n5\\n6\\n'\n" +
			" 1\n-zwei\n+2\n …\n 5\n-sechs\n+6",
		"page.md:19: the output of this command differs (- expected, + got; -update corrects it):\n$ curl -s http://127.0.0.1:8080/_sandbox/live; commerce-sandbox ready; echo $SANDBOX_URL\n" +
			" {…}\n ready: http://127.0.0.1:8080\n-http://localhost:8080\n+http://127.0.0.1:8080",
	}
	if !slices.Equal(faults, want) {
		t.Errorf("got  %q\nwant %q", faults, want)
	}
	again, _ := parsePage("page.md", corrected).run(t)
	if len(again) > 0 {
		t.Errorf("corrected: got %q, want no faults in\n%s", again, corrected)
	}
	fences := "```\nls\n```\nDo it.\n```sh untested\nrm -r /\n```\n    ls\n```bash\n```\n```sh untested\nls\n```\nNot run, because …\n```console\nls\n```\n```console\n$ ls | cut -c1\n```\n" +
		"```go\n```\n```go from=web/web.go\n  import (\n```\n```go from=web/web.go\nimport \"os\"\n```\n```text\n"
	got := parsePage("page.md", fences).checkFences()
	want = []string{
		`page.md:19: show the value by a command of the program, or hide the rest of the output by …`,
		`page.md:1: a fence marked "" hides commands: mark it console, sh untested or with its language`,
		`page.md:5: a fence marked sh untested needs a line before or after it that says "not run" and why`,
		`page.md:8: an indented line is code without a mark: write a fence`,
		`page.md:9: a fence marked "bash" hides commands: mark it console, sh untested or with its language`,
		`page.md:15: a fence marked console begins with a command: "$ " and what to run`,
		`page.md:21: a fence marked go names the file that it is taken from: from=PATH`,
		`page.md:26: web/web.go does not have these lines`,
		`page.md:29: the fence does not end`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// requireTools skips the test on a machine without the tools, but not in CI.
func requireTools(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil && os.Getenv("CI") == "true" {
			t.Fatal(err)
		} else if err != nil {
			t.Skip(err)
		}
	}
}

// run takes the steps of the page. It returns a fault for each command with another
// output, and the page with the actual outputs.
func (p page) run(t *testing.T) (faults []string, corrected string) {
	t.Helper()
	r := newReader(t)
	lines := slices.Clone(p.lines)
	moved := 0 // by how many lines the corrections moved the following ones
	for _, s := range p.steps() {
		if s.file != "" {
			r.write(s.file, s.text)
			continue
		}
		want := p.lines[s.from:s.to]
		got := r.follow(s.text)
		if matches(want, got) {
			continue
		}
		edits := compare(want, got)
		faults = append(faults, fmt.Sprintf("%s: the output of this command differs (- expected, + got; -update corrects it):\n$ %s\n%s", p.at(s.at), s.text, diff(edits)))
		right := correct(edits)
		lines = slices.Replace(lines, s.from+moved, s.to+moved, right...)
		moved += len(right) - len(want)
	}
	return faults, strings.Join(lines, "\n")
}

// reader follows a page: it types the commands into a shell.
type reader struct {
	t       *testing.T
	dir     string
	env     []string
	input   io.Writer
	output  *bufio.Reader
	address string // of the sandbox, "" before it runs
	stop    func() // ends the sandbox
}

// followed is how long a page may take.
const followed = 10 * time.Minute

func newReader(t *testing.T) *reader {
	t.Helper()
	programs, dir := filepath.Dir(linked(t)), t.TempDir()
	r := &reader{t: t, dir: dir, stop: func() {}, env: []string{
		"PATH=" + programs + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir, "LC_ALL=C.UTF-8",
		"GORACE=atexit_sleep_ms=0", // because otherwise each command takes a second longer when the race detector is in it
	}}
	ctx, cancel := context.WithTimeout(t.Context(), followed)
	shell := r.command(ctx, "bash", "--noprofile", "--norc")
	input, err1 := shell.StdinPipe()
	output, err2 := shell.StdoutPipe()
	shell.Stderr = shell.Stdout
	must(t, errors.Join(err1, err2, shell.Start()))
	r.input, r.output = input, bufio.NewReader(output)
	t.Cleanup(func() {
		_ = input.Close()
		_ = shell.Wait()
		cancel()
		r.stop()
	})
	return r
}

func (r *reader) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, program, args...)
	c.Dir, c.Env = r.dir, r.env
	return c
}

func (r *reader) write(file, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, file)
	must(r.t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)))
}

// serves finds the commands that start a sandbox: the program without a command of its own.
var serves = regexp.MustCompile(`^([A-Z_]+=\S+ )*(commerce-sandbox|go run \./cmd/commerce-sandbox)( serve)?( -[^|;&>]*)?$`)

// follow runs a command of a page and returns its printed lines.
func (r *reader) follow(command string) []string {
	r.t.Helper()
	command = strings.ReplaceAll(command, "go run ./cmd/commerce-sandbox", name)
	if serves.MatchString(command) {
		return r.lines(r.serve(command))
	}
	if r.address == "" {
		r.serve(name + " --ephemeral")
	}
	for _, written := range []string{"127.0.0.1", "localhost"} {
		_, port, _ := strings.Cut(r.address, ":")
		command = strings.ReplaceAll(command, written+":8080", written+":"+port)
	}
	return r.lines(r.shell(command))
}

// end is printed by the shell after a command.
const end = "-- this is the end of the output --"

func (r *reader) shell(command string) string {
	r.t.Helper()
	if _, err := fmt.Fprintf(r.input, "{ %s\n} </dev/null\necho\necho '%s'\n", command, end); err != nil {
		r.t.Fatalf("$ %s\nthe shell ended: %v", command, err)
	}
	var output strings.Builder
	for {
		line, err := r.output.ReadString('\n')
		if err != nil {
			r.t.Fatalf("$ %s\nthe shell ended: %v\n%s", command, err, output.String())
		}
		if line == end+"\n" {
			return output.String()
		}
		output.WriteString(line)
	}
}

// address is where the start block shows the address of the sandbox.
var address = regexp.MustCompile(`(https?)://(\S+)` + regexp.QuoteMeta(restBase))

// serve runs a sandbox in place of the one before. It returns the output of the command
// until it was ready, or until it ended.
func (r *reader) serve(command string) string {
	r.t.Helper()
	r.stop() // it may hold the data file
	r.address, r.stop = "", func() {}
	c := r.command(context.Background(), "bash", "-c", "exec env SANDBOX_LISTEN=127.0.0.1:0 "+command)
	var log bytes.Buffer
	c.Stderr = &log
	stdout, err := c.StdoutPipe()
	must(r.t, errors.Join(err, c.Start()))
	block := make([]byte, 1<<16) // the block is written at once, and so is read at once
	n, err := stdout.Read(block)
	found := address.FindSubmatch(block[:n])
	if err != nil || found == nil {
		_ = c.Wait()
		return string(block[:n]) + log.String()
	}
	r.stop = func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		if err := c.Wait(); err != nil {
			r.t.Errorf("$ %s\n%v\n%s", command, err, log.String())
		}
	}
	r.address = string(found[2])
	r.shell("export SANDBOX_URL=" + string(found[1]) + "://" + r.address)
	return string(block[:n])
}
