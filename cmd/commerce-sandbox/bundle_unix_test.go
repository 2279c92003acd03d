//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestSaveBundleIntoAPipe gives the bundle to the reader of a named pipe, and ends.
func TestSaveBundleIntoAPipe(t *testing.T) {
	t.Parallel()
	s := reach(t)
	path := filepath.Join(t.TempDir(), "pipe")
	must(t, syscall.Mkfifo(path, 0o600))
	read := make(chan []byte, 1)
	go func() {
		text, _ := os.ReadFile(path)
		read <- text
	}()
	s.want(ending{}, "bundle", "save", path)
	if t.Failed() {
		return // perhaps nobody wrote
	}
	if text := <-read; !bytes.HasPrefix(text, []byte("PK")) {
		t.Errorf("got %.40q, want a bundle", text)
	}
}
