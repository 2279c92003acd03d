package main

import (
	"bytes"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// maxQueued is how many bytes of lines wait for their reader.
const maxQueued = 256 << 10

// lineQueue passes lines on to a writer, and never makes its callers wait for the writer:
// a pipe without a reader is full after 64 KB, and would stop every call at its line of
// the log. Lines without room are dropped and counted. It is safe for concurrent use.
type lineQueue struct {
	to io.Writer
	// note, unless it is nil, returns a line about the number of lines dropped before it.
	note func(dropped int64) []byte

	mu       sync.Mutex
	wake     sync.Cond // signaled when there are lines, or no more will come
	waiting  []byte
	dropped  int64 // since the start
	reported int64 // in earlier notes
	closed   bool
	ended    chan struct{} // closed when everything is written

	written atomic.Int64 // how often the writer has returned
}

// newLineQueue returns a queue that passes lines on to a writer until it is closed.
func newLineQueue(to io.Writer, note func(dropped int64) []byte) *lineQueue {
	q := &lineQueue{to: to, note: note, ended: make(chan struct{})}
	q.wake.L = &q.mu
	go q.pass()
	return q
}

// Write implements io.Writer. It takes whole lines, and always succeeds.
func (q *lineQueue) Write(lines []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || len(q.waiting) > 0 && len(q.waiting)+len(lines) > maxQueued {
		q.dropped++
		return len(lines), nil
	}
	q.waiting = append(q.waiting, lines...)
	q.wake.Signal()
	return len(lines), nil
}

// pass writes the waiting lines until the queue is closed and empty. A failing writer
// has no reader any more; it is tried again with the next lines.
func (q *lineQueue) pass() {
	defer close(q.ended)
	q.mu.Lock()
	defer q.mu.Unlock()
	var taken []byte
	for {
		for len(q.waiting) == 0 && !q.closed {
			q.wake.Wait()
		}
		if len(q.waiting) == 0 {
			return
		}
		taken, q.waiting = q.waiting, taken[:0]
		dropped := q.dropped // behind the taken lines
		q.mu.Unlock()
		_, err := q.to.Write(taken)
		q.mu.Lock()
		q.written.Add(1)
		if err != nil {
			q.dropped += int64(bytes.Count(taken, []byte("\n")))
		} else if dropped > q.reported && q.note != nil {
			q.waiting = append(q.note(dropped-q.reported), q.waiting...)
			q.reported = dropped
		}
	}
}

// DroppedLines returns how many lines were dropped since the start.
func (q *lineQueue) DroppedLines() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.dropped
}

// readerPatience is how long the end of a queue waits for an idle reader.
const readerPatience = 500 * time.Millisecond

// close ends the queue. It waits until all lines are written, or until the reader has read
// nothing for readerPatience.
func (q *lineQueue) close() {
	q.mu.Lock()
	q.closed = true
	q.wake.Signal()
	q.mu.Unlock()
	for before := int64(-1); before != q.written.Load(); {
		before = q.written.Load()
		select {
		case <-q.ended:
			return
		case <-time.After(readerPatience):
		}
	}
}

// queueOutput puts queues before standard output and standard error, and returns the one of
// standard error. The command then goes on when nobody reads them.
func (p *program) queueOutput(note func(dropped int64) []byte) *lineQueue {
	out, err := newLineQueue(p.stdout, nil), newLineQueue(p.stderr, note)
	p.stdout, p.stderr, p.queues = out, err, append(p.queues, out, err)
	return err
}

// closeQueues ends the queues of the program, together.
func (p *program) closeQueues() {
	var closing sync.WaitGroup
	for _, q := range p.queues {
		closing.Go(q.close)
	}
	closing.Wait()
}
