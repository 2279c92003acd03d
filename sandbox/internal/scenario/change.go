package scenario

import (
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// changesOf returns how the files of the folder changed, by name.
func changesOf(before, after map[string]definition) []client.LibraryEvent {
	var changes []client.LibraryEvent
	for name, is := range after {
		if was, known := before[name]; !known || was.text != is.text || was.scenario != is.scenario || (was.err == nil) != (is.err == nil) {
			changes = append(changes, client.LibraryEvent{Name: name, Change: client.ChangeReloaded})
		}
	}
	for name := range before {
		if _, known := after[name]; !known {
			changes = append(changes, client.LibraryEvent{Name: name, Change: client.ChangeDeleted})
		}
	}
	slices.SortFunc(changes, func(a, b client.LibraryEvent) int { return strings.Compare(a.Name, b.Name) })
	return changes
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

// reportSince reports how the activations differ from those before. It is called
// under the director's lock.
func (d *Director) reportSince(before []*activation) {
	for _, a := range before {
		active := slices.ContainsFunc(d.active, func(b *activation) bool { return b.name == a.name })
		if !active {
			a.reportEnd(client.ChangeEnded)
			if a.affected.Load() == 0 && len(d.idle) < maxIdle && !slices.Contains(d.idle, a.name) {
				d.idle = append(d.idle, a.name)
			}
		}
	}
	for _, a := range slices.Backward(d.active) { // in the order of their activation
		if d.report != nil && !slices.Contains(before, a) {
			d.report(client.ScenarioEvent{Name: a.name, Change: client.ChangeActivated, Active: new(a.view(d.contents()))})
		}
	}
}

// maxIdle bounds the remembered names of scenarios without an affected call.
const maxIdle = 200

// Idle returns the names of scenarios that ended without affecting a call. One of
// them may have been active again since.
func (d *Director) Idle() []string {
	d.changing.Lock()
	defer d.changing.Unlock()
	return slices.Clone(d.idle)
}

// reportEnd reports once that the activation is over.
func (a *activation) reportEnd(change client.EventChange) {
	report := a.director.report
	if report == nil || !a.over.CompareAndSwap(false, true) {
		return
	}
	if a.hasEnded(a.director.options.Wall()) {
		change = client.ChangeSpent
	}
	report(client.ScenarioEvent{Name: a.name, Change: change})
}
