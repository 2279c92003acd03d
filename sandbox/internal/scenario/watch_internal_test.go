package scenario

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestWatcherIsOpenedAgain ends the watcher, as the system may. Another one is opened.
func TestWatcherIsOpenedAgain(t *testing.T) {
	t.Parallel()
	read := make(chan struct{}, 1000)
	l := NewLibrary(LibraryOptions{
		Folder: t.TempDir(), Ticks: make(chan time.Time),
		Changed: func([]LibraryChange) { read <- struct{}{} },
		After:   func(time.Duration) <-chan time.Time { return time.After(0) },
	})
	if err := l.Start(); err != nil {
		t.Fatal(err)
	}
	if err := l.watch.watcher.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // at the start, and by the new watcher
		<-read
	}
	if err := os.WriteFile(filepath.Join(l.options.Folder, "mine.yaml"), []byte(`rules: [{on: "*", delay: 1s}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	for l.Source("mine") != FromFolder {
		<-read
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
