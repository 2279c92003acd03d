package sandboxtest

import (
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
