package scenario

import (
	"slices"
	"strings"
)

// Change is a change of a scenario of the library, or of an active one.
type Change string

// The changes reported by a Library and a Director.
const (
	Saved    Change = "saved"    // a client put it into the library
	Deleted  Change = "deleted"  // it is no longer in the library
	Reloaded Change = "reloaded" // its file in the folder changed, or is new

	Activated Change = "activated" // it is active, its counters begin at 0
	Spent     Change = "spent"     // it reached a limit of its activation
	Ended     Change = "ended"     // it was deactivated
)

// LibraryChange is one changed scenario of the library.
type LibraryChange struct {
	Name   string
	Change Change
}

// changesOf returns how the files of the folder changed, by name.
func changesOf(before, after map[string]definition) []LibraryChange {
	var changes []LibraryChange
	for name, is := range after {
		if was, known := before[name]; !known || was.text != is.text || was.scenario != is.scenario || (was.err == nil) != (is.err == nil) {
			changes = append(changes, LibraryChange{name, Reloaded})
		}
	}
	for name := range before {
		if _, known := after[name]; !known {
			changes = append(changes, LibraryChange{name, Deleted})
		}
	}
	slices.SortFunc(changes, func(a, b LibraryChange) int { return strings.Compare(a.Name, b.Name) })
	return changes
}

// OnChange makes the director report each change of its active scenarios: the
// name, and the activation when it is Activated. Call it before calls use the
// director. The function must not use the director.
func (d *Director) OnChange(report func(name string, change Change, active Activation)) {
	d.changing.Lock()
	defer d.changing.Unlock()
	d.report = report
}

// EndExpired ends the activations whose time is over. Otherwise they would end
// only with the next call.
func (d *Director) EndExpired() { d.current() }

// reportSince reports how the activations differ from those before. It is called
// under the director's lock.
func (d *Director) reportSince(before []*activation) {
	for _, a := range before {
		active := slices.ContainsFunc(d.active, func(b *activation) bool { return b.name == a.name })
		if !active {
			a.reportEnd(Ended)
			d.rememberIdle(a)
		}
	}
	for _, a := range slices.Backward(d.active) { // in the order of their activation
		if d.report != nil && !slices.Contains(before, a) {
			d.report(a.name, Activated, a.view(d.contents()))
		}
	}
}

// maxIdle bounds the remembered names of scenarios without an affected call.
const maxIdle = 200

// rememberIdle remembers an ended activation if it affected no call.
func (d *Director) rememberIdle(a *activation) {
	if a.affected.Load() == 0 && len(d.idle) < maxIdle && !slices.Contains(d.idle, a.name) {
		d.idle = append(d.idle, a.name)
	}
}

// Idle returns the names of scenarios that ended without affecting a call. One of
// them may have been active again since.
func (d *Director) Idle() []string {
	d.changing.Lock()
	defer d.changing.Unlock()
	return slices.Clone(d.idle)
}

// reportEnd reports once that the activation is over.
func (a *activation) reportEnd(change Change) {
	report := a.director.report
	if report == nil || !a.over.CompareAndSwap(false, true) {
		return
	}
	if a.hasEnded(a.director.options.Wall()) {
		change = Spent
	}
	report(a.name, change, Activation{})
}
