package boltstore

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// A process that waited for a file while another one compacted it does not compact the
// former file, because its copy would replace the other's later writes. Nor does it
// compact a deleted one.
func TestCompactAfterAnother(t *testing.T) {
	t.Parallel()
	for want, replace := range map[string]func(path string) error{
		"is in use": func(path string) error { return os.Rename(path+".new", path) },
		"no such":   os.Remove,
	} {
		path := aClosedFile(t)
		first, err := bolt.Open(path, 0o600, nil)
		mustDo(t, err)
		done := make(chan error)
		go func() {
			_, err := compact(path, time.Minute)
			done <- err
		}()
		for openings(t, path) < 2 { // until compact waits for the lock
			runtime.Gosched()
		}
		mustDo(t, os.WriteFile(path+".new", []byte("what the other process has written since"), 0o600))
		mustDo(t, errors.Join(replace(path), first.Close()))
		expectText(t, "a name of another file", <-done, want)
		if got, _ := os.ReadFile(path); len(got) > 100 {
			t.Errorf("got a file of %d bytes, want the other process's or none", len(got))
		}
	}
}

// A file that root compacts keeps its owner.
func TestCompactKeepsTheOwner(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root may give a file to another user")
	}
	path := aClosedFile(t)
	mustDo(t, os.Chown(path, 1234, 2345))
	_, err := CompactFile(path)
	mustDo(t, err)
	info, err := os.Stat(path)
	mustDo(t, err)
	if of := info.Sys().(*syscall.Stat_t); of.Uid != 1234 || of.Gid != 2345 {
		t.Errorf("got the owner %d:%d, want 1234:2345", of.Uid, of.Gid)
	}
}

// openings returns how often this process has a file open.
func openings(t *testing.T, path string) (count int) {
	t.Helper()
	links, err := filepath.Glob("/proc/self/fd/*")
	mustDo(t, err)
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil && target == path {
			count++
		}
	}
	return count
}
