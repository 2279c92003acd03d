package account

import (
	"context"
	"maps"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// The bounds of the scenarios of one account alone. The bound of all accounts
// together is low, because the parser makes several times as much of each text.
const (
	maxOwn           = 20
	maxOwnBytes      = 1 << 20
	maxOwnBytesInAll = 16 << 20
)

// PutOwn saves a text, accepted by scenario.Director.CheckOwn, as a scenario of this
// account alone and activates it, with counters at 0. The error may be a *TooManyError.
func (a *Account) PutOwn(ctx context.Context, name string, text []byte) error {
	if err := a.registry.roomForOwn(len(text) - len(a.Document().Own[name])); err != nil {
		return err
	}
	if err := a.saveOwn(ctx, name, string(text)); err != nil {
		return err
	}
	return a.Activate(ctx, name, client.ActivationLimits{})
}

// DeleteOwn deletes a scenario of this account alone, and reports whether there was one.
func (a *Account) DeleteOwn(ctx context.Context, name string) (bool, error) {
	if _, own := a.Document().Own[name]; !own {
		return false, nil
	}
	a.Director.Deactivate(name)
	return true, a.saveOwn(ctx, name, "")
}

// saveOwn stores the text of a scenario of this account alone, "" for none.
func (a *Account) saveOwn(ctx context.Context, name, text string) error {
	return a.change(ctx, func(d *Document) error {
		own := maps.Collect(maps.All(d.Own))
		if own[name] = text; text == "" {
			delete(own, name)
		}
		d.Own = own
		return checkOwn(own)
	}, func() {
		a.Director.SetOwn(a.Document().Own)
		a.recordManualChange(ManualChange{Kind: client.EventScenario, Name: name, Value: savedUnless(text == "")})
		a.publish(client.EventAccount, client.AccountEvent{Account: a.Code, Change: client.ChangeSettings})
	})
}

// checkOwn checks the bounds of the scenarios of one account alone.
func checkOwn(own map[string]string) error {
	switch {
	case len(own) > maxOwn:
		return &TooManyError{What: "scenarios of this account alone", Max: maxOwn}
	case bytesOf(own) > maxOwnBytes:
		return &TooManyError{What: "bytes of scenarios of this account alone", Max: maxOwnBytes}
	}
	return nil
}

func bytesOf(own map[string]string) (n int) {
	for _, text := range own {
		n += len(text)
	}
	return n
}

// roomForOwn returns an error if the texts of all accounts have no room for more bytes.
func (r *Registry) roomForOwn(more int) error {
	bytes := more
	for _, a := range r.All() {
		bytes += bytesOf(a.Document().Own)
	}
	if bytes > maxOwnBytesInAll {
		return &TooManyError{What: "bytes of scenarios of single accounts", Max: maxOwnBytesInAll}
	}
	return nil
}

// Activate activates a scenario; see scenario.Director.Activate. Like all changes of the
// account it does nothing once the account is reset, and its error then is an *EndedError.
func (a *Account) Activate(ctx context.Context, name string, limits client.ActivationLimits) error {
	release, err := a.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	return a.Director.Activate(name, limits)
}
