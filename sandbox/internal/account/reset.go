package account

import (
	"context"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// Reset takes the records of the account back to its world, to the empty world or
// to a snapshot, and each part missing from keep back to the baseline; with a port, or
// opened at one, it keeps the answers and the clock that it was opened with. Sessions are
// over and the counters of scenarios start at zero; the secret and the snapshots
// stay. It returns the account from then on; whatever is under way in a ends without an
// effect. When it fails, nothing has changed. The error is ErrUnknownSnapshot when no
// snapshot has the name, or a *WorldError.
func (a *Account) Reset(ctx context.Context, to string, keep []client.Part) (*Account, error) {
	release, err := a.registry.changing.Alone(ctx, a.Code)
	if err != nil {
		return nil, err
	}
	defer release()
	former, known := a.registry.Find(a.Code) // not a, if another reset came first
	if !known || former.lasting != a.lasting {
		return nil, ErrUnknown
	}
	kept := func(p client.Part) bool { return slices.Contains(keep, p) }
	alter := func(d *Document, moved *clock.Clock) error {
		return a.resetDocument(d, moved, to, kept)
	}
	if err := a.replace(alter, func(r Record, d Document) error { return a.replaceRecords(ctx, r, d, to) }); err != nil {
		return nil, err
	}
	if kept(client.KeepScenarios) {
		a.Director.Restart()
	} else {
		a.Director.Reset()
	}
	next := a.newGeneration()
	next.findRecords("the account was reset")
	former.finish(WasReset) // before the journal is cleared, because a call checks it after it got its number
	event := client.ResetEvent{Account: a.Code, To: to, Keep: keep}
	if kept(client.KeepJournal) {
		a.publish(client.EventReset, event)
		a.registry.put(next)
		return next, nil
	}
	a.clear(func() {
		a.registry.events.PublishClear(a.Ring, client.EventReset, a.Code, event)
		a.registry.put(next) // after the journal is cleared, because otherwise the first calls of the next one would go
	})
	return next, nil
}

// resetDocument takes a document and its clock back to what was given to it and the baseline,
// except the kept parts, and the moment of the seeding to that of the records.
func (a *Account) resetDocument(d *Document, c *clock.Clock, to string, kept func(client.Part) bool) error {
	d.Epoch++
	d.Resets++
	if !kept(client.KeepFeatures) {
		d.Features = nil
	}
	if !kept(client.KeepQuestions) {
		d.Answers = d.Given.Answers
	}
	if !kept(client.KeepClock) {
		d.Clock = d.Given.Clock
		if err := a.registry.restoreClock(c, *d); err != nil {
			return err
		}
	}
	if isWorld(to) {
		d.PersonalData = to == client.ToWorld && d.PersonalWorld
		if !d.WorldChosen {
			d.World = ""
			*d = a.registry.withWorld(*d)
		}
		d.SeededAt = c.Now()
		return nil
	}
	all, err := a.Snapshots()
	for _, s := range all {
		if s.Name == to && !s.SeededAt.IsZero() { // a snapshot of an older program has no moment
			d.SeededAt, d.PersonalData = s.SeededAt, s.PersonalData
		}
	}
	return err
}

// isWorld reports whether a reset builds a world; otherwise it restores a
// snapshot.
func isWorld(to string) bool { return to == client.ToWorld || to == client.ToEmpty }

// replaceRecords stores the account with the records of a reset.
func (a *Account) replaceRecords(ctx context.Context, r Record, d Document, to string) error {
	if !isWorld(to) {
		return a.registry.snapshots.RestoreSnapshot(ctx, r, to)
	}
	request := d.seedRequest(a.Code)
	if to == client.ToEmpty {
		request.World, request.Orders = client.ToEmpty, 0
	}
	world, err := a.registry.buildWorld(request)
	if err != nil {
		return err
	}
	return a.registry.store.ReplaceAccount(ctx, r, world.Write)
}

// ClearCalls deletes the recorded calls of the account.
func (a *Account) ClearCalls() {
	a.clear(func() {
		a.registry.events.PublishClear(a.Ring, client.EventCleared, a.Code, client.ClearedEvent{Account: a.Code})
	})
	a.begin("the calls were deleted")
}
