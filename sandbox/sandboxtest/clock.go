package sandboxtest

import (
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// wallClock is another clock, ahead of it by as much as the test moved it.
type wallClock struct {
	wall  func() time.Time
	ahead atomic.Int64 // nanoseconds
}

// newWallClock returns a clock that follows wall, or the machine's clock if wall
// is nil.
func newWallClock(wall func() time.Time) *wallClock {
	if wall == nil {
		wall = clock.System
	}
	return &wallClock{wall: wall}
}

func (c *wallClock) now() time.Time { return c.wall().Add(time.Duration(c.ahead.Load())).UTC() }

func (c *wallClock) advance(d time.Duration) { c.ahead.Add(int64(d)) }

func frozenAt(t time.Time) func() time.Time { return func() time.Time { return t } }

// moment returns Moment as a time.
func moment() time.Time {
	t, _ := time.Parse(record.MomentFormat, Moment) // Moment is well-formed
	return t
}

// Now returns the time of the wall clock, in UTC.
func (r *Running) Now() time.Time { return r.clock.now() }

// Advance moves the wall clock, backwards if d is negative, and with it the
// clocks of all accounts, except frozen ones. A client that signs with the
// machine's time is refused once the two are too far apart.
func (r *Running) Advance(d time.Duration) { r.clock.advance(d) }
