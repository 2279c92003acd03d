//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// inGroup makes a command the first of a process group, in a session without a terminal:
// a command reading from the program's terminal would stop, and wait for ever.
func inGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
