package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"time"
)

// child is a command to run.
type child struct {
	path    string
	args    []string // the first is its name
	environ []string
	stdin   io.Reader
}

// outputWait limits the reading of output from processes left running by an ended command.
const outputWait = 2 * time.Second

// execute runs a command to its end, and returns its exit code: 128 and the number of the
// signal that ended it, as in a shell. It passes signals on. The error says why the
// command could not be started.
func (p *program) execute(c child) (int, error) {
	command := &exec.Cmd{Path: c.path, Args: c.args, Env: c.environ, Stdin: c.stdin, Stdout: p.stdout, Stderr: p.stderr, WaitDelay: outputWait}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, passedOn()...)
	defer signal.Stop(signals)
	if err := command.Start(); err != nil {
		return 0, err
	}
	return waitFor(command, signals)
}

// waitFor passes signals on to a started command until it ends, and returns its exit code.
func waitFor(command *exec.Cmd, signals <-chan os.Signal) (int, error) {
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		select {
		case s := <-signals:
			if !fromTerminal(s) {
				_ = command.Process.Signal(s) // it may have ended
			}
		case err := <-ended:
			var failed *exec.ExitError
			if err != nil && !errors.As(err, &failed) && !errors.Is(err, exec.ErrWaitDelay) {
				return 0, err
			}
			return codeOf(command.ProcessState), nil
		}
	}
}
