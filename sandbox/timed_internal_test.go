package sandbox

import (
	"errors"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// countedConn counts how often its read deadline is set.
type countedConn struct {
	net.Conn
	set int
}

func (c *countedConn) SetReadDeadline(t time.Time) error {
	c.set++
	return c.Conn.SetReadDeadline(t)
}

// timedPair returns a connection and its other end.
func timedPair(t *testing.T) (*timed, *countedConn, net.Conn) {
	t.Helper()
	near, far := net.Pipe()
	t.Cleanup(func() { _, _ = near.Close(), far.Close() })
	counted := &countedConn{Conn: near}
	return newTimed(counted), counted, far
}

func later(d time.Duration) time.Time { return clock.System().Add(d) }

// TestTimedReadEnds verifies that a read ends at the deadline set last, set before or
// during the read, sooner or later than the one before.
func TestTimedReadEnds(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		before, during []time.Duration // from now, negative for the distant past, 0 for never
		want           time.Duration
	}{
		"before the read":             {before: []time.Duration{5}, want: 5},
		"moved to later":              {before: []time.Duration{5, 9}, want: 9},
		"moved to sooner":             {before: []time.Duration{9, 5}, want: 5},
		"removed and set":             {before: []time.Duration{5, 0, 7}, want: 7},
		"past":                        {before: []time.Duration{5, -1}, want: 0},
		"during the read":             {during: []time.Duration{5}, want: 5},
		"during the read, later":      {before: []time.Duration{5}, during: []time.Duration{9}, want: 9},
		"during the read, sooner":     {before: []time.Duration{9}, during: []time.Duration{5}, want: 5},
		"during the read, twice":      {before: []time.Duration{9}, during: []time.Duration{5, 7}, want: 7},
		"during the read, past":       {before: []time.Duration{9}, during: []time.Duration{-1}, want: 1},
		"during the read, never, set": {before: []time.Duration{5}, during: []time.Duration{0, 8}, want: 8},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c, _, _ := timedPair(t)
				begun := clock.System()
				set := func(d time.Duration) {
					moment := begun.Add(d * time.Second)
					switch {
					case d == 0:
						moment = time.Time{}
					case d < 0:
						moment = time.Unix(1, 0)
					}
					if err := c.SetReadDeadline(moment); err != nil {
						t.Errorf("set to %v: %v", d, err)
					}
				}
				for _, d := range test.before {
					set(d)
				}
				go func() {
					time.Sleep(time.Second)
					for _, d := range test.during {
						set(d)
					}
				}()
				n, err := c.Read(make([]byte, 1))
				if took := clock.System().Sub(begun); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) || took != test.want*time.Second {
					t.Errorf("got %d bytes and %v after %v, want the end of time after %v s", n, err, took, int(test.want))
				}
				time.Sleep(time.Minute) // past all that is set
			})
		})
	}
}

// TestTimedReadsOn verifies that a read which was ended from outside takes no byte, and
// that the deadline of the connection itself moves once, however many calls come.
func TestTimedReadsOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, counted, far := timedPair(t)
		buffer := make([]byte, 8)
		for range 100 {
			_ = c.SetReadDeadline(later(10 * time.Second))
			go func() { _, _ = far.Write([]byte("request")) }()
			if n, err := c.Read(buffer); n != len("request") || err != nil {
				t.Fatalf("got %d bytes and %v, want a request", n, err)
			}
			_ = c.SetReadDeadline(later(60 * time.Second))
			_ = c.SetReadDeadline(time.Unix(1, 0))
			if n, err := c.Read(buffer[:1]); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Fatalf("got %d bytes and %v, want the end of time", n, err)
			}
			_ = c.SetReadDeadline(time.Time{})
			time.Sleep(time.Millisecond)
		}
		if counted.set != 1 {
			t.Errorf("the deadline was set %d times, want once", counted.set)
		}
	})
}
