package main

import (
	"os/exec"
	"strconv"
	"syscall"
)

// inGroup makes a command the first of a process group.
func inGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// endGroup ends a process and its descendants.
func endGroup(pid int) error {
	return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(pid)).Run()
}
