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
// With -update, a command whose output differs gets the output it has.
func TestGuide(t *testing.T) {
	t.Parallel()
	requireTools(t)
	for _, path := range guidePages(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			p := readPage(t, path)
			faults, corrected := p.run(t)
			for _, fault := range faults {
				t.Error(fault)
			}
			if *update && len(faults) > 0 {
				if err := os.WriteFile(path, []byte(corrected), 0o600); err != nil {
					t.Fatal(err)
				}
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

// TestGuideReportsDifferences runs a page whose outputs are partly wrong.
func TestGuideReportsDifferences(t *testing.T) {
	t.Parallel()
	requireTools(t)
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
	fences := "```\nls\n```\nDo it.\n```sh untested\nrm -r /\n```\n    ls\n```bash\n```\n```sh untested\nls\n```\nNot run, because …\n```console\nls\n```\n" +
		"```go\n```\n```go from=web/web.go\n  import \"embed\"\n```\n```go from=web/web.go\nimport \"os\"\n```\n```text\n"
	got := parsePage("page.md", fences).checkFences()
	want = []string{
		`page.md:1: a fence marked "" hides commands: mark it console, sh untested or with its language`,
		`page.md:5: a fence marked sh untested needs a line before or after it that says "not run" and why`,
		`page.md:8: an indented line is code without a mark: write a fence`,
		`page.md:9: a fence marked "bash" hides commands: mark it console, sh untested or with its language`,
		`page.md:15: a fence marked console begins with a command: "$ " and what to run`,
		`page.md:18: a fence marked go names the file that it is taken from: from=PATH`,
		`page.md:23: web/web.go does not have these lines`,
		`page.md:26: the fence does not end`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// requireTools skips the test on a machine without a shell, but not in CI.
func requireTools(t *testing.T) {
	t.Helper()
	for _, tool := range []string{"bash", "curl", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil && os.Getenv("CI") == "true" {
			t.Fatal(err)
		} else if err != nil {
			t.Skip(err)
		}
	}
}

// guidePages returns the paths of the README and of the pages of the guide.
func guidePages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join("..", "..", "web", "guide", "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	return append(pages, filepath.Join("..", "..", "README.md"))
}

// page is one Markdown file.
type page struct {
	path   string
	lines  []string
	fences []fence
}

// fence is a fenced block; from and to are the indices of its lines without
// the fences themselves, to is -1 when it does not end.
type fence struct {
	mark     string // what the opening fence says: the language, and what to do
	from, to int
}

func readPage(t *testing.T, path string) page {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parsePage(strings.TrimPrefix(filepath.ToSlash(path), "../../"), string(text))
}

func parsePage(path, text string) page {
	p := page{path: path, lines: strings.Split(text, "\n")}
	open := false
	for i, line := range p.lines {
		switch {
		case !open && strings.HasPrefix(line, "```"):
			p.fences = append(p.fences, fence{strings.TrimSpace(line[3:]), i + 1, -1})
			open = true
		case open && line == "```":
			p.fences[len(p.fences)-1].to = i
			open = false
		}
	}
	return p
}

// at is the place of a line, by its index.
func (p page) at(line int) string { return fmt.Sprintf("%s:%d", p.path, line+1) }

// checkFences returns the commands that stay untested without a reason.
func (p page) checkFences() []string {
	var faults []string
	next := 0 // the first line after the fence before
	for _, f := range append(p.fences, fence{from: len(p.lines) + 1}) {
		for i := next; i < f.from-1; i++ {
			if strings.HasPrefix(p.lines[i], "    ") {
				faults = append(faults, p.at(i)+": an indented line is code without a mark: write a fence")
			}
		}
		if f.from > len(p.lines) {
			break
		}
		if fault := p.checkFence(f); fault != "" {
			faults = append(faults, p.at(f.from-1)+": "+fault)
		}
		if f.to < 0 { // the last
			break
		}
		next = f.to + 1
	}
	return faults
}

func (p page) checkFence(f fence) string {
	language, _, _ := strings.Cut(f.mark, " ")
	switch {
	case f.to < 0:
		return "the fence does not end"
	case f.mark == "console" && !strings.HasPrefix(p.lines[f.from], "$ "):
		return `a fence marked console begins with a command: "$ " and what to run`
	case f.mark == "sh untested" && !p.saysWhy(f):
		return `a fence marked sh untested needs a line before or after it that says "not run" and why`
	case f.mark == "sh untested" || f.mark == "console":
		return ""
	case language == "go":
		return p.checkGo(f)
	case slices.Contains([]string{"", "sh", "bash", "shell", "console", "zsh"}, language):
		return fmt.Sprintf("a fence marked %q hides commands: mark it console, sh untested or with its language", f.mark)
	}
	return ""
}

// checkGo finds the lines of a fence in the Go file that its mark names, which
// the compiler reads. Indentation may differ.
func (p page) checkGo(f fence) string {
	_, file, ok := strings.Cut(f.mark, " from=")
	if !ok {
		return "a fence marked go names the file that it is taken from: from=PATH"
	}
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
	if err != nil {
		return err.Error()
	}
	source := "\n" + outdent(strings.Split(string(text), "\n")) + "\n"
	if !strings.Contains(source, "\n"+outdent(p.lines[f.from:f.to])+"\n") {
		return file + " does not have these lines"
	}
	return ""
}

func outdent(lines []string) string {
	var out []string
	for _, line := range lines {
		out = append(out, strings.TrimSpace(line))
	}
	return strings.Join(out, "\n")
}

// saysWhy looks at the nearest lines with text before and after the fence.
func (p page) saysWhy(f fence) bool {
	before, after := f.from-2, f.to+1
	for before > 0 && p.lines[before] == "" {
		before--
	}
	for after < len(p.lines)-1 && p.lines[after] == "" {
		after++
	}
	near := p.lines[max(before, 0)] + "\n" + p.lines[min(after, len(p.lines)-1)]
	return strings.Contains(strings.ToLower(near), "not run")
}

// step is a command of a page, or a file to write when it has a name.
type step struct {
	file     string
	text     string // the command, or what the file holds
	at       int    // index of its line
	from, to int    // indices of the lines of the expected output
}

func (p page) steps() []step {
	var steps []step
	for _, f := range p.fences {
		if f.to < 0 { // TestGuideFences reports it
			break
		}
		body := p.lines[f.from:f.to]
		if _, file, ok := strings.Cut(f.mark, " file="); ok {
			steps = append(steps, step{file: file, text: strings.Join(body, "\n") + "\n", at: f.from})
		}
		if f.mark != "console" {
			continue
		}
		for i := 0; i < len(body); i++ {
			s := step{at: f.from + i, text: strings.TrimPrefix(body[i], "$ ")}
			for ; strings.HasSuffix(body[i], `\`); i++ {
				s.text += "\n" + body[i+1]
			}
			s.from = f.from + i + 1
			for i+1 < len(body) && !strings.HasPrefix(body[i+1], "$ ") {
				i++
			}
			s.to = f.from + i + 1
			steps = append(steps, s)
		}
	}
	return steps
}

// run takes the steps of the page. It returns a fault for each command whose
// output differs, and the page with the outputs that the commands have.
func (p page) run(t *testing.T) (faults []string, corrected string) {
	t.Helper()
	r := newReader(t)
	lines := slices.Clone(p.lines)
	moved := 0 // by how many lines the corrections moved those that follow
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
const followed = time.Minute

func newReader(t *testing.T) *reader {
	t.Helper()
	test, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	programs, dir := t.TempDir(), t.TempDir()
	if err := os.Symlink(test, filepath.Join(programs, name)); err != nil { // TestMain sees the name
		t.Fatal(err)
	}
	r := &reader{t: t, dir: dir, stop: func() {}, env: []string{
		"PATH=" + programs + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir, "LC_ALL=C.UTF-8",
	}}
	ctx, cancel := context.WithTimeout(t.Context(), followed)
	shell := r.command(ctx, "bash", "--noprofile", "--norc")
	input, err1 := shell.StdinPipe()
	output, err2 := shell.StdoutPipe()
	shell.Stderr = shell.Stdout
	if err := errors.Join(err1, err2, shell.Start()); err != nil {
		t.Fatal(err)
	}
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
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		r.t.Fatal(err)
	}
}

// serves finds the commands that start a sandbox: the program without a command of its own.
var serves = regexp.MustCompile(`^([A-Z_]+=\S+ )*(commerce-sandbox|go run \./cmd/commerce-sandbox)( serve)?( -[^|;&>]*)?$`)

// follow does what a command of a page says and returns the lines it prints.
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

// end is what the shell prints after a command.
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

// serve runs a sandbox in place of the one before. It returns what the command
// printed until it was ready, or until it ended.
func (r *reader) serve(command string) string {
	r.t.Helper()
	r.stop() // it may hold the data file
	r.address, r.stop = "", func() {}
	c := r.command(context.Background(), "bash", "-c", "exec env SANDBOX_LISTEN=127.0.0.1:0 "+command)
	var log bytes.Buffer
	c.Stderr = &log
	stdout, err := c.StdoutPipe()
	if err := errors.Join(err, c.Start()); err != nil {
		r.t.Fatal(err)
	}
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

// lines splits an output, with the address as the pages write it.
func (r *reader) lines(output string) []string {
	if r.address != "" {
		_, port, _ := strings.Cut(r.address, ":")
		output = strings.NewReplacer(r.address, "127.0.0.1:8080", "localhost:"+port, "localhost:8080").Replace(output)
	}
	output = strings.TrimRight(strings.ReplaceAll(output, "\r", ""), "\n")
	if output == "" {
		return nil
	}
	return strings.Split(output, "\n")
}

// matches compares an output with what a page expects, apart from blank lines
// at its end.
func matches(want, got []string) bool {
	switch {
	case len(want) > 0 && want[0] == "…":
		return matches(want[1:], got) || len(got) > 0 && matches(want, got[1:])
	case len(want) == 0 || len(got) == 0:
		return len(got) == 0 && strings.Join(want, "") == ""
	}
	return matchesLine(want[0], got[0]) && matches(want[1:], got[1:])
}

func matchesLine(want, got string) bool {
	parts := strings.Split(mask(want), "…")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString(mask(got))
}

// varying is what no two runs have in common.
var varying = regexp.MustCompile(`\d{4}-\d\d-\d\d([ T]\d\d:\d\d:\d\d(\.\d+)?Z?)?` + // a moment or a date
	`|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT` + // a moment in an HTTP header
	`|\b[0-9a-f]{32,64}\b`) // a hash

func mask(line string) string { return varying.ReplaceAllString(line, "(varies)") }

// edit is a line of a comparison: kept (' '), expected ('-') or got ('+').
type edit struct {
	kind byte
	line string
}

// compare returns what turns the expected output into the one it got, with as
// few changes as possible. A line "…" stays where it is.
func compare(want, got []string) []edit {
	var edits []edit
	pairs := append(align(want, got), [2]int{len(want), len(got)})
	i, j := 0, 0
	for _, pair := range pairs {
		edits = append(edits, change(want[i:pair[0]], got[j:pair[1]])...)
		if pair[0] < len(want) {
			edits = append(edits, edit{' ', want[pair[0]]})
		}
		i, j = pair[0]+1, pair[1]+1
	}
	return edits
}

// align pairs the indices of as many matching lines as there can be in order.
func align(want, got []string) [][2]int {
	most := make([][]int, len(want)+1) // pairs among want[i:] and got[j:]
	most[len(want)] = make([]int, len(got)+1)
	pairs := func(i, j int) bool { return want[i] != "…" && matchesLine(want[i], got[j]) }
	for i := len(want) - 1; i >= 0; i-- {
		most[i] = make([]int, len(got)+1)
		for j := len(got) - 1; j >= 0; j-- {
			most[i][j] = max(most[i+1][j], most[i][j+1])
			if pairs(i, j) {
				most[i][j] = max(most[i][j], most[i+1][j+1]+1)
			}
		}
	}
	var found [][2]int
	for i, j := 0, 0; i < len(want) && j < len(got); {
		switch {
		case pairs(i, j) && most[i][j] == most[i+1][j+1]+1:
			found = append(found, [2]int{i, j})
			i, j = i+1, j+1
		case most[i][j] == most[i+1][j]:
			i++
		default:
			j++
		}
	}
	return found
}

// change replaces lines that do not match. A line "…" among them keeps
// its place, and hides the lines of the output without a counterpart.
func change(want, got []string) []edit {
	var edits []edit
	all := func(kind byte, lines []string) {
		for _, line := range lines {
			edits = append(edits, edit{kind, line})
		}
	}
	first := slices.Index(want, "…")
	if first < 0 {
		all('-', want)
		all('+', got)
		return edits
	}
	before, after := want[:first], want[first+1:]
	heads := min(len(before), len(got))
	tails := min(len(after), len(got)-heads)
	all('-', before)
	all('+', got[:heads])
	all(' ', want[first:first+1])
	all('-', after)
	all('+', got[len(got)-tails:])
	return edits
}

// diff shows a comparison.
func diff(edits []edit) string {
	var lines []string
	for _, e := range edits {
		lines = append(lines, string(e.kind)+e.line)
	}
	return strings.Join(lines, "\n")
}

// correct returns the expected output after a comparison.
func correct(edits []edit) []string {
	var lines []string
	for _, e := range edits {
		if e.kind != '-' {
			lines = append(lines, e.line)
		}
	}
	return lines
}
