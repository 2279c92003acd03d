package account

import (
	"context"
	"errors"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// RestoreRequest is an account as it was at some moment, in this sandbox or in
// another one.
type RestoreRequest struct {
	Code      string
	Document  Document
	Scenarios scenario.State
	Seed      func(commerce.Tx) error // writes the records
}

// Restore opens an account as it was. Its errors are those of Open, or that of Seed.
func (r *Registry) Restore(ctx context.Context, request RestoreRequest) (*Account, error) {
	return r.open(ctx, request.Code, func(a *Account) error {
		d := request.Document
		if err := a.prepare(d); err != nil {
			return err
		}
		a.Director.Restore(request.Scenarios)
		record, err := d.record(a.Code)
		if err != nil {
			return err
		}
		return r.store.CreateAccount(ctx, record, request.Seed)
	})
}

// Repeat makes a change by hand again. The scenarios of the library are the
// caller's.
func (a *Account) Repeat(ctx context.Context, hand Hand) error {
	switch hand.Kind {
	case client.EventClock:
		if hand.Clock == nil {
			return errors.New("the change of the clock has no clock")
		}
		again := func(c *clock.Clock) error { return c.Restore(*hand.Clock) }
		_, err := a.moveClock(ctx, again, ClockMove{From: hand.From, To: hand.To, Moved: hand.Moved})
		return err
	case client.EventFeature:
		return a.SetFeature(ctx, catalog.Feature(hand.Name), hand.Value == switched(true))
	case client.EventAccount:
		return a.SetDiscardWrites(ctx, hand.Value == switched(true))
	case client.EventQuestion:
		return a.SetAnswer(ctx, catalog.QuestionID(hand.Name), hand.Value)
	case client.EventScenario:
		if hand.Own {
			return a.saveOwn(ctx, hand.Name, hand.Value)
		}
		if hand.Active == nil {
			a.Director.Deactivate(hand.Name)
		} else {
			a.Director.RestoreActive(*hand.Active)
		}
		return nil
	case client.EventRecord:
		_, err := a.Rewrite(hand.Changes, func(c commerce.Change) []byte { return c.After })
		return err
	}
	return fmt.Errorf("unknown kind of change %q", hand.Kind)
}

// Rewrite gives records the images that image chooses of their changes, and returns
// what changed. See Rewrite of a transaction.
func (a *Account) Rewrite(changes []commerce.Change, image func(commerce.Change) []byte) ([]commerce.Change, error) {
	done, err := a.registry.store.Account(a.Code).Update(func(tx commerce.Tx) error { return Rewrite(tx, changes, image) })
	a.publishRecords(done)
	return done, err
}

// Rewrite gives records the images that image chooses of their changes. It writes
// owners before what they own, and removes them after it.
func Rewrite(tx commerce.Tx, changes []commerce.Change, image func(commerce.Change) []byte) error {
	isOwned := func(c commerce.Change) bool { // by its order
		return c.Kind == commerce.SubscriptionKind || c.Kind == commerce.FormKind
	}
	for _, now := range []func(commerce.Change) bool{
		func(c commerce.Change) bool { return isOwned(c) && image(c) == nil },
		func(c commerce.Change) bool { return !isOwned(c) && image(c) != nil },
		func(c commerce.Change) bool { return isOwned(c) && image(c) != nil },
		func(c commerce.Change) bool { return !isOwned(c) && image(c) == nil },
	} {
		for _, c := range changes {
			if !now(c) {
				continue
			}
			if err := tx.Restore(c.Kind, c.ID, image(c)); err != nil {
				return err
			}
		}
	}
	return nil
}
