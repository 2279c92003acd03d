package account

import (
	"context"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// ResetPreview is the account after a reset that nobody has made.
type ResetPreview struct {
	Before    *clock.Clock // the account's, as it is
	Clock     *clock.Clock
	Settings  *Settings
	Scenarios []string // active, the latest first
	Records   commerce.Changes
}

// PreviewReset returns what Reset would do, and does not change the account. It
// does not wait for changes of the account and ends with the context. Its errors
// are those of Reset.
func (a *Account) PreviewReset(ctx context.Context, to string, keep []client.Part) (ResetPreview, error) {
	kept := func(p client.Part) bool { return slices.Contains(keep, p) }
	d, p := a.Document(), ResetPreview{}
	p.Before, p.Clock = a.cloneClock()
	if err := a.registry.resetDocument(&d, p.Clock, to, kept); err != nil {
		return p, err
	}
	var err error
	if p.Settings, err = a.registry.baseline.settings(d); err != nil {
		return p, err
	}
	if kept(client.KeepScenarios) {
		for _, active := range a.Director.Active() {
			p.Scenarios = append(p.Scenarios, active.Name)
		}
	} else {
		p.Scenarios = slices.Clone(a.registry.baseline.Scenarios)
		slices.Reverse(p.Scenarios)
	}
	p.Records, err = a.recordChanges(ctx, d, to)
	return p, err
}

// recordChanges returns what a reset would change of the records.
func (a *Account) recordChanges(ctx context.Context, d Document, to string) (changes commerce.Changes, err error) {
	if !isWorld(to) {
		return a.snapshotChanges(ctx, to)
	}
	world, err := a.worldOf(d, to)
	if err != nil {
		return changes, err
	}
	if changes, err = world.Changes(ctx, a.Shop); err != nil {
		return changes, err
	}
	seeded, err := a.changesSinceSeeding(ctx, d, to, changes)
	changes.EditedSince(seeded)
	return changes, err
}

// snapshotChanges returns what a reset to a snapshot would change.
func (a *Account) snapshotChanges(ctx context.Context, name string) (commerce.Changes, error) {
	changes, err := a.registry.snapshots.SnapshotChanges(ctx, a.Code, name)
	if err != nil {
		return changes, err
	}
	saved := a.Document()
	if err := a.restoreSeeding(&saved, name); err != nil || saved.SeededAt.Equal(a.Document().SeededAt) {
		return changes, err
	}
	world, err := a.worldOf(a.Document(), client.ToWorld)
	if err != nil {
		return changes, err
	}
	seeded, err := world.Changes(ctx, a.Shop)
	changes.EditedSince(seeded)
	return changes, err
}

// changesSinceSeeding returns how the records differ from the same world as it was
// at the last seeding. They are changes, those from the world of document d, when
// that is another world or of the same time.
func (a *Account) changesSinceSeeding(ctx context.Context, d Document, to string, changes commerce.Changes) (commerce.Changes, error) {
	before, after := a.Document().seedRequest(a.Code), d.seedRequest(a.Code)
	if after.Now = before.Now; before != after || d.SeededAt.Equal(before.Now) {
		return changes, nil
	}
	world, err := a.worldOf(a.Document(), to)
	if err != nil {
		return changes, err
	}
	return world.Changes(ctx, a.Shop)
}

// PreviewClock returns the account's clock before and after a move that nobody has
// made.
func (a *Account) PreviewClock(move func(*clock.Clock) error) (before, after *clock.Clock, err error) {
	before, after = a.cloneClock()
	return before, after, move(after)
}

// cloneClock returns two clocks in the state of the account's. Time does not pass
// for them, so that they differ by what a move does and no more.
func (a *Account) cloneClock() (one, another *clock.Clock) {
	now, state := a.registry.wall(), a.Clock.State()
	still := func() time.Time { return now }
	one, another = clock.New(still), clock.New(still)
	_, _ = one.Restore(state), another.Restore(state) // which is valid, because a clock has it
	return one, another
}
