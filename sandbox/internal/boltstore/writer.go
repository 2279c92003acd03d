package boltstore

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// The limits of one transaction of the file. They are low enough for a short wait
// of the first call in a batch, and to keep uploads from filling the memory.
const (
	batchCalls = 512
	batchBytes = 32 << 20

	// gather limits how long a transaction waits for the expected calls. In an idle
	// process a timer takes up to a millisecond more.
	gather = 300 * time.Microsecond
)

// plan reads, decides about the writes of a call, and returns them as work, or an
// error. It writes nothing, so an error leaves no trace.
type plan func(*bolt.Tx) (work, error)

// work is a plan's decision about its writes. Only a broken file makes apply fail.
type work struct {
	apply func(*bolt.Tx) error // nil when there is nothing to write
	bytes int
}

// call is a plan and the answer to it.
type call struct {
	plan     plan
	rejected error       // the plan's
	done     chan error  // has room for the answer
	taken    atomic.Bool // by the writer, or back by its caller
}

// writer commits the calls of all accounts, as many in one transaction as are
// waiting. The next calls gather while a transaction is synced. A call alone starts
// at once. Where several callers write again and again, the callers of the last
// answers are expected too, because a sync costs more than the time they need to
// come back.
type writer struct {
	file   *bolt.DB
	path   string
	sentry *sentry
	views  *views
	synced *os.File // nil when writes are not synced

	calls   chan *call // waiting ones
	callers int        // calls to wait for: those of the last transaction and behind it, or as many as came in time

	full atomic.Pointer[accounts.NoSpaceError] // of the last write, nil when there was room

	closing chan struct{} // closed when no further calls are accepted
	stopped chan struct{} // closed when the last call is answered
}

func newWriter(file *bolt.DB, path string, sentry *sentry, views *views, synced *os.File) *writer {
	w := &writer{file: file, path: path, sentry: sentry, views: views, synced: synced,
		calls: make(chan *call, batchCalls), closing: make(chan struct{}), stopped: make(chan struct{})}
	go w.run()
	return w
}

// write runs a plan and returns when its work is synced. Nothing begins in an ended context,
// and a call still waiting when its context ends is withdrawn: the error is the context's.
func (w *writer) write(ctx context.Context, p plan) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if isClosed(w.closing) {
		return ErrClosed
	}
	c := &call{plan: p, done: make(chan error, 1)}
	select {
	case w.calls <- c:
	case <-ctx.Done():
		return ctx.Err()
	case <-w.stopped:
		return ErrClosed
	}
	err := ErrClosed
	select {
	case err := <-c.done:
		return err
	case <-ctx.Done():
		err = ctx.Err()
	case <-w.stopped:
	}
	if c.taken.CompareAndSwap(false, true) {
		return err
	}
	return <-c.done
}

// close rejects further calls and returns when the waiting ones are answered.
func (w *writer) close() {
	if !isClosed(w.closing) {
		close(w.closing)
	}
	<-w.stopped
}

func (w *writer) run() {
	defer close(w.stopped)
	defer faultsPanic()()
	for !isClosed(w.closing) || len(w.calls) > 0 {
		select {
		case c := <-w.calls:
			if c.begin() {
				w.commit(c, batchCalls)
			}
		case <-w.closing:
		}
	}
}

// begin reports whether a call may begin: its caller has not withdrawn it.
func (c *call) begin() bool { return c.taken.CompareAndSwap(false, true) }

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// commit runs one call and the waiting ones behind it, so many at most, in one transaction.
// All get their answers at its end, even rejected ones: their reason may be a write of the
// same transaction, and lost with it. When one of several met damage, each runs in a
// transaction of its own, because it must not fail the others.
func (w *writer) commit(first *call, most int) {
	var batch []*call
	used := int64(0) // bytes of the file with pages
	err := w.transact(func(tx *bolt.Tx) (written bool, err error) {
		bytes := 0
		var late <-chan time.Time // ends the wait of this transaction, nil before it waits
		for c := first; c != nil; c = w.next(len(batch), &late) {
			batch = append(batch, c)
			var planned work
			planned, c.rejected = c.runPlan(w.path, tx)
			w.sentry.note(c.rejected)
			if planned.apply != nil {
				if err := planned.apply(tx); err != nil {
					return written, err
				}
				written, bytes = true, bytes+planned.bytes
			}
			if len(batch) == most || bytes > batchBytes {
				break
			}
		}
		used = tx.Size()
		return written, nil
	})
	w.callers = len(batch) + len(w.calls)
	switch {
	case batch == nil:
		first.answer(err)
	case isDamage(err) && len(batch) > 1:
		for _, c := range batch {
			w.commit(c, 1)
		}
	default:
		for _, c := range batch {
			c.answer(err)
		}
	}
	if err == nil { // only now, because the calls of this transaction need not wait for it
		reserve(w.synced, used)
	}
}

// next returns the next call of a nonempty batch, nil when there is none. It first lets
// the ready goroutines run, and then waits until late for further callers, because their
// calls would otherwise wait for this transaction and need another one.
func (w *writer) next(have int, late *<-chan time.Time) *call {
	if len(w.calls) == 0 {
		runtime.Gosched()
	}
	for have < w.callers || len(w.calls) > 0 {
		if *late == nil {
			*late = time.After(gather)
		}
		select {
		case c := <-w.calls:
			if c.begin() {
				return c
			}
		case <-*late:
			w.callers = have
		}
	}
	return nil
}

// answer returns the outcome to the caller: the error of the transaction, otherwise
// the plan's.
func (c *call) answer(err error) {
	if err == nil {
		err = c.rejected
	}
	c.done <- err
}

// transact runs fn in a transaction of the file and commits it when fn has
// written something. It returns a panic as an error; only a broken file causes
// one.
func (w *writer) transact(fn func(*bolt.Tx) (written bool, err error)) (err error) {
	w.sentry.writing.Lock()
	defer w.sentry.writing.Unlock()
	if err := w.sentry.compare(); err != nil {
		return err
	}
	w.views.hold()
	defer w.views.release()
	tx, err := w.sentry.begin(true)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = panicError(w.path, p)
			w.sentry.note(err)
		}
		if tx.DB() != nil {
			err = cmp.Or(w.sentry.rollback(tx), err)
		}
	}()
	w.file.AllocSize = growth(tx.Size())
	transaction := tx.ID()
	written, err := fn(tx)
	if err == nil && !written {
		return nil
	}
	if err == nil {
		err = w.sentry.compare() // again, because the plans may have taken long
	}
	if err == nil {
		err = w.sentry.endCommit(transaction, tx.Commit())
	}
	return w.explain(err)
}

// explain returns the error of a write, with the folder if the disk is full, and
// keeps a full disk until a write succeeds.
func (w *writer) explain(err error) error {
	if err == nil {
		w.full.Store(nil)
		return nil
	}
	if !hasNoRoom(err) {
		return err
	}
	full := &accounts.NoSpaceError{Folder: filepath.Dir(w.path), Err: err}
	w.full.Store(full)
	return full
}

// runPlan runs the call's plan. A panic fails this call only.
func (c *call) runPlan(path string, tx *bolt.Tx) (planned work, err error) {
	defer catch(path, &err)
	return c.plan(tx)
}
