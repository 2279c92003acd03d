package main

import (
	"os/exec"
	"syscall"
)

// inGroup makes a command the first of a process group.
func inGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
