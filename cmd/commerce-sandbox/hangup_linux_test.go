package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// TestHangupOfATerminal ends the terminal of a sandbox, as a window or ssh does, and sends
// SIGHUP again until it ends, as shells do. It is a clean stop with its report.
func TestHangupOfATerminal(t *testing.T) {
	t.Parallel()
	report := filepath.Join(t.TempDir(), "report")
	screen, terminal := openTerminal(t)
	c := startServe(t, terminal, linked(t), "--report", report)
	must(t, errors.Join(terminal.Close(), screen.Close()))
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for !errors.Is(c.Process.Signal(syscall.SIGHUP), os.ErrProcessDone) {
		_, _ = statusOf(c.Process.Pid) // leaves the process time between two signals
	}
	if err := <-ended; err != nil {
		t.Errorf("got %v, want a clean stop", err)
	}
	if _, err := os.Stat(filepath.Join(report, "DEMO", "verdict.json")); err != nil {
		t.Errorf("got no report: %v", err)
	}
}

// TestHangupElsewhere sends SIGHUP where standard error is no terminal. The scenarios are
// read again, where there are some.
func TestHangupElsewhere(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for want, args := range map[string][]string{
		`msg="scenario folder read" folder=` + folder + " scenarios=0 changed=0": {linked(t), "--scenarios", folder},
		`error="there is no folder of scenarios"`:                                {linked(t)},
	} {
		reader, writer, err := os.Pipe()
		must(t, err)
		defer reader.Close()
		c := startServe(t, writer, args...)
		_ = writer.Close()
		log := bufio.NewScanner(reader)
		for range 2 {
			must(t, c.Process.Signal(syscall.SIGHUP))
			for log.Scan() && !strings.Contains(log.Text(), want) {
			}
			if !strings.Contains(log.Text(), want) {
				t.Fatalf("got the end of the log, want %s", want)
			}
		}
		if err := errors.Join(c.Process.Signal(syscall.SIGTERM), c.Wait()); err != nil {
			t.Errorf("got %v, want a clean stop", err)
		}
	}
}

// TestHangupIgnored starts programs that ignore SIGHUP, as nohup does, with a terminal and
// without one. They still ignore it when they are ready, and so does the command of run.
func TestHangupIgnored(t *testing.T) {
	t.Parallel()
	nohup := []string{"sh", "-c", `trap "" HUP; exec "$@"`, "sh", linked(t)}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	must(t, err)
	defer null.Close()
	_, terminal := openTerminal(t)
	for _, stderr := range []*os.File{null, terminal} {
		c := startServe(t, stderr, nohup...)
		status, err := statusOf(c.Process.Pid)
		if err != nil || !ignoresHangup(string(status)) {
			t.Errorf("on %s: got %v, %s", stderr.Name(), err, status)
		}
	}
	status, err := exec.Command(nohup[0], append(nohup[1:], "run", "--allow-no-calls", "--", "cat", "/proc/self/status")...).Output()
	if err != nil || !ignoresHangup(string(status)) {
		t.Errorf("run: got %v, %s", err, status)
	}
}

// statusOf returns the system's status of a process.
func statusOf(pid int) ([]byte, error) { return os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) }

// ignoresHangup reports whether a process with this status ignores SIGHUP.
func ignoresHangup(status string) bool {
	_, mask, _ := strings.Cut(status, "SigIgn:")
	mask, _, _ = strings.Cut(strings.TrimSpace(mask), "\n")
	signals, err := strconv.ParseUint(mask, 16, 64)
	return err == nil && signals>>(syscall.SIGHUP-1)&1 == 1
}

// startServe starts a sandbox with its standard error, in a session of its own if that is a
// terminal, and waits until it is ready.
func startServe(t *testing.T, stderr *os.File, command ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(command[0], append(command[1:], "--ephemeral", "--listen", "127.0.0.1:0", "--world", "empty")...)
	if c.Stderr = stderr; strings.HasPrefix(stderr.Name(), "/dev/pts/") {
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 2}
	}
	block, err := c.StdoutPipe()
	handled := make(chan os.Signal, 1)
	signal.Notify(handled, syscall.SIGHUP) // a program inherits an ignored one, as under nohup, but not a handled one
	defer signal.Stop(handled)
	must(t, err)
	must(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill() }) // if it did not end
	_, err = io.ReadFull(block, make([]byte, len("commerce-sandbox is ready")))
	must(t, err)
	return c
}

// openTerminal opens a terminal: the end of its screen, and the end for the programs in it.
func openTerminal(t *testing.T) (screen, terminal *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	must(t, err)
	var locked, number uint32
	for request, value := range map[uintptr]*uint32{syscall.TIOCSPTLCK: &locked, syscall.TIOCGPTN: &number} {
		if _, _, fault := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request, uintptr(unsafe.Pointer(value))); fault != 0 {
			t.Fatal(fault)
		}
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	must(t, err)
	t.Cleanup(func() { _, _ = screen.Close(), terminal.Close() })
	return screen, terminal
}
