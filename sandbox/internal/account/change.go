package account

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
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
	err := a.replace(alter, func(r Record, _ Document) error { return a.registry.store.SaveAccount(ctx, r) })
	if err == nil {
		publish()
	}
	return err
}

// replace alters the document and calls store with the result. The settings
// follow when it is stored. When it fails, it restores the clock.
func (a *Account) replace(alter func(*Document) error, store func(Record, Document) error) error {
	next, clockBefore := a.Document(), a.Clock.State()
	settings, err := a.altered(&next, alter)
	if err == nil {
		var record Record
		if record, err = next.record(a.Code); err == nil {
			err = store(record, next)
		}
	}
	if err != nil {
		return errors.Join(err, a.Clock.Restore(clockBefore))
	}
	a.document.Store(&next)
	a.settings.Store(settings)
	return nil
}

// altered alters a document and returns the settings that follow from it.
func (a *Account) altered(d *Document, alter func(*Document) error) (*Settings, error) {
	if err := alter(d); err != nil {
		return nil, err
	}
	settings, err := a.registry.baseline.settings(*d)
	if err != nil {
		return nil, fmt.Errorf("account %s: %w", a.Code, err)
	}
	return settings, nil
}
