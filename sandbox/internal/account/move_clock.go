package account

import (
	"context"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// ClockMove is what a change of the clock did.
type ClockMove struct {
	From, To time.Time           // on the account's clock
	Progress bool                // whether time changes records (open question progress)
	Changed  commerce.Progressed // what time changed
	Moved    Moved               // when a scenario moved it, "" for a person or a program
}

// MoveClock changes the account's clock and stores its state. When the account
// answers progress with clock, it then lets happen what is due, each change an entry
// of the journal. An error in the midst of that leaves the clock where it is and what
// has happened; the next move does the rest. Other changes of the account wait, calls
// do not.
func (a *Account) MoveClock(ctx context.Context, move func(*clock.Clock) error) (ClockMove, error) {
	return a.moveClock(ctx, move, ClockMove{})
}

// AdvanceBeside moves the account's clock forwards because of a scenario.
func (a *Account) AdvanceBeside(ctx context.Context, by time.Duration, moved Moved) error {
	_, err := a.moveClock(ctx, func(c *clock.Clock) error { return c.Advance(by) }, ClockMove{Moved: moved})
	return err
}

// moveClock moves the clock. The moments of a move that is made again are those of
// before, because the clocks of two runs differ by what the saving took.
func (a *Account) moveClock(ctx context.Context, move func(*clock.Clock) error, before ClockMove) (ClockMove, error) {
	if err := a.changing.acquire(ctx); err != nil {
		return ClockMove{}, err
	}
	defer a.changing.release()
	var m ClockMove
	err := a.replace(func(d *Document, moved *clock.Clock) error {
		m.From = moved.Now()
		if err := move(moved); err != nil {
			return err
		}
		state := moved.State()
		d.Clock = &state
		return nil
	}, func(r Record, _ Document) error { return a.registry.store.SaveAccount(ctx, r) })
	if err != nil {
		return m, err
	}
	m.To, m.Progress = a.Clock.Now(), a.Settings().Answers.Is(catalog.Progress, "clock")
	if !before.From.IsZero() {
		m.From, m.To = before.From, before.To
	}
	a.recordHand(Hand{Kind: client.EventClock, Clock: a.Document().Clock, From: m.From, To: m.To, Moved: before.Moved})
	a.publish(client.EventClock, client.ClockEvent{Account: a.Code, Clock: a.ShownClock()})
	if m.Progress {
		m.Changed, err = a.Shop.Progress(ctx, a.Document().Seed, m.From, m.To, a.recordHappenings)
	}
	return m, err
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

// recordHappenings records what time changed, and publishes the changed records.
func (a *Account) recordHappenings(happened []commerce.Happening) {
	var all []commerce.Change
	for _, h := range happened {
		var update uint64
		if len(h.Changes) > 0 {
			update = h.Changes[0].Update
		}
		a.Ring.RecordEvent(a.registry.wall(), h.At, h.What, update, func(change func(kind, id string, before, after []byte)) {
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
