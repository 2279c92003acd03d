package scenario

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// ActivationLimits say when an activation ends by itself. The zero value never
// ends it.
type ActivationLimits struct {
	Times int           // after so many affected calls; 0 means no limit
	For   time.Duration // after so long on the wall clock; 0 means no limit
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

// Activation is an active scenario as lists show it.
type Activation struct {
	Name      string
	Summary   string
	Baseline  bool      // active because of a start flag
	Matched   int64     // calls matched by a rule, or concerned by features or answers
	Affected  int64     // changed calls
	Remaining *int64    // calls left to change, nil without a limit
	Until     time.Time // when it ends, zero without a limit
	Since     time.Time // when it was activated, on the account's clock
	Own       bool      // it is a scenario of this account alone
	Error     string    // why it does nothing at present, such as a missing file, or ""
	Overrules []string  // earlier activated rules that leave calls to it, in words
}

// activation is an active scenario with its counters.
type activation struct {
	director  *Director
	name      string
	baseline  bool
	lasting   bool      // it stays until its name is deactivated, also over a reset
	times     int64     // 0: no limit
	until     time.Time // zero: no limit
	since     time.Time // when it was activated, on the account's clock
	matched   atomic.Int64
	affected  atomic.Int64
	undecided atomic.Int64 // calls in affected that may be taken back
	over      atomic.Bool  // its end was reported
	holding   *holding     // set before calls meet it
	counters  []*counter   // one per rule; replaced under the director's lock
}

// holding lets the calls go on that a scenario holds. Its release may be called again,
// because accounts may share an activation.
type holding struct {
	released context.Context //nolint:containedctx // done when they go on
	release  context.CancelFunc
}

func newHolding() *holding {
	ctx, release := context.WithCancel(context.Background())
	return &holding{ctx, release}
}

// newActivation returns an activation that begins now.
func (d *Director) newActivation(name string) *activation {
	a := &activation{director: d, name: name}
	if d.limits.clock != nil {
		a.since = d.limits.clock()
	}
	return a
}

// Trigger says why a scenario is active.
type Trigger string

// The triggers of an active scenario.
const (
	ByBaseline Trigger = "baseline" // a start flag
	ByTimes    Trigger = "times"    // it is active for a number of calls
	ByPeriod   Trigger = "period"   // it is active for a period
	ByAccount  Trigger = "account"  // it is active until it is deactivated
)

func (a *activation) trigger() Trigger {
	switch {
	case a.baseline:
		return ByBaseline
	case a.times > 0:
		return ByTimes
	case !a.until.IsZero():
		return ByPeriod
	}
	return ByAccount
}

// counter counts the calls of one rule of an activation.
type counter struct {
	matched, acted atomic.Int64
	calls          atomic.Int64 // of the operation that nth names
}

// take adds one to n unless n has reached the limit, and reports whether it
// did. It is exact however many calls compete. A limit of 0 is no limit.
func take(n *atomic.Int64, limit int64) bool {
	if limit == 0 {
		n.Add(1)
		return true
	}
	for {
		taken := n.Load()
		if taken >= limit {
			return false
		}
		if n.CompareAndSwap(taken, taken+1) {
			return true
		}
	}
}

// usedUp reports whether the limit on calls is reached.
func (a *activation) usedUp() bool { return a.times > 0 && a.affected.Load() >= a.times }

// hasEnded reports whether the activation has reached a limit for good: an
// undecided call may still turn out not to be affected.
func (a *activation) hasEnded(now time.Time) bool {
	return a.usedUp() && a.undecided.Load() == 0 || !a.until.IsZero() && !now.Before(a.until)
}

func (a *activation) view(contents *collection) Activation {
	shown := Activation{Name: a.name, Baseline: a.baseline, Until: a.until, Since: a.since, Own: contents.source(a.name) == FromAccount,
		Matched: a.matched.Load(), Affected: a.affected.Load()}
	if a.times > 0 {
		remaining := max(0, a.times-shown.Affected)
		shown.Remaining = &remaining
	}
	if scenario, err := contents.find(a.name); err != nil {
		shown.Error = err.Error()
	} else {
		shown.Summary = scenario.Summary
	}
	return shown
}
