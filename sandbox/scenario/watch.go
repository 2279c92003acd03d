package scenario

import (
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long the folder must be left alone before it is read again.
// Editors write a file in several steps, and a checkout writes many.
const settle = 50 * time.Millisecond

// watch is the goroutine that follows the folder. Start owns it, Close ends it.
type watch struct {
	folder *fsnotify.Watcher
	done   chan struct{}
}

// Start reads the folder and follows its changes until Close. It does nothing
// without a folder. The error says that the folder cannot be read or watched;
// files that are broken are no error, List shows them. It is called once.
func (l *Library) Start() error {
	if l.options.Folder == "" {
		return nil
	}
	folder, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching the scenario folder: %w", err)
	}
	if err := folder.Add(l.options.Folder); err != nil {
		return fmt.Errorf("watching the scenario folder %s: %w", l.options.Folder, closing(folder, err))
	}
	if err := l.reload(); err != nil {
		return closing(folder, err)
	}
	l.watch = &watch{folder: folder, done: make(chan struct{})}
	go l.follow(l.watch)
	return nil
}

// closing lets go of a watcher that came to nothing; err matters more than
// what closing it might say.
func closing(folder *fsnotify.Watcher, err error) error {
	_ = folder.Close()
	return err
}

// Close stops following the folder and returns when that is done.
func (l *Library) Close() error {
	if l.watch == nil {
		return nil
	}
	err := l.watch.folder.Close()
	<-l.watch.done
	return err
}

func (l *Library) follow(w *watch) {
	defer close(w.done)
	var settled <-chan time.Time
	for {
		select {
		case _, open := <-w.folder.Events:
			if !open {
				return
			}
			settled = l.options.After(settle)
		case err, open := <-w.folder.Errors:
			if !open {
				return
			}
			// Events may be lost, so what is there is read again.
			l.options.Log.Warn("watching the scenario folder", slog.Any("error", err))
			settled = l.options.After(settle)
		case <-settled:
			if err := l.reload(); err != nil {
				l.options.Log.Warn("scenario folder kept as it was", slog.Any("error", err))
			}
		}
	}
}

func (l *Library) reload() error {
	return l.change(func(s *shelf) error {
		books, err := readFolder(os.DirFS(l.options.Folder), s.folder)
		if err != nil {
			return fmt.Errorf("reading the scenario folder %s: %w", l.options.Folder, err)
		}
		l.tell(s.folder, books)
		s.folder = books
		return nil
	})
}

// tell logs what became of the files.
func (l *Library) tell(before, after map[string]book) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		was, is := before[name], after[name]
		switch {
		case is.err != nil && (was.err == nil || was.text != is.text):
			l.options.Log.Warn("scenario file broken", slog.String("scenario", name), slog.Any("error", is.err))
		case is.err == nil && was.scenario != is.scenario:
			l.options.Log.Info("scenario file read", slog.String("scenario", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, ok := after[name]; !ok {
			l.options.Log.Info("scenario file removed", slog.String("scenario", name))
		}
	}
}
