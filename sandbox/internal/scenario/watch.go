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

// quietTime is how long the folder must not change before it is read again,
// because editors write a file in several steps and a checkout writes many.
const quietTime = 50 * time.Millisecond

// watch is the goroutine that follows the folder. Start owns it, Close ends it.
type watch struct {
	folder *fsnotify.Watcher
	done   chan struct{}
}

// Start reads the folder and follows its changes until Close; without a folder
// it does nothing. The error says that the folder cannot be read or watched. A
// broken file is no error, because List shows it. Start must be called once.
func (l *Library) Start() error {
	if l.options.Folder == "" {
		return nil
	}
	folder, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching the scenario folder: %w", err)
	}
	if err := folder.Add(l.options.Folder); err != nil {
		return fmt.Errorf("watching the scenario folder %s: %w", l.options.Folder, closed(folder, err))
	}
	if err := l.reload(); err != nil {
		return closed(folder, err)
	}
	if len(l.contents.Load().folder) == 0 {
		l.options.Log.Warn("the scenario folder has no .yaml or .yml file", slog.String("folder", l.options.Folder))
	}
	l.watch = &watch{folder: folder, done: make(chan struct{})}
	go l.follow(l.watch)
	return nil
}

// closed closes a watcher that cannot be used and returns err, which matters
// more than an error of closing.
func closed(folder *fsnotify.Watcher, err error) error {
	_ = folder.Close()
	return err
}

// Close stops following the folder and returns when the goroutine has ended.
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
	var quiet <-chan time.Time
	for {
		select {
		case _, open := <-w.folder.Events:
			if !open {
				return
			}
			quiet = l.options.After(quietTime)
		case err, open := <-w.folder.Errors:
			if !open {
				return
			}
			// Events may be lost, so the whole folder is read again.
			l.options.Log.Warn("watching the scenario folder", slog.Any("error", err))
			quiet = l.options.After(quietTime)
		case <-quiet:
			if err := l.reload(); err != nil {
				l.options.Log.Warn("scenario folder not read, its scenarios stay as they were", slog.Any("error", err))
			}
		}
	}
}

func (l *Library) reload() error {
	return l.change(func(c *collection) ([]LibraryChange, error) {
		folder, err := l.readFolder(c.folder)
		if err != nil {
			return nil, fmt.Errorf("reading the scenario folder %s: %w", l.options.Folder, err)
		}
		l.logChanges(c.folder, folder)
		changes := changesOf(c.folder, folder)
		c.folder = folder
		return changes, nil
	})
}

// readFolder reads the watched folder. Bodies are not read from outside of it, whatever
// links it has.
func (l *Library) readFolder(before map[string]definition) (map[string]definition, error) {
	bodies, err := os.OpenRoot(l.options.Folder)
	if err != nil {
		return nil, err
	}
	defer bodies.Close()
	return readFolder(os.DirFS(l.options.Folder), bodiesIn(bodies.FS()), before)
}

// logChanges logs the files that were read, removed or broken.
func (l *Library) logChanges(before, after map[string]definition) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		was, is := before[name], after[name]
		switch {
		case is.err != nil && (was.err == nil || was.text != is.text):
			l.options.Log.Warn("scenario file broken", slog.String("scenario", name), slog.Any("error", is.err))
		case is.err == nil && was.scenario != is.scenario:
			l.options.Log.Info("scenario file read", slog.String("scenario", name))
			for _, w := range is.scenario.Warnings {
				l.options.Log.Warn("scenario file read with a warning", slog.String("scenario", name), slog.String("warning", w.Message))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, ok := after[name]; !ok {
			l.options.Log.Info("scenario file removed", slog.String("scenario", name))
		}
	}
}
