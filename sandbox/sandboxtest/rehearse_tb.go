package sandboxtest

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// trialTB is the testing.TB of a trial. It records the failures and texts of the
// function, and keeps them from the test.
type trialTB struct {
	testing.TB
	ctx    context.Context //nolint:containedctx // a testing.TB has one
	cancel context.CancelFunc
	done   chan struct{}

	mu              sync.Mutex
	failed, skipped bool
	text            strings.Builder
	cleanups        []func()
}

// newTrialTB returns one with a context that ends with ctx, and before its cleanups.
func newTrialTB(ctx context.Context, t testing.TB) *trialTB {
	tb := &trialTB{TB: t, done: make(chan struct{})}
	tb.ctx, tb.cancel = context.WithCancel(ctx)
	return tb
}

// run runs the function of a trial, and then its cleanups.
func (t *trialTB) run(fn func()) {
	defer close(t.done)
	t.call(fn)
	t.cleanUp()
}

// call calls a function to its end, by a panic or FailNow too.
func (t *trialTB) call(fn func()) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() {
			if panicked := recover(); panicked != nil {
				t.Errorf("panic: %v", panicked)
			}
		}()
		fn()
	}()
	<-ended
}

// cleanUp calls the registered functions, the last first. It goes on with functions
// registered meanwhile, and after one that ends by FailNow.
func (t *trialTB) cleanUp() {
	t.cancel()
	for {
		t.mu.Lock()
		last := len(t.cleanups) - 1
		if last < 0 {
			t.mu.Unlock()
			return
		}
		fn := t.cleanups[last]
		t.cleanups = t.cleanups[:last]
		t.mu.Unlock()
		t.call(fn)
	}
}

func (t *trialTB) outcome() client.SuiteOutcome {
	t.mu.Lock()
	defer t.mu.Unlock()
	o := client.SuiteOutcome{Output: t.text.String()}
	if t.failed {
		o.Exit = 1
	}
	return o
}

func (t *trialTB) log(text string, failed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = t.failed || failed
	t.text.WriteString(strings.TrimRight(text, "\n") + "\n")
}

// Context returns the context of the trial.
func (t *trialTB) Context() context.Context { return t.ctx }

// Cleanup registers a function to run when the trial's function has ended.
func (t *trialTB) Cleanup(fn func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cleanups = append(t.cleanups, fn)
}

// TempDir returns a folder that is removed when the function has ended.
func (t *trialTB) TempDir() string {
	folder, err := os.MkdirTemp("", "trial")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

// Setenv fails the trial, because others run at the same time.
func (t *trialTB) Setenv(string, string) {
	t.Fatal("Setenv would change all trials, because they run at the same time; hand the address over")
}

// Chdir fails the trial, because others run at the same time.
func (t *trialTB) Chdir(string) {
	t.Fatal("Chdir would change all trials, because they run at the same time; hand the folder over")
}

// Helper does nothing, because the trial has no lines.
func (t *trialTB) Helper() {}

// Log records a text.
func (t *trialTB) Log(args ...any) { t.log(fmt.Sprintln(args...), false) }

// Logf records a text.
func (t *trialTB) Logf(format string, args ...any) { t.log(fmt.Sprintf(format, args...), false) }

// Error records a failure.
func (t *trialTB) Error(args ...any) { t.log(fmt.Sprintln(args...), true) }

// Errorf records a failure.
func (t *trialTB) Errorf(format string, args ...any) { t.log(fmt.Sprintf(format, args...), true) }

// Fail records a failure.
func (t *trialTB) Fail() { t.log("failed", true) }

// FailNow records a failure and ends the function.
func (t *trialTB) FailNow() {
	t.Fail()
	runtime.Goexit()
}

// Fatal records a failure and ends the function.
func (t *trialTB) Fatal(args ...any) {
	t.Error(args...)
	runtime.Goexit()
}

// Fatalf records a failure and ends the function.
func (t *trialTB) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	runtime.Goexit()
}

// Failed reports whether the trial has failed.
func (t *trialTB) Failed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// Skip records a text and ends the function, which has not failed.
func (t *trialTB) Skip(args ...any) {
	t.Log(args...)
	t.SkipNow()
}

// Skipf records a text and ends the function, which has not failed.
func (t *trialTB) Skipf(format string, args ...any) {
	t.Logf(format, args...)
	t.SkipNow()
}

// SkipNow ends the function, which has not failed.
func (t *trialTB) SkipNow() {
	t.mu.Lock()
	t.skipped = true
	t.mu.Unlock()
	runtime.Goexit()
}

// Skipped reports whether the function was skipped.
func (t *trialTB) Skipped() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.skipped
}

// Output returns a writer that records text.
func (t *trialTB) Output() io.Writer { return trialOutput{t} }

type trialOutput struct{ *trialTB }

// Write implements io.Writer.
func (o trialOutput) Write(text []byte) (int, error) {
	o.log(string(text), false)
	return len(text), nil
}
