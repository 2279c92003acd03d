package main

import "os"

// passedOn are the signals that do not end the program, because the console sends them to
// the command as well.
func passedOn() []os.Signal { return []os.Signal{os.Interrupt} }

// fromTerminal reports that the console sent the signal to the command as well.
func fromTerminal(os.Signal) bool { return true }

// codeOf returns the exit code of an ended process.
func codeOf(state *os.ProcessState) int { return state.ExitCode() }
