package account

import (
	"errors"
	"fmt"
	"maps"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
)

// SetFeature switches a feature flag of the account, from the next call on.
func (a *Account) SetFeature(flag catalog.Feature, on bool) error {
	if _, known := catalog.FindFeature(flag); !known {
		return fmt.Errorf("there is no feature %q", flag)
	}
	return a.change(func(d *Document) error {
		d.Features = with(d.Features, flag, on)
		return nil
	})
}

// SetAnswer answers an open question for the account, from the next call on.
func (a *Account) SetAnswer(id catalog.QuestionID, token string) error {
	if _, err := catalog.Defaults().With(id, token); err != nil {
		return err
	}
	return a.change(func(d *Document) error {
		d.Answers = with(d.Answers, id, token)
		return nil
	})
}

// ResetAnswer gives an open question back to the baseline.
func (a *Account) ResetAnswer(id catalog.QuestionID) error {
	return a.change(func(d *Document) error {
		d.Answers = maps.Clone(d.Answers)
		delete(d.Answers, id)
		return nil
	})
}

// MoveClock changes the account's clock and keeps where it went.
func (a *Account) MoveClock(move func(*clock.Clock) error) error {
	return a.change(func(d *Document) error {
		if err := move(a.Clock); err != nil {
			return err
		}
		state := a.Clock.State()
		d.Clock = &state
		return nil
	})
}

// with returns a copy of a map with one entry changed: documents are shared
// with those who read them.
func with[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	changed := maps.Clone(m)
	if changed == nil {
		changed = map[K]V{}
	}
	changed[key] = value
	return changed
}

// change alters the document and keeps it, or leaves all as it was. When it
// returns, the next call meets the change.
func (a *Account) change(alter func(*Document) error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.replace(alter, a.registry.store.SaveAccount)
}

// replace alters the document and lets keep store it.
func (a *Account) replace(alter func(*Document) error, keep func(Record) error) error {
	before, clockBefore := a.document, a.Clock.State()
	next := before
	err := alter(&next)
	var text []byte
	if err == nil {
		text, err = next.encode()
	}
	if err == nil {
		a.document = next
		err = a.updateSettings()
	}
	if err == nil {
		err = keep(Record{Code: a.Code, Document: text})
	}
	if err == nil {
		return nil
	}
	a.document = before
	return errors.Join(err, a.updateSettings(), a.Clock.Restore(clockBefore))
}
