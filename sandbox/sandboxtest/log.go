package sandboxtest

import (
	"context"
	"log/slog"
	"sync"
	"testing"
)

// testLog writes the log of a sandbox to the log of a test, until the test ends:
// writing later would panic.
type testLog struct {
	mu    sync.Mutex
	t     testing.TB
	ended bool
}

// logger returns the log of the sandbox. It is nil in a benchmark, because that
// would print every line, and in a fuzz test, because logging is forbidden there.
func (l *testLog) logger() *slog.Logger {
	switch l.t.(type) {
	case *testing.B, *testing.F:
		return nil
	}
	return slog.New(slog.NewTextHandler(l, nil))
}

// Write writes a line, or drops it if the test has ended.
func (l *testLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return len(line), nil
	}
	return l.t.Output().Write(line)
}

func (l *testLog) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
}

// explained is the number of an account's refused calls to explain when a test
// fails.
const explained = 10

// explain logs why the sandbox refused calls, the latest of each account, with the pages
// about them. The pages are there until the test ends. It logs nothing when the test has
// stopped the sandbox.
func (r *Running) explain() {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	control, logged := r.Control(), map[string]bool{}
	accounts, err := control.Accounts(ctx)
	if err != nil {
		return
	}
	for _, a := range accounts {
		refused, _ := control.Account(a.VendorCode).RefusedCalls(ctx, explained)
		for _, call := range refused {
			if !logged[call.ID] { // one without an account is among those of each
				logged[call.ID] = true
				r.t.Log("sandboxtest: " + call.Text + "\n  page: " + call.Page)
			}
		}
	}
}
