//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// inGroup makes a command the first of a process group.
func inGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup ends the processes of a group.
func endGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }
