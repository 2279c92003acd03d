package scenario

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quietTime is how long the folder must not change before it is read again,
// because editors write a file in several steps and a checkout writes many.
const quietTime = 50 * time.Millisecond

// lookInterval is the time between two looks at the folder, because many file systems
// report no changes: bind mounts of Docker Desktop, NFS, 9p.
const lookInterval = 2 * time.Second

// watch is the goroutine that follows the folder. Start owns it, Close ends it.
type watch struct {
	watcher *fsnotify.Watcher // nil while the folder reports no events, and so are both channels
	events  <-chan fsnotify.Event
	faults  <-chan error

	unwatched, unread string // why, as the log has it already

	end  context.CancelFunc
	done chan struct{}
}

// Start reads the folder and follows its changes until Close; without a folder
// it does nothing. The error says that the folder cannot be read. A
// broken file is no error, because List shows it. Start must be called once.
func (l *Library) Start() error {
	if l.options.Folder == "" {
		return nil
	}
	if l.options.Ticks == nil {
		l.options.Ticks = time.Tick(lookInterval)
	}
	w := &watch{done: make(chan struct{})}
	l.open(w)
	changes, err := l.read()
	switch {
	case err != nil:
		w.close()
		return err
	case len(l.contents.Load().folder) == 0:
		l.options.Log.Warn("the scenario folder has no .yaml or .yml file", slog.String("folder", l.options.Folder))
	default:
		l.logReading(changes)
	}
	var ctx context.Context
	ctx, w.end = context.WithCancel(context.Background())
	l.watch = w
	go l.follow(ctx, w)
	return nil
}

// Close stops following the folder and returns when the goroutine has ended.
func (l *Library) Close() error {
	if l.watch == nil {
		return nil
	}
	l.watch.end()
	<-l.watch.done
	return nil
}

// ErrNoFolder is returned by Reload of a library without a folder.
var ErrNoFolder = errors.New("there is no folder of scenarios")

// Reload reads the folder at once and returns what changed, by name.
func (l *Library) Reload() ([]LibraryChange, error) {
	if l.options.Folder == "" {
		return nil, ErrNoFolder
	}
	changes, err := l.read()
	if err == nil {
		l.logReading(changes)
	}
	return changes, err
}

func (l *Library) follow(ctx context.Context, w *watch) {
	defer close(w.done)
	defer w.close()
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-w.events:
			if !open {
				w.close()
			}
			quiet = l.options.After(quietTime)
		case err, open := <-w.faults:
			if open {
				l.options.Log.Warn("watching the scenario folder", slog.Any("error", err))
			} else {
				w.close()
			}
			quiet = l.options.After(quietTime) // events may be lost, so the whole folder is read again
		case <-l.options.Ticks:
			if l.differs() {
				quiet = l.options.After(quietTime)
			}
		case <-quiet:
			l.open(w) // again, because it may be another folder under the old name
			changes, err := l.read()
			if err == nil && (len(changes) > 0 || w.unread != "") {
				l.logReading(changes)
			}
			l.warn(&w.unread, "scenario folder not read, its scenarios stay as they were", err)
		}
	}
}

// open makes the folder report its events. It comes before each reading, otherwise a change
// between the two has none.
func (l *Library) open(w *watch) {
	w.close()
	watcher, err := fsnotify.NewWatcher()
	if err == nil {
		w.watcher, w.events, w.faults = watcher, watcher.Events, watcher.Errors
		err = watcher.Add(l.options.Folder)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // reading the folder says so
	}
	l.warn(&w.unwatched, "the scenario folder reports no changes, it is looked at every two seconds", err)
}

func (w *watch) close() {
	if w.watcher != nil {
		_ = w.watcher.Close() // nothing is written
	}
	w.watcher, w.events, w.faults = nil, nil, nil
}

// warn logs an error unless it is the same as before.
func (l *Library) warn(before *string, what string, err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	if text != "" && text != *before {
		l.options.Log.Warn(what, slog.Any("error", err))
	}
	*before = text
}
