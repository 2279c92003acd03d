package sandbox

import (
	"errors"
	"net"
	"os"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// timed is a connection that sets its read deadline only when a read may pass it. The
// server moves the deadline six times in a call, nearly always to a later time. Then
// the earlier one stays set, and a read that it ends begins again.
type timed struct {
	joined
	opened time.Time

	mu      sync.Mutex // because the server ends a read from another goroutine
	due     time.Time  // when a read ends, zero for never
	set     time.Time  // the deadline of the connection itself, zero for none
	reading bool
}

func newTimed(c net.Conn) *timed {
	return &timed{joined: joined{Conn: c}, opened: clock.System()}
}

// SetDeadline sets when reads and writes end.
func (c *timed) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// SetReadDeadline sets when a read ends that waits or comes later.
func (c *timed) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.due = t
	if !c.reading {
		return nil
	}
	return c.setEarlier()
}

// setEarlier sets the deadline of the connection itself, unless that has as early a one.
func (c *timed) setEarlier() error {
	if c.due.IsZero() || !c.set.IsZero() && !c.due.Before(c.set) {
		return nil
	}
	return c.setDue()
}

func (c *timed) setDue() error {
	c.set = c.due
	return c.Conn.SetReadDeadline(c.due)
}

// Read reads until the deadline.
func (c *timed) Read(p []byte) (int, error) {
	if err := c.begin(); err != nil {
		return 0, err
	}
	for {
		n, err := c.Conn.Read(p)
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) || !c.extend() {
			c.end()
			return n, err
		}
	}
}

// begin returns an error when the deadline has passed since before the connection was
// opened. The server ends a read that it no longer needs by such a deadline, often before
// the read begins.
func (c *timed) begin() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.due.IsZero() && c.due.Before(c.opened) {
		return os.ErrDeadlineExceeded
	}
	c.reading = true
	return c.setEarlier()
}

// extend reports whether a read that ended goes on, because the deadline is later by now.
func (c *timed) extend() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.due.IsZero() && !c.due.After(clock.System()) {
		return false
	}
	return c.setDue() == nil
}

func (c *timed) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reading = false
}
