package account

import (
	"context"
	"fmt"
	"maps"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// SetFeature turns a feature flag of the account on or off, from the next call
// on.
func (a *Account) SetFeature(ctx context.Context, flag catalog.Feature, on bool) error {
	if _, known := catalog.FindFeature(flag); !known {
		return fmt.Errorf("unknown feature %q", flag)
	}
	return a.change(ctx, func(d *Document) error {
		d.Features = with(d.Features, flag, on)
		return nil
	}, func() {
		a.recordHand(Hand{Kind: client.EventFeature, Name: string(flag), Value: switched(on)})
		a.publish(client.EventFeature, client.FeatureEvent{Account: a.Code, Feature: string(flag), Enabled: on})
	})
}

// SetDiscardWrites makes the account's calls store nothing, or store again what they
// change, from the next call on.
func (a *Account) SetDiscardWrites(ctx context.Context, on bool) error {
	return a.change(ctx, func(d *Document) error {
		d.DiscardWrites = &on
		return nil
	}, func() {
		a.recordHand(Hand{Kind: client.EventAccount, Name: discards, Value: switched(on)})
		a.publish(client.EventAccount, client.AccountEvent{Account: a.Code, Change: client.ChangeSettings})
	})
}

// discards is the name of a change by hand of what SetDiscardWrites sets.
const discards = "discard_writes"

// switched returns the value of a feature.
func switched(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// SetAnswer answers an open question for the account, from the next call on.
// The error says that the question or the answer is unknown.
func (a *Account) SetAnswer(ctx context.Context, id catalog.QuestionID, answer string) error {
	if _, err := catalog.Defaults().With(id, answer); err != nil {
		return err
	}
	return a.change(ctx, func(d *Document) error {
		d.Answers = with(d.Answers, id, answer)
		return nil
	}, func() { a.publishAnswer(id) })
}

// ResetAnswer takes the answer to an open question from the baseline again.
func (a *Account) ResetAnswer(ctx context.Context, id catalog.QuestionID) error {
	return a.change(ctx, func(d *Document) error {
		d.Answers = maps.Clone(d.Answers)
		delete(d.Answers, id)
		return nil
	}, func() { a.publishAnswer(id) })
}

// publishAnswer publishes how the account answers an open question now.
func (a *Account) publishAnswer(id catalog.QuestionID) {
	a.recordHand(Hand{Kind: client.EventQuestion, Name: string(id), Value: a.Settings().Answers.Get(id)})
	a.publish(client.EventQuestion, client.QuestionEvent{Account: a.Code, Question: string(id), Answer: a.Settings().Answers.Get(id)})
}

// with returns a copy of a map with one entry changed. It copies because those
// who read a document share its maps.
func with[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	changed := maps.Clone(m)
	if changed == nil {
		changed = map[K]V{}
	}
	changed[key] = value
	return changed
}

// change alters the document and stores it. When it fails, nothing has changed;
// when it succeeds, the next call gets the new settings, and publish runs before
// the next change.
func (a *Account) change(ctx context.Context, alter func(*Document) error, publish func()) error {
	if err := a.changing.acquire(ctx); err != nil {
		return err
	}
	defer a.changing.release()
	err := a.replace(func(d *Document, _ *clock.Clock) error { return alter(d) },
		func(r Record, _ Document) error { return a.registry.store.SaveAccount(ctx, r) })
	if err == nil {
		publish()
	}
	return err
}

// replace alters the document and a copy of the clock, and stores the document. The
// account shows both only then, because a call between could see what a kill takes back.
func (a *Account) replace(alter func(*Document, *clock.Clock) error, store func(Record, Document) error) error {
	next, moved := a.Document(), a.Clock.Copy()
	if err := alter(&next, moved); err != nil {
		return err
	}
	settings, err := a.registry.baseline.settings(next)
	if err != nil {
		return fmt.Errorf("account %s: %w", a.Code, err)
	}
	record, err := next.record(a.Code)
	if err != nil {
		return err
	}
	if err := store(record, next); err != nil {
		return err
	}
	a.document.Store(&next)
	a.settings.Store(settings)
	return a.Clock.Restore(moved.State())
}
