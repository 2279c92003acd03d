package scenario

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// lookInterval is the time between two looks at the folder. The sandbox looks by itself,
// because many file systems report no changes: bind mounts of Docker Desktop, NFS, 9p. A
// look takes some 50 µs for 20 files on a local disk.
const lookInterval = 250 * time.Millisecond

// watch is the goroutine that follows the folder. Start owns it, Close ends it.
type watch struct {
	before sight  // the folder at the last look
	unread string // why the folder cannot be read, as the log has it already

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
	changes, err := l.read()
	switch {
	case err != nil:
		return err
	case len(l.contents.Load().folder) == 0:
		l.options.Log.Warn("the scenario folder has no .yaml or .yml file", slog.String("folder", l.options.Folder))
	default:
		l.logReading(changes)
	}
	ctx, end := context.WithCancel(context.Background())
	l.watch = &watch{before: l.contents.Load().sight, end: end, done: make(chan struct{})}
	go l.follow(ctx)
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

func (l *Library) follow(ctx context.Context) {
	defer close(l.watch.done)
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.options.Ticks:
			l.lookAgain(l.watch)
		}
	}
}

// lookAgain reads the folder when it differs and two looks in a row are the same, because
// editors write a file in several steps and a checkout writes many.
func (l *Library) lookAgain(w *watch) {
	now, err := look(l.options.Folder)
	same := err != nil || now.equals(w.before)
	if w.before = now; !same || err == nil && w.unread == "" && !l.differs(now) {
		return
	}
	changes, err := l.read()
	if err == nil {
		if len(changes) > 0 || w.unread != "" {
			l.logReading(changes)
		}
		w.unread = ""
	} else if text := err.Error(); text != w.unread {
		l.options.Log.Warn("scenario folder not read, its scenarios stay as they were", slog.Any("error", err))
		w.unread = text
	}
}
