package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// begin starts the program with run, away from the terminal of the tests, and returns what
// it prints after the line "begun" of its command.
func begin(t *testing.T, script string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	c := exec.Command(linked(t), "run", "--world", "empty", "--no-verdict", "--", "sh", "-c", script)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "begun" {
	}
	return c, lines
}

// TestRunSignalsTheGroup sends the program a signal, which reaches a process below the
// command.
func TestRunSignalsTheGroup(t *testing.T) {
	t.Parallel()
	c, lines := begin(t, `sh -c 'trap "echo asked; exit 0" TERM; echo begun; while :; do sleep 0.01; done'; exit 5`)
	must(t, c.Process.Signal(syscall.SIGTERM))
	for lines.Scan() && lines.Text() != "asked" {
	}
	if lines.Text() != "asked" {
		t.Errorf("got %q, want the process to get the signal", lines.Text())
	}
	_ = c.Wait()
}

// TestRunEndsADeafCommand repeats a signal until the program ends, which ends the command
// that ignores it, and has its exit code.
func TestRunEndsADeafCommand(t *testing.T) {
	t.Parallel()
	c, _ := begin(t, `trap "" TERM; echo begun; while :; do sleep 0.01; done`)
	if code := terminate(c); code != 128+int(syscall.SIGKILL) {
		t.Errorf("got %v", c.ProcessState)
	}
}

// terminate sends a process SIGTERM until it ends, and returns its exit code.
func terminate(c *exec.Cmd) int {
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for !errors.Is(c.Process.Signal(syscall.SIGTERM), os.ErrProcessDone) {
		_, _ = statusOf(c.Process.Pid) // leaves the process time between two signals
	}
	<-ended
	return c.ProcessState.ExitCode()
}

// TestSignalBesideTheVerdict repeats a signal while the program waits for the run. It ends
// without a verdict, with the exit code of the command.
func TestSignalBesideTheVerdict(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	asked := make(chan struct{})
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/runs/late") {
			close(asked)
			<-r.Context().Done()
			return
		}
		s.Sandbox().Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(between.Close)
	c := exec.Command(linked(t), "run", "--url", between.URL, "--run", "late", "--", "sh", "-c", "exit 5")
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var stderr bytes.Buffer
	c.Stderr = &stderr
	must(t, c.Start())
	<-asked
	if code := terminate(c); code != 5 || !strings.Contains(stderr.String(), name+": no verdict: ") {
		t.Errorf("got %v, %s, want the exit code of the command and no verdict", c.ProcessState, &stderr)
	}
}

// TestNothingIsLeft leaves a process in a session of its own, which run and rehearse end.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	leave := `setsid sh -c 'echo $$ > %[1]s.new; mv %[1]s.new %[1]s; exec sleep 1000' >/dev/null 2>&1 & while [ ! -e %[1]s ]; do sleep 0.01; done; ` + search
	ofRun, ofTrial := filepath.Join(folder, "run"), filepath.Join(folder, "trial")
	call(t, withPath(nil), "run", "--world", "empty", "--", "sh", "-c", fmt.Sprintf(leave, ofRun))
	rehearseOnce(t, fmt.Sprintf("rm -f %s; "+leave, ofTrial))
	for _, file := range []string{ofRun, ofTrial} {
		pid, err := strconv.Atoi(strings.TrimSpace(read(t, file)))
		must(t, err)
		status := runs(pid)
		for n := 0; status != "" && n < 3000; n++ { // a killed process ends when it gets a processor
			time.Sleep(10 * time.Millisecond)
			status = runs(pid)
		}
		if status != "" {
			t.Errorf("%s: got %s, want no process", file, status)
		}
	}
}

// runs returns the status of a process, "" when it has ended.
func runs(pid int) string {
	status, _ := statusOf(pid)
	if strings.Contains(string(status), "\nState:\tZ") {
		return ""
	}
	return string(status)
}

// TestRunKeepsTheTerminal types at a terminal: Ctrl-C reaches the command as often as it is
// typed, and a line is read.
func TestRunKeepsTheTerminal(t *testing.T) {
	t.Parallel()
	screen, terminal := openTerminal(t)
	c := exec.Command(linked(t), "run", "--world", "empty", "--no-verdict", "--", "sh", "-c",
		`n=0; trap 'n=$((n+1)); echo caught' INT; echo begun; while [ $n -lt 3 ]; do sleep 0.01; done; read -r line; echo "got $line"`)
	c.Stdin, c.Stdout, c.Stderr = terminal, terminal, terminal
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	must(t, c.Start())
	_ = terminal.Close() // the reading ends with the program
	lines := bufio.NewScanner(screen)
	caught := 0
	for lines.Scan() {
		switch line := strings.TrimSpace(lines.Text()); {
		case strings.HasSuffix(line, "caught"):
			caught++
			fallthrough
		case line == "begun":
			typed := "\x03"
			if caught == 3 {
				typed = "typed\n"
			}
			if _, err := screen.WriteString(typed); err != nil {
				t.Fatal(err)
			}
		case line == "got typed":
			caught++
		}
	}
	if err := c.Wait(); err != nil || caught != 4 {
		t.Errorf("got %v after %d answers, want 3 interruptions and a line", err, caught)
	}
}
