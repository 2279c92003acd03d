package boltstore

import (
	"fmt"
	"runtime/debug"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// What one transaction of the file takes at most. A batch is bounded so that
// the first of its calls is answered soon, and so that uploads do not pile up
// in memory.
const (
	batchCalls = 512
	batchBytes = 32 << 20
)

// plan is what a call wants to write: it reads, decides and returns its work,
// or refuses. It writes nothing, so that a refusal leaves no trace.
type plan func(*bolt.Tx) (work, error)

// work writes what a plan decided. Its error is a fault of the file, never a
// refusal.
type work struct {
	apply func(*bolt.Tx) error // nil: nothing to write
	bytes int
}

// call is a plan that waits for its answer.
type call struct {
	plan    plan
	refusal error
	done    chan error // takes the answer without waiting
}

// writer commits the calls of everybody, as many at once as are waiting. While
// one transaction is being synced the next calls gather; when none wait, a call
// is served at once.
type writer struct {
	file *bolt.DB

	mu      sync.Mutex
	waiting []*call
	closed  bool

	wake    chan struct{} // holds one token when there may be something to do
	stopped chan struct{} // closed when the last call is answered
}

func newWriter(file *bolt.DB) *writer {
	w := &writer{file: file, wake: make(chan struct{}, 1), stopped: make(chan struct{})}
	go w.run()
	return w
}

// write has the plan carried out and returns when the file holds it.
func (w *writer) write(p plan) error {
	c := &call{plan: p, done: make(chan error, 1)}
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return ErrClosed
	}
	w.waiting = append(w.waiting, c)
	w.mu.Unlock()
	w.signal()
	return <-c.done
}

// close refuses further calls and returns when those that wait are answered.
func (w *writer) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.signal()
	<-w.stopped
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *writer) run() {
	defer close(w.stopped)
	for {
		first, closed := w.take()
		if first != nil {
			w.commit(first)
			continue
		}
		if closed {
			return
		}
		<-w.wake
	}
}

// take returns the call that has waited longest, nil when there is none.
func (w *writer) take() (c *call, closed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting) == 0 {
		w.waiting = nil
		return nil, w.closed
	}
	c = w.waiting[0]
	w.waiting[0] = nil
	w.waiting = w.waiting[1:]
	return c, w.closed
}

// commit carries out one call and those that wait behind it in one transaction.
// All are answered at its end, the refused ones too: what refused them may have
// been written by a neighbour in the same transaction, and is gone when that
// fails.
func (w *writer) commit(first *call) {
	var batch []*call
	err := w.transact(func(tx *bolt.Tx) (written bool, err error) {
		bytes := 0
		for c := first; c != nil; c, _ = w.take() {
			batch = append(batch, c)
			var planned work
			planned, c.refusal = c.runPlan(tx)
			if planned.apply != nil {
				if err := planned.apply(tx); err != nil {
					return written, err
				}
				written = true
			}
			bytes += planned.bytes
			if len(batch) == batchCalls || bytes > batchBytes {
				break
			}
		}
		return written, nil
	})
	if batch == nil {
		batch = []*call{first}
	}
	for _, c := range batch {
		if err != nil {
			c.done <- err
		} else {
			c.done <- c.refusal
		}
	}
}

// transact runs fn in a transaction of the file, which is committed when fn has
// written and dropped when it has not. A panic, which only a broken file can
// cause here, is an error.
func (w *writer) transact(fn func(*bolt.Tx) (written bool, err error)) (err error) {
	tx, err := w.file.Begin(true)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("writing the data file: %v\n%s", p, debug.Stack())
		}
		if tx.DB() != nil {
			_ = tx.Rollback() // nothing is lost by it: the file keeps its last state
		}
	}()
	written, err := fn(tx)
	if err != nil || !written {
		return err
	}
	return tx.Commit()
}

// runPlan runs the call's plan. A panic in it belongs to this call alone.
func (c *call) runPlan(tx *bolt.Tx) (planned work, err error) {
	defer func() {
		if p := recover(); p != nil {
			planned, err = work{}, fmt.Errorf("a transaction panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return c.plan(tx)
}
