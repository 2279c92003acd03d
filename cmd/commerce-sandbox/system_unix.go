//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
	"unsafe"
)

// passedOn are the signals passed on to a command. Signals ignored at the start, as by
// nohup, are not among them, because the command ignores them as well.
func passedOn() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}, signal.Ignored)
}

// fromTerminal reports whether a terminal sent a signal to the command as well, as it does
// with Ctrl-C when the program is in the foreground. A second one would end a command
// that is ending its tests.
func fromTerminal(s os.Signal) bool {
	if s != os.Interrupt && s != syscall.SIGQUIT {
		return false
	}
	terminal, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	defer terminal.Close()
	var foreground int32
	_, _, fault := syscall.Syscall(syscall.SYS_IOCTL, terminal.Fd(), syscall.TIOCGPGRP, uintptr(unsafe.Pointer(&foreground)))
	return fault == 0 && int(foreground) == syscall.Getpgrp()
}

// hasTerminal reports whether the program has a terminal. There a command stays in the
// program's process group, because it could not read from the terminal otherwise.
func hasTerminal() bool {
	terminal, err := os.Open("/dev/tty")
	return err == nil && terminal.Close() == nil
}

// inGroup makes a command the first of a process group, in a session without a terminal:
// a command reading from the program's terminal would stop, and wait for ever.
func inGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// pass sends a signal to the process group of a command, and in the program's group to all
// that inherited the command's mark.
func pass(command *exec.Cmd, s os.Signal) {
	if command.SysProcAttr != nil {
		_ = syscall.Kill(-command.Process.Pid, s.(syscall.Signal)) // it may have ended, here and below
		return
	}
	_ = command.Process.Signal(s)
	for _, pid := range heirs(command) {
		if group, _ := syscall.Getpgid(pid); group == syscall.Getpgrp() && pid != command.Process.Pid {
			_ = syscall.Kill(pid, s.(syscall.Signal))
		}
	}
}

const (
	// maxSweeps bounds how often processes are searched that others start meanwhile.
	maxSweeps = 100
	// sweepPause is how long a killed process has to end before the next search.
	sweepPause = 10 * time.Millisecond
)

// endAll ends the processes of a command: it, its group if that is its own, and all that
// inherited its mark, in sessions of their own too. Two searches in a row must find none,
// because the system shows no variables of a process while it begins another program.
func endAll(command *exec.Cmd) {
	_ = command.Process.Kill() // it may have ended
	if command.SysProcAttr != nil {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
	}
	empty := 0
	for range maxSweeps {
		found := heirs(command)
		for _, pid := range found {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if empty++; len(found) > 0 {
			empty = 0
		}
		if empty == 2 {
			return
		}
		time.Sleep(sweepPause)
	}
}

// heirs returns the processes that inherited the mark of a command. Linux alone shows them.
func heirs(command *exec.Cmd) (pids []int) {
	mark := []byte(command.Env[len(command.Env)-1])
	processes, _ := os.ReadDir("/proc") // elsewhere it has none
	for _, process := range processes {
		pid, err := strconv.Atoi(process.Name())
		if err != nil {
			continue // it is about the system
		}
		environ, _ := os.ReadFile(filepath.Join("/proc", process.Name(), "environ")) // of another user's process it fails
		if bytes.Contains(environ, mark) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// codeOf returns the exit code of an ended process.
func codeOf(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

// isOwn reports whether a file belongs to this user, and nobody else has a right to it.
func isOwn(info fs.FileInfo, rights fs.FileMode) bool {
	system, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(system.Uid) == os.Getuid() && info.Mode().Perm()&rights == 0
}
