package scenario

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// DirectorOptions configure a Director.
type DirectorOptions struct {
	Library *Library

	// Baseline names the scenarios active from the start and after a reset, the latest last.
	Baseline []string

	// Seed is the seed of chance.
	Seed uint64

	// Wall is the clock for client.ActivationLimits.For.
	Wall func() time.Time

	// Clock is the account's clock for limits.
	Clock func() time.Time
}

// Director keeps the active scenarios of one account and decides their effects
// on each call. A decision takes no lock: it reads a snapshot, which every
// change replaces. All methods may be called at once.
//
// A baseline scenario is active like any other, only older, so Deactivate ends
// it until the next reset.
type Director struct {
	options  DirectorOptions
	changing sync.Mutex                            // held while activations change and a snapshot is made
	active   []*activation                         // the latest first
	idle     []string                              // names of ended scenarios that affected no call
	holding  map[string]*holding                   // by the name of a scenario that is or was active
	own      atomic.Pointer[map[string]definition] // of this account alone; a map never changes
	snapshot atomic.Pointer[snapshot]
	limits   limits
	oneCalls atomic.Int64               // calls that named scenarios, the ordinal for their delays
	report   func(client.ScenarioEvent) // nil when nobody needs the changes
}

// NewDirector returns a director with its baseline active. The error names
// every unknown or broken baseline scenario.
func NewDirector(options DirectorOptions) (*Director, error) {
	var faults []error
	for _, name := range options.Baseline {
		if _, err := options.Library.Find(name); err != nil {
			faults = append(faults, err)
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	options.Baseline = slices.Clone(options.Baseline)
	d := &Director{options: options, limits: limits{clock: options.Clock, byRule: map[limitedRule]map[bucketKey]*bucket{}}, holding: map[string]*holding{}}
	d.own.Store(&map[string]definition{})
	d.Reset()
	return d, nil
}

// Reset activates the baseline and deactivates everything else. Scenarios that the
// account was opened with go on. All other counters begin at 0.
func (d *Director) Reset() {
	d.limits.forget("")
	d.beginAgain(func() {
		kept := d.lasting()
		d.active = nil
		for _, name := range d.options.Baseline {
			a := d.newActivation(name)
			a.baseline = true
			d.activate(a)
		}
		d.active = append(kept, d.active...)
	})
}

// Restart keeps the active scenarios and sets their counters to 0, so a limit
// on calls begins again. A limit on time runs on, like activations that Reset
// keeps.
func (d *Director) Restart() {
	d.limits.forget("")
	d.beginAgain(func() {
		for i, a := range d.active {
			if a.lasting {
				continue
			}
			next := d.newActivation(a.name)
			next.baseline, next.times, next.until = a.baseline, a.times, a.until
			d.active[i] = next
		}
	})
}

// Activate activates a scenario; its rules come before those of all others. A
// scenario that is active already moves to the front, and its counters begin
// at 0. The error is an *UnknownError, a *BrokenError or names the wrong limit.
func (d *Director) Activate(name string, limits client.ActivationLimits) error {
	var faults []error
	if limits.Times < 0 {
		faults = append(faults, fmt.Errorf("times must be at least 1, got %d", limits.Times))
	}
	if limits.For < 0 {
		faults = append(faults, fmt.Errorf("for must be longer than 0s, got %s", limits.For))
	}
	if faults != nil {
		return errors.Join(faults...)
	}
	if _, err := d.contents().find(name); err != nil {
		return err
	}
	next := d.newActivation(name)
	next.times = int64(limits.Times)
	if limits.For > 0 {
		next.until = d.options.Wall().Add(limits.For)
	}
	d.limits.forget(name)
	d.change(func() { d.activate(next) })
	return nil
}

// Deactivate deactivates a scenario and reports whether it was active. The calls that it
// holds go on, also if it was active no more.
func (d *Director) Deactivate(name string) bool {
	was := false
	d.limits.forget(name)
	d.change(func() {
		was = d.deactivate(name)
		d.release(name)
	})
	return was
}

// DeactivateAll deactivates every scenario, also of the baseline, except those that
// Reset keeps.
func (d *Director) DeactivateAll() {
	d.limits.forget("")
	d.change(func() {
		d.active = d.lasting()
		for name := range d.holding {
			if !slices.ContainsFunc(d.active, func(a *activation) bool { return a.name == name }) {
				d.release(name)
			}
		}
	})
}

// release lets the calls go on that a scenario holds.
func (d *Director) release(name string) {
	if h, known := d.holding[name]; known {
		h.release()
		delete(d.holding, name)
	}
}

// lasting returns the activations kept over a reset.
func (d *Director) lasting() (kept []*activation) {
	for _, a := range d.active {
		if a.lasting {
			kept = append(kept, a)
		}
	}
	return kept
}

// Active returns the active scenarios, the latest first.
func (d *Director) Active() []client.Activation {
	var list []client.Activation
	d.change(func() {
		now := d.options.Wall()
		for _, a := range d.active {
			if !a.hasEnded(now) {
				list = append(list, a.view(d.contents()))
			}
		}
	})
	contents := d.contents()
	for i := range list {
		for _, before := range list[i+1:] {
			later, unread := contents.find(list[i].Name)
			earlier, missing := contents.find(before.Name)
			if unread == nil && missing == nil { // otherwise it does nothing at present
				list[i].Overrules = append(list[i].Overrules, later.listOverruled(earlier)...)
			}
		}
	}
	return list
}

func (d *Director) activate(a *activation) {
	d.deactivate(a.name)
	d.active = slices.Insert(d.active, 0, a)
}

func (d *Director) deactivate(name string) bool {
	before := len(d.active)
	d.active = slices.DeleteFunc(d.active, func(a *activation) bool { return a.name == name })
	return len(d.active) < before
}

// change alters the active scenarios and makes a snapshot of them.
func (d *Director) change(alter func()) {
	d.changing.Lock()
	defer d.changing.Unlock()
	d.refresh(alter)
}

// beginAgain alters the active scenarios and forgets the idle ones, because their
// calls no longer count.
func (d *Director) beginAgain(alter func()) {
	d.changing.Lock()
	defer d.changing.Unlock()
	d.refresh(alter)
	d.idle = nil
}

// refresh alters the active scenarios, drops the activations that have ended, replaces the
// snapshot, and reports what has changed.
func (d *Director) refresh(alter func()) *snapshot {
	before := slices.Clone(d.active)
	alter()
	now := d.options.Wall()
	d.active = slices.DeleteFunc(d.active, func(a *activation) bool { return a.hasEnded(now) })
	for _, a := range d.active {
		if a.holding == nil {
			if a.holding = d.holding[a.name]; a.holding == nil {
				ctx, release := context.WithCancel(context.Background())
				a.holding = &holding{ctx, release}
			}
		}
		d.holding[a.name] = a.holding
	}
	next := d.newSnapshot()
	d.snapshot.Store(next)
	for _, a := range before {
		if slices.ContainsFunc(d.active, func(b *activation) bool { return b.name == a.name }) {
			continue
		}
		a.reportEnd(client.ChangeEnded)
		if a.affected.Load() == 0 && len(d.idle) < maxIdle && !slices.Contains(d.idle, a.name) {
			d.idle = append(d.idle, a.name)
		}
	}
	for _, a := range slices.Backward(d.active) { // in the order of their activation
		if d.report != nil && !slices.Contains(before, a) {
			d.report(client.ScenarioEvent{Name: a.name, Change: client.ChangeActivated, Active: new(a.view(d.contents()))})
		}
	}
	return next
}

// current returns a valid snapshot. It makes a new one when the library has
// changed, or the time of an activation has ended, since the last one.
func (d *Director) current() *snapshot {
	s := d.snapshot.Load()
	if s.idle || s.library == d.options.Library.contents.Load() && (s.ends.IsZero() || d.options.Wall().Before(s.ends)) {
		return s
	}
	d.changing.Lock()
	defer d.changing.Unlock()
	return d.refresh(func() {})
}

// OnChange makes the director report each change of its active scenarios. Call it before
// calls use the director. The function must not use the director.
func (d *Director) OnChange(report func(client.ScenarioEvent)) {
	d.changing.Lock()
	defer d.changing.Unlock()
	d.report = report
}

// EndExpired ends the activations whose time is over. Otherwise they would end
// only with the next call.
func (d *Director) EndExpired() { d.current() }

// maxIdle bounds the remembered names of scenarios without an affected call.
const maxIdle = 200

// Idle returns the names of scenarios that ended without affecting a call. One of
// them may have been active again since.
func (d *Director) Idle() []string {
	d.changing.Lock()
	defer d.changing.Unlock()
	return slices.Clone(d.idle)
}
