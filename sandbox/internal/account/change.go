package account

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// Change is a change of an account, from its next call on. A field without a value
// stays as it is.
type Change struct {
	Run           *string // "" for none; it and Label must be valid
	Label         *string // "" for none
	DiscardWrites *bool   // whether calls store nothing
	Features      map[catalog.Feature]bool
	Answers       map[catalog.QuestionID]*string // to open questions, nil for the baseline's
}

// Change changes an account, all of it or nothing. The error names the unknown feature,
// question or answer.
func (a *Account) Change(ctx context.Context, c Change) error {
	for flag := range c.Features {
		if _, known := catalog.FindFeature(flag); !known {
			return fmt.Errorf("unknown feature %q", flag)
		}
	}
	for id, answer := range c.Answers {
		if answer == nil {
			continue
		}
		if _, err := catalog.Defaults().With(id, *answer); err != nil {
			return err
		}
	}
	return a.change(ctx, func(d *Document) error {
		c.alter(d)
		return nil
	}, func() { a.publishChange(c) })
}

// alter changes a document. It copies maps, because the readers of a document share them.
func (c Change) alter(d *Document) {
	if c.Run != nil {
		d.Run = *c.Run
	}
	if c.Label != nil {
		d.Label = *c.Label
	}
	if c.DiscardWrites != nil {
		d.DiscardWrites = c.DiscardWrites
	}
	d.Features, d.Answers = maps.Collect(maps.All(d.Features)), maps.Collect(maps.All(d.Answers))
	maps.Copy(d.Features, c.Features)
	for id, answer := range c.Answers {
		if answer == nil {
			delete(d.Answers, id)
		} else {
			d.Answers[id] = *answer
		}
	}
}

// publishChange records and publishes a change.
func (a *Account) publishChange(c Change) {
	if c.Run != nil || c.Label != nil {
		a.registry.runs.RecordOpening(a)
	}
	if c.DiscardWrites != nil {
		a.recordManualChange(ManualChange{Kind: client.EventAccount, Name: discards, Value: onOff(*c.DiscardWrites)})
	}
	if c.Run != nil || c.Label != nil || c.DiscardWrites != nil {
		a.publish(client.EventAccount, client.AccountEvent{Account: a.Code, Change: client.ChangeSettings})
	}
	for _, flag := range slices.Sorted(maps.Keys(c.Features)) {
		a.recordManualChange(ManualChange{Kind: client.EventFeature, Name: string(flag), Value: onOff(c.Features[flag])})
		a.publish(client.EventFeature, client.FeatureEvent{Account: a.Code, Feature: string(flag), Enabled: c.Features[flag]})
	}
	for _, id := range slices.Sorted(maps.Keys(c.Answers)) {
		answer := a.Settings().Answers.Get(id)
		a.recordManualChange(ManualChange{Kind: client.EventQuestion, Name: string(id), Value: answer})
		a.publish(client.EventQuestion, client.QuestionEvent{Account: a.Code, Question: string(id), Answer: answer})
	}
}

// discards is the name of a change by hand of Change.DiscardWrites.
const discards = "discard_writes"

// onOff returns the value of a feature.
func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// change alters the document and stores it. When it fails, nothing has changed;
// when it succeeds, the next call gets the new settings, and publish runs before
// the next change.
func (a *Account) change(ctx context.Context, alter func(*Document) error, publish func()) error {
	release, err := a.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	err = a.replace(func(d *Document, _ *clock.Clock) error { return alter(d) },
		func(r Record, _ Document) error { return a.registry.store.SaveAccount(ctx, r) })
	if err == nil {
		publish()
	}
	return err
}

// replace alters the document and a copy of the clock, and stores the document. The account
// shows both only then, because otherwise a call could see a change that a kill takes back.
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
