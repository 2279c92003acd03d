package scenario

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// quietTime is the time without a change before the folder is read again,
// because editors write a file in several steps and a checkout writes many.
const quietTime = 50 * time.Millisecond

// lookInterval is the time between two looks at the folder, because many file systems
// report no changes: bind mounts of Docker Desktop, NFS, 9p.
const lookInterval = 2 * time.Second

// watch is the goroutine that follows the folder. Start owns it, Close ends it.
type watch struct {
	watcher *fsnotify.Watcher // nil while none can be made
	noticed chan struct{}     // has an element after an event
	passing sync.WaitGroup    // of passEvents

	unwatched, unread string // why, as the log has it already

	end  context.CancelFunc
	done chan struct{}
}

// Start reads the folder and follows its changes until Close; without a folder
// it does nothing. An unreadable folder is an error. A broken file is no error,
// because List shows it. Start must be called once.
func (l *Library) Start() error {
	if l.options.Folder == "" {
		return nil
	}
	if l.options.Ticks == nil {
		l.options.Ticks = time.Tick(lookInterval)
	}
	w := &watch{noticed: make(chan struct{}, 1), done: make(chan struct{})}
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

// Reload reads the folder at once and returns the changes, by name.
func (l *Library) Reload() ([]client.LibraryEvent, error) {
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
		case <-w.noticed:
			quiet = l.options.After(quietTime)
		case <-l.options.Ticks:
			if l.differs() {
				quiet = l.options.After(quietTime)
			}
		case <-quiet:
			l.open(w)
			changes, err := l.read()
			if err == nil && (len(changes) > 0 || w.unread != "") {
				l.logReading(changes)
			}
			l.warn(&w.unread, "scenario folder not read, its scenarios stay as they were", err)
		}
	}
}

// open makes the folder report its events. It comes before each reading, because another
// folder may have got the name, and a change between the two would have no event.
func (l *Library) open(w *watch) {
	var err error
	if w.watcher == nil {
		if w.watcher, err = fsnotify.NewWatcher(); err == nil {
			w.passing.Go(func() { l.passEvents(w.watcher, w.noticed) })
		}
	}
	if err == nil {
		_ = w.watcher.Remove(l.options.Folder) // it may have ended by itself
		err = w.watcher.Add(l.options.Folder)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // reading the folder says so
	}
	l.warn(&w.unwatched, "the scenario folder reports no changes, it is looked at every two seconds", err)
}

// passEvents signals events until the watcher is closed. It has a goroutine of its own,
// because the watcher holds a lock until somebody takes its error.
func (l *Library) passEvents(from *fsnotify.Watcher, noticed chan<- struct{}) {
	for {
		select {
		case _, open := <-from.Events:
			if !open {
				return
			}
		case err, open := <-from.Errors:
			if !open {
				return
			}
			// Events may be lost, so the whole folder is read again.
			l.options.Log.Warn("watching the scenario folder", slog.Any("error", err))
		}
		select {
		case noticed <- struct{}{}:
		default: // there is one already
		}
	}
}

func (w *watch) close() {
	if w.watcher != nil {
		_ = w.watcher.Close() // nothing is written
	}
	w.passing.Wait()
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
