package sandbox_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap of the tests grow further than by default, because each
// sandbox is soon garbage.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
