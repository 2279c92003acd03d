package account

import (
	"context"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// ClockMove is the effect of a change of the clock.
type ClockMove struct {
	From, To time.Time           // on the account's clock
	Progress bool                // whether time changes records (open question progress)
	Changed  commerce.Progressed // the changes made by time
}

// MoveClock changes the account's clock and stores its state. When the account
// answers progress with clock, it then makes the due changes, each an entry of the
// journal. Time that passes, the step of a clock after a call, and a reset make none: the
// next move makes theirs. An error in the middle leaves the new time of the clock and the
// changes so far; the next move does the rest. Other changes of the account wait, calls do not.
func (a *Account) MoveClock(ctx context.Context, move func(*clock.Clock) error) (ClockMove, error) {
	return a.moveClock(ctx, move, "")
}

// AdvanceBeside moves the account's clock forwards because of a scenario.
func (a *Account) AdvanceBeside(ctx context.Context, by time.Duration, moved Moved) error {
	_, err := a.moveClock(ctx, func(c *clock.Clock) error { return c.Advance(by) }, moved)
	return err
}

// moveClock moves the clock, for a scenario when moved says so, and makes the changes due since.
func (a *Account) moveClock(ctx context.Context, move func(*clock.Clock) error, moved Moved) (ClockMove, error) {
	release, err := a.hold(ctx)
	if err != nil {
		return ClockMove{}, err
	}
	defer release()
	var m ClockMove
	err = a.replace(func(d *Document, c *clock.Clock) error {
		m.From = c.Now()
		if err := move(c); err != nil {
			return err
		}
		state := c.State()
		d.Clock = &state
		return nil
	}, func(r Record, _ Document) error { return a.registry.store.SaveAccount(ctx, r) })
	if err != nil {
		return m, err
	}
	m.To, m.Progress = a.Clock.Now(), a.Settings().Answers.Is(catalog.Progress, "clock")
	a.recordManualChange(ManualChange{Kind: client.EventClock, From: m.From, To: m.To, Moved: moved})
	a.publish(client.EventClock, client.ClockEvent{Account: a.Code, Clock: a.ShownClock()})
	if m.Progress {
		m.Changed, err = a.Shop.Progress(ctx, a.Document().Seed, m.From, m.To, a.recordHappenings)
	}
	return m, err
}

// PreviewClock returns the account's clock before and after a move, without making it.
// Time does not pass for them, so they differ only by the move.
func (a *Account) PreviewClock(move func(*clock.Clock) error) (before, after *clock.Clock, err error) {
	now, state := a.registry.wall(), a.Clock.State()
	still := func() time.Time { return now }
	before, after = clock.New(still), clock.New(still)
	_, _ = before.Restore(state), after.Restore(state) // valid, because a clock has it
	return before, after, move(after)
}

// recordHappenings records the changes made by time, and publishes the changed records.
func (a *Account) recordHappenings(happened []commerce.Happening) {
	var all []commerce.Change
	for _, h := range happened {
		a.Ring.RecordEvent(a.registry.wall(), h.At, h.What, func(change func(kind, id string, before, after []byte)) {
			for _, c := range h.Changes {
				change(c.Kind, c.ID, c.Before, c.After)
			}
		})
		all = append(all, h.Changes...)
	}
	for _, e := range recordEvents(a.Code, all) {
		a.publish(client.EventRecord, e)
	}
}
