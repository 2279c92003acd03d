// Package clock is an account's own time: real, moved forwards or backwards, or
// frozen, so a test reaches the end of a session or the edge of a date window
// without waiting. It also parses moments and durations written by people. No other
// package reads the machine's time.
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

// Wall returns the time behind every account's clock. The program uses System, a
// test its own function.
type Wall func() time.Time

// System returns the machine's time in UTC.
func System() time.Time { return time.Now().UTC() }

// Mode is how a clock runs.
type Mode string

// The modes of a clock.
const (
	Real   Mode = "real"   // shows the wall's time
	Moved  Mode = "moved"  // runs like the wall, Offset ahead of it
	Frozen Mode = "frozen" // always shows At
)

// State is the stored form of a clock.
type State struct {
	Mode   Mode          `json:"mode"`
	Offset time.Duration `json:"offset,omitzero"` // how far a moved clock is ahead of the wall, in nanoseconds
	At     time.Time     `json:"at,omitzero"`     // the time of a frozen clock, in UTC
	Step   time.Duration `json:"step,omitzero"`   // how far each call moves a frozen clock on, in nanoseconds
}

// Clock is one account's time. It is safe for concurrent use. Reading it takes
// no lock, because every call reads it.
type Clock struct {
	wall  Wall
	state atomic.Pointer[State]
}

// New returns a clock at wall's time.
func New(wall Wall) *Clock {
	c := &Clock{wall: wall}
	c.Real()
	return c
}

// Now returns the account's time in UTC. It has no monotonic reading, because
// it is compared with stored moments and does not measure durations.
func (c *Clock) Now() time.Time { return c.state.Load().read(c.wall) }

// Copy returns another clock with the same time until one of the two is moved.
func (c *Clock) Copy() *Clock {
	another := &Clock{wall: c.wall}
	another.state.Store(c.state.Load())
	return another
}

// State returns the present state of the clock, to be stored.
func (c *Clock) State() State { return *c.state.Load() }

// Restore puts the clock into a state, such as one of State. The error names the
// wrong part of the state; then the clock is unchanged.
func (c *Clock) Restore(s State) error {
	var valid State
	switch s.Mode {
	case Real:
		valid = State{Mode: Real}
	case Moved:
		valid = running(s.Offset)
	case Frozen:
		if s.At.IsZero() {
			return errors.New("a frozen clock needs the moment that it shows")
		}
		if s.Step < 0 {
			return fmt.Errorf("a frozen clock moves on by 0s or more with each call, got %s", s.Step)
		}
		valid = frozenState(s.At)
		valid.Step = s.Step
	default:
		return fmt.Errorf("unknown clock mode %q; known: %s, %s, %s", s.Mode, Real, Moved, Frozen)
	}
	c.state.Store(&valid)
	return nil
}

// Real makes the clock show the wall's time.
func (c *Clock) Real() { c.state.Store(&State{Mode: Real}) }

// Set moves the clock to t. A running clock continues from there. A frozen clock
// stays frozen, because a test with frozen time decides alone when it passes. The
// error reports a t too far from the wall's time.
func (c *Clock) Set(t time.Time) error {
	return c.Move(func(time.Time) time.Time { return t })
}

// Tick moves a frozen clock on by its step, because of a call. It changes no other clock.
func (c *Clock) Tick() {
	for {
		old := c.state.Load()
		if old.Step == 0 {
			return
		}
		next := *old
		next.At = old.At.Add(old.Step)
		if c.state.CompareAndSwap(old, &next) {
			return
		}
	}
}

// Advance moves the clock by d, backwards when d is negative. A frozen clock stays
// frozen. The error is the one of Set.
func (c *Clock) Advance(d time.Duration) error {
	return c.Move(func(now time.Time) time.Time { return now.Add(d) })
}

// Freeze stops the clock at its present time. It changes nothing when the clock is frozen.
func (c *Clock) Freeze() {
	for {
		old := c.state.Load()
		stopped := frozenState(old.read(c.wall))
		if c.state.CompareAndSwap(old, &stopped) {
			return
		}
	}
}

// Move sets the clock to target's result. The error is the one of Set. It repeats when another call moves the
// clock at the same time, otherwise one of two advances would be lost.
func (c *Clock) Move(target func(now time.Time) time.Time) error {
	for {
		old := c.state.Load()
		wall := fixedWall(c.wall())
		next, err := old.at(target(old.read(wall)), wall())
		if err != nil {
			return err
		}
		if c.state.CompareAndSwap(old, &next) {
			return nil
		}
	}
}

// at returns the state with the time t, frozen when s is. An offset is at most
// about 292 years. Sub cuts off a longer one silently, so the sum is checked.
func (s *State) at(t, wall time.Time) (State, error) {
	offset := t.Sub(wall)
	if !wall.Add(offset).Equal(t) {
		return State{}, fmt.Errorf("the clock cannot be moved to %s: it must stay within 292 years of %s",
			t.UTC().Format(time.RFC3339), wall.UTC().Format(time.RFC3339))
	}
	if s.Mode == Frozen {
		next := frozenState(t)
		next.Step = s.Step
		return next, nil
	}
	return running(offset), nil
}

func (s *State) read(wall Wall) time.Time {
	if s.Mode == Frozen {
		return s.At
	}
	return wall().Add(s.Offset).UTC()
}

// running returns the state of a clock running offset ahead of the wall.
func running(offset time.Duration) State {
	if offset == 0 {
		return State{Mode: Real}
	}
	return State{Mode: Moved, Offset: offset}
}

// frozenState returns the state of a clock stopped at t.
func frozenState(t time.Time) State { return State{Mode: Frozen, At: t.UTC()} }

// fixedWall returns a wall that always shows t, so a move does not lose the time
// between two readings. UTC also drops the monotonic reading, otherwise Sub would
// disagree with stored moments.
func fixedWall(t time.Time) Wall {
	t = t.UTC()
	return func() time.Time { return t }
}
