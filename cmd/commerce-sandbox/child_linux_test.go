package main

import (
	"bufio"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
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

// TestRunEndsADeafCommand repeats a signal until the command ends that ignores it.
func TestRunEndsADeafCommand(t *testing.T) {
	t.Parallel()
	c, lines := begin(t, `trap "" TERM; echo begun; while :; do echo goes on; sleep 0.01; done`)
	for lines.Scan() {
		_ = c.Process.Signal(syscall.SIGTERM) // it may have ended
	}
	if _ = c.Wait(); c.ProcessState.ExitCode() != 128+int(syscall.SIGKILL) {
		t.Errorf("got %v", c.ProcessState)
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
		if status, _ := statusOf(pid); err != nil || len(status) > 0 && !strings.Contains(string(status), "\nState:\tZ") {
			t.Errorf("%s: got %v, %s, want no process", file, err, status)
		}
	}
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
