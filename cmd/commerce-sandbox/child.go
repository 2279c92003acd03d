package main

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// child is a command to run.
type child struct {
	path    string
	args    []string // the first is its name
	environ []string
	stdin   io.Reader
}

// markName names a variable whose random value finds the processes that inherited it.
const markName = "STARTED_BY_COMMERCE_SANDBOX"

// mark returns the variables of the command and its mark, which is the last one.
func (c child) mark() []string { return append(c.environ, markName+"="+rand.Text()) }

// outputWait limits the reading of output from processes left running by an ended command,
// and their time to end after a signal. It is a variable, because a test waits longer.
var outputWait = 2 * time.Second

// repeatWait is how much later than the first one a signal ends the command, and how much
// later than its end one leaves the verdict out, because timeout(1) and process managers
// send a signal twice.
const repeatWait = time.Second

// execute runs a command to its end, ends whatever it leaves running, and returns its exit
// code: 128 and the number of the signal that ended it, as in a shell. It passes signals
// on; later ones do not end the program, which has a verdict to print. The error says why
// the command could not be started.
func (p *program) execute(c child) (int, error) {
	command := &exec.Cmd{Path: c.path, Args: c.args, Env: c.mark(), Stdin: c.stdin, Stdout: p.stdout, Stderr: p.stderr, WaitDelay: outputWait}
	if !hasTerminal() {
		inGroup(command)
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, passedOn()...)
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

// execute runs a command in a process group of its own to its end, or for limit at most,
// and ends whatever it leaves running. The error says why the command could not start.
func execute(ctx context.Context, limit time.Duration, c child) (client.SuiteOutcome, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	output := &tail{}
	command := exec.CommandContext(limited, c.path, c.args[1:]...)
	command.Args[0], command.Env, command.Stdout, command.Stderr, command.WaitDelay = c.args[0], c.mark(), output, output, time.Second
	inGroup(command)
	command.Cancel = func() error { endAll(command); return nil }
	if err := command.Start(); err != nil {
		return client.SuiteOutcome{}, err
	}
	err := command.Wait()
	over := limited.Err() // read before the sweep, which may cross the limit
	endAll(command)
	outcome := client.SuiteOutcome{Exit: codeOf(command.ProcessState), Output: output.String()}
	outcome.Hung = errors.Is(over, context.DeadlineExceeded) && ctx.Err() == nil
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) && !errors.Is(err, exec.ErrWaitDelay) && over == nil {
		return outcome, err
	}
	return outcome, nil
}

// maxOutput is how many bytes of the output of a command are kept, the last ones.
const maxOutput = 64 << 10

// tail keeps the end of an output. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept = append(t.kept, p...); len(t.kept) > 2*maxOutput {
		t.kept = append(t.kept[:0], t.kept[len(t.kept)-maxOutput:]...)
	}
	return len(p), nil
}

// String returns the kept output.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept[max(0, len(t.kept)-maxOutput):])
}
