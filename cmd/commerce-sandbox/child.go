package main

import (
	"crypto/rand"
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

// markName names a variable of a command. Its random value finds the processes that
// inherited it.
const markName = "STARTED_BY_COMMERCE_SANDBOX"

// mark returns the variables of the command and its mark, which is the last one.
func (c child) mark() []string { return append(c.environ, markName+"="+rand.Text()) }

const (
	// outputWait limits the reading of output from processes left running by an ended command,
	// and their time to end after a signal.
	outputWait = 2 * time.Second
	// repeatWait is how much later than the first one a signal ends the command, because
	// timeout(1) and process managers send a signal twice.
	repeatWait = time.Second
)

// execute runs a command to its end, ends whatever it leaves running, and returns its exit
// code: 128 and the number of the signal that ended it, as in a shell. It passes signals
// on. The error says why the command could not be started.
func (p *program) execute(c child) (int, error) {
	command := &exec.Cmd{Path: c.path, Args: c.args, Env: c.mark(), Stdin: c.stdin, Stdout: p.stdout, Stderr: p.stderr, WaitDelay: outputWait}
	if !hasTerminal() {
		inGroup(command)
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, passedOn()...)
	defer signal.Stop(signals)
	if err := command.Start(); err != nil {
		return 0, err
	}
	defer endAll(command)
	return waitFor(command, signals)
}

// waitFor passes signals on to a started command until it ends, and returns its exit code.
// A later signal ends what the first one did not end. Ctrl-C never does, because
// debuggers have a use for it.
func waitFor(command *exec.Cmd, signals <-chan os.Signal) (int, error) {
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	var later <-chan time.Time
	asked, deaf := false, false
	for {
		select {
		case <-later:
			deaf = true
		case s := <-signals:
			asked = true
			typed := fromTerminal(s)
			switch {
			case typed && s == os.Interrupt:
				continue
			case deaf:
				endAll(command)
			case later == nil:
				later = time.After(repeatWait)
			}
			if !typed {
				pass(command, s)
			}
		case err := <-ended:
			if asked {
				letEnd(command)
			}
			var failed *exec.ExitError
			if err != nil && !errors.As(err, &failed) && !errors.Is(err, exec.ErrWaitDelay) {
				return 0, err
			}
			return codeOf(command.ProcessState), nil
		}
	}
}

// letEnd waits until the processes of a command end that got a signal too.
func letEnd(command *exec.Cmd) {
	for end := time.After(outputWait); len(heirs(command)) > 0; {
		select {
		case <-end:
			return
		case <-time.After(outputWait / 100):
		}
	}
}
