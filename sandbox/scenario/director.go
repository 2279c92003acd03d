package scenario

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// ActivationLimits are where an activation ends by itself. The zero value has none.
type ActivationLimits struct {
	Times int           // so many bent calls
	For   time.Duration // so long, on the wall clock
}

func (l ActivationLimits) check() error {
	var faults []error
	if l.Times < 0 {
		faults = append(faults, fmt.Errorf("times must be at least 1, got %d", l.Times))
	}
	if l.For < 0 {
		faults = append(faults, fmt.Errorf("for must be longer than 0s, got %s", l.For))
	}
	return errors.Join(faults...)
}

// DirectorOptions is what a Director is made from.
type DirectorOptions struct {
	Library *Library

	// Baseline are the scenarios in force from the start and after a reset,
	// the latest last.
	Baseline []string

	// Seed is the seed of chance.
	Seed uint64

	// Wall is the clock on which Limits.For runs.
	Wall func() time.Time
}

// Director knows which scenarios are in force for one account. Deciding about a
// call takes no lock: it reads a snapshot, which every change replaces. All
// methods may be used at once.
//
// Baseline scenarios are in force like others, only older, so they can be
// switched off until the next reset.
type Director struct {
	setup    DirectorOptions
	changing sync.Mutex // held while activations change and a snapshot is made
	inForce  []*activation
	snapshot atomic.Pointer[snapshot]
	borrowed atomic.Int64 // one-call scenarios played, the ordinal of their delays
}

// activation is one scenario in force, with its counters.
type activation struct {
	name     string
	baseline bool
	times    int64     // 0: without end
	until    time.Time // zero: without end
	matched  atomic.Int64
	bent     atomic.Int64
	open     atomic.Int64 // bent calls that may be given back when their outcome is known
	counters []*counter   // one per rule; replaced under the director's lock
}

// counter counts for one rule of an activation.
type counter struct{ matched, acted atomic.Int64 }

// take counts one up to most, exactly however many calls compete for the last;
// it reports false when there is none left. No limit is 0.
func take(n *atomic.Int64, most int64) bool {
	if most == 0 {
		n.Add(1)
		return true
	}
	for {
		taken := n.Load()
		if taken >= most {
			return false
		}
		if n.CompareAndSwap(taken, taken+1) {
			return true
		}
	}
}

func (a *activation) spent() bool { return a.times > 0 && a.bent.Load() >= a.times }

func (a *activation) over(now time.Time) bool {
	return a.spent() && a.open.Load() == 0 || !a.until.IsZero() && !now.Before(a.until)
}

// NewDirector returns a director with its baseline in force. The error names
// every baseline scenario that cannot be found.
func NewDirector(setup DirectorOptions) (*Director, error) {
	var faults []error
	for _, name := range setup.Baseline {
		if _, err := setup.Library.Find(name); err != nil {
			faults = append(faults, err)
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	setup.Baseline = slices.Clone(setup.Baseline)
	d := &Director{setup: setup}
	d.Reset()
	return d, nil
}

// Reset leaves the baseline in force and nothing else, with counters at 0.
func (d *Director) Reset() {
	d.change(func() {
		d.inForce = nil
		for _, name := range d.setup.Baseline {
			d.put(&activation{name: name, baseline: true})
		}
	})
}

// Activate puts a scenario in force, before all others. One that is in force already
// moves to the front and starts anew. The error is an *UnknownError, a
// *BrokenError or says which limit makes no sense.
func (d *Director) Activate(name string, limits ActivationLimits) error {
	if err := limits.check(); err != nil {
		return err
	}
	if _, err := d.setup.Library.Find(name); err != nil {
		return err
	}
	next := &activation{name: name, times: int64(limits.Times)}
	if limits.For > 0 {
		next.until = d.setup.Wall().Add(limits.For)
	}
	d.change(func() { d.put(next) })
	return nil
}

// Deactivate takes a scenario out of force; it reports whether it was in force.
func (d *Director) Deactivate(name string) bool {
	was := false
	d.change(func() { was = d.drop(name) })
	return was
}

// DeactivateAll takes every scenario out of force, the baseline too.
func (d *Director) DeactivateAll() {
	d.change(func() { d.inForce = nil })
}

func (d *Director) put(a *activation) {
	d.drop(a.name)
	d.inForce = slices.Insert(d.inForce, 0, a)
}

func (d *Director) drop(name string) bool {
	before := len(d.inForce)
	d.inForce = slices.DeleteFunc(d.inForce, func(a *activation) bool { return a.name == name })
	return len(d.inForce) < before
}

// change alters what is in force and makes the snapshot anew, without what is
// over.
func (d *Director) change(alter func()) {
	d.changing.Lock()
	defer d.changing.Unlock()
	alter()
	d.renew()
}

func (d *Director) renew() *snapshot {
	if len(d.inForce) > 0 {
		now := d.setup.Wall()
		d.inForce = slices.DeleteFunc(d.inForce, func(a *activation) bool { return a.over(now) })
	}
	next := newSnapshot(d.setup.Library.shelf.Load(), d.setup.Seed, d.inForce)
	d.snapshot.Store(next)
	return next
}

// current is the snapshot that holds now: the library may have changed, or the
// time of an activation run out, since it was made.
func (d *Director) current() *snapshot {
	s := d.snapshot.Load()
	if s.idle || s.shelf == d.setup.Library.shelf.Load() && (s.ends.IsZero() || d.setup.Wall().Before(s.ends)) {
		return s
	}
	d.changing.Lock()
	defer d.changing.Unlock()
	return d.renew()
}

// Activation is a scenario in force as lists show it.
type Activation struct {
	Name      string
	Summary   string
	Baseline  bool      // in force by a start flag
	Matched   int64     // calls it had something for
	Affected  int64     // calls it changed
	Remaining *int64    // calls it may still change, nil when without end
	Until     time.Time // when it ends, zero when by itself never
	Error     string    // why it does nothing at present, such as a file that is gone, or ""
}

// Active returns what is in force, the latest first.
func (d *Director) Active() []Activation {
	var list []Activation
	d.change(func() {
		now := d.setup.Wall()
		for _, a := range d.inForce {
			if !a.over(now) {
				list = append(list, a.view(d.setup.Library))
			}
		}
	})
	return list
}

func (a *activation) view(library *Library) Activation {
	shown := Activation{Name: a.name, Baseline: a.baseline, Until: a.until,
		Matched: a.matched.Load(), Affected: a.bent.Load()}
	if a.times > 0 {
		remaining := max(0, a.times-shown.Affected)
		shown.Remaining = &remaining
	}
	if scenario, err := library.Find(a.name); err != nil {
		shown.Error = err.Error()
	} else {
		shown.Summary = scenario.Summary
	}
	return shown
}
