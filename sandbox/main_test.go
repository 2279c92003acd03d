package sandbox_test

import (
	"log"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap of the tests grow further than by default, because each
// sandbox is soon garbage.
func TestMain(m *testing.M) {
	if address := os.Getenv(bareAddress); address != "" {
		log.Fatal(serveBare(address, os.Args[1], os.Args[2]))
	}
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
