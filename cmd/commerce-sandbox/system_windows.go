package main

import (
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// passedOn are the signals that do not end the program, because the console sends them to
// the command as well.
func passedOn() []os.Signal { return []os.Signal{os.Interrupt} }

// fromTerminal reports that the console sent the signal to the command as well.
func fromTerminal(os.Signal) bool { return true }

// hasTerminal reports that a command stays in the program's console.
func hasTerminal() bool { return true }

// inGroup makes a command the first of a process group.
func inGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// pass is never reached, because the console sends each signal to the command as well.
func pass(*exec.Cmd, os.Signal) {}

// heirs finds nothing, because the system does not show the variables of processes.
func heirs(*exec.Cmd) []int { return nil }

// endAll ends a process and its descendants. It does not find those whose parent ended.
func endAll(command *exec.Cmd) {
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(command.Process.Pid)).Run() // it may have ended
}

func codeOf(state *os.ProcessState) int { return state.ExitCode() }

// isOwn trusts every file, because the rights of Windows are not in its mode, and the
// temporary folder belongs to one user.
func isOwn(fs.FileInfo, fs.FileMode) bool { return true }
