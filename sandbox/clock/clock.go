// Package clock is an account's own time: real, moved forwards or backwards,
// or frozen, so that a test meets the end of a session or the edge of a date
// window without waiting for it. It also reads the moments and durations that
// people write, and it is the one place that asks the machine for the time.
//
// It leaves to others where a clock's state is kept over a restart, and when
// within a call the clock is read (once).
package clock

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// Wall tells the time that every account's clock is derived from. The program
// uses System; a test hands in a moment of its own.
type Wall func() time.Time

// System is the machine's time in UTC.
func System() time.Time { return time.Now().UTC() }

// Mode is how a clock runs.
type Mode string

// The modes of a clock.
const (
	Real   Mode = "real"   // shows the wall's time
	Moved  Mode = "moved"  // runs like the wall, Offset ahead of it
	Frozen Mode = "frozen" // stands at At
)

// State is what a store has to keep to restore a clock.
type State struct {
	Mode   Mode          `json:"mode"`
	Offset time.Duration `json:"offset,omitzero"` // how far a moved clock is ahead of the wall, in nanoseconds
	At     time.Time     `json:"at,omitzero"`     // where a frozen clock stands, in UTC
}

// Clock is one account's time. Reading it takes no lock, since every call
// reads it; all methods may be used at once.
type Clock struct {
	wall  Wall
	state atomic.Pointer[State]
}

// New returns a clock that shows wall's time until it is told otherwise.
func New(wall Wall) *Clock {
	c := &Clock{wall: wall}
	c.Real()
	return c
}

// Now is the account's moment, in UTC. It carries no monotonic reading: it is
// for comparing with stored moments, not for measuring how long work took.
func (c *Clock) Now() time.Time { return c.state.Load().read(c.wall) }

// State is how the clock runs at present, fit to be stored.
func (c *Clock) State() State { return *c.state.Load() }

// Restore puts the clock into a state that State once gave, or freezes it at a
// given moment at once. The error says which part of the state makes no sense;
// then the clock runs on unchanged.
func (c *Clock) Restore(s State) error {
	var clean State
	switch s.Mode {
	case Real:
		clean = State{Mode: Real}
	case Moved:
		clean = running(s.Offset)
	case Frozen:
		if s.At.IsZero() {
			return errors.New("a frozen clock needs the moment at which it stands")
		}
		clean = standing(s.At)
	default:
		return fmt.Errorf("unknown clock mode %q: it is real, moved or frozen", s.Mode)
	}
	c.state.Store(&clean)
	return nil
}

// Real makes the clock show the wall's time again.
func (c *Clock) Real() { c.state.Store(&State{Mode: Real}) }

// Set moves the clock to t. A running clock runs on from there, a frozen one
// stays frozen, so that a test which froze time decides alone when it passes.
// The error says that t is too far from the wall's time to be reached.
func (c *Clock) Set(t time.Time) error {
	return c.move(func(time.Time) time.Time { return t })
}

// Advance moves the clock by d, backwards when d is negative. A frozen clock
// stands d later than it stood. The error is that of Set.
func (c *Clock) Advance(d time.Duration) error {
	return c.move(func(now time.Time) time.Time { return now.Add(d) })
}

// Freeze stops the clock where it is. Freezing a frozen clock changes nothing.
func (c *Clock) Freeze() {
	for {
		old := c.state.Load()
		stopped := standing(old.read(c.wall))
		if c.state.CompareAndSwap(old, &stopped) {
			return
		}
	}
}

// move tries again when another call moved the clock meanwhile, so that of two
// advances at once neither is lost.
func (c *Clock) move(target func(now time.Time) time.Time) error {
	for {
		old := c.state.Load()
		wall := fixed(c.wall())
		next, err := old.at(target(old.read(wall)), wall())
		if err != nil {
			return err
		}
		if c.state.CompareAndSwap(old, &next) {
			return nil
		}
	}
}

// at is the state that shows t, frozen when s is. Offsets reach some 292 years;
// Sub saturates silently beyond them, hence the look back.
func (s *State) at(t, wall time.Time) (State, error) {
	offset := t.Sub(wall)
	if !wall.Add(offset).Equal(t) {
		return State{}, fmt.Errorf("the clock cannot be moved to %s: it must stay within 292 years of %s",
			t.UTC().Format(time.RFC3339), wall.UTC().Format(time.RFC3339))
	}
	if s.Mode == Frozen {
		return standing(t), nil
	}
	return running(offset), nil
}

func (s *State) read(wall Wall) time.Time {
	if s.Mode == Frozen {
		return s.At
	}
	return wall().Add(s.Offset).UTC()
}

// running calls a clock that is ahead by nothing real.
func running(offset time.Duration) State {
	if offset == 0 {
		return State{Mode: Real}
	}
	return State{Mode: Moved, Offset: offset}
}

func standing(t time.Time) State { return State{Mode: Frozen, At: t.UTC()} }

// fixed holds one reading of the wall, so that a move does not lose the
// instants between two readings. UTC also drops a monotonic part, by which Sub
// would otherwise disagree with moments that were written down.
func fixed(t time.Time) Wall {
	t = t.UTC()
	return func() time.Time { return t }
}
