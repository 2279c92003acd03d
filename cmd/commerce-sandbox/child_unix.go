//go:build unix

package main

import (
	"os"
	"os/signal"
	"slices"
	"syscall"
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

// codeOf returns the exit code of an ended process.
func codeOf(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}
