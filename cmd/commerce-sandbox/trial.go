package main

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// execute runs a command in a process group of its own to its end, or for limit at most,
// and ends whatever it leaves running. The error says why the command could not be
// started.
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
	endAll(command)
	outcome := client.SuiteOutcome{Exit: codeOf(command.ProcessState), Output: output.String()}
	outcome.Hung = errors.Is(limited.Err(), context.DeadlineExceeded) && ctx.Err() == nil
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) && !errors.Is(err, exec.ErrWaitDelay) && limited.Err() == nil {
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
