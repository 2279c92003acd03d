package bundle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// Open reads a bundle file. The caller closes it.
func Open(ctx context.Context, path string) (*Bundle, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	about, err := file.Stat()
	if err == nil && !about.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	var b *Bundle
	if err == nil {
		b, err = Read(ctx, file, about.Size())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("bundle %s: %w", path, err), file.Close())
	}
	b.file = file
	return b, nil
}

// Close closes the file. It may be called more than once, and for no bundle.
func (b *Bundle) Close() error {
	if b == nil || b.file == nil {
		return nil
	}
	file := b.file
	b.file = nil
	return file.Close()
}

// RestoreRequest says where to open the account of a bundle.
type RestoreRequest struct {
	Registry *account.Registry
	Library  *scenario.Library // gets the scenarios that do not ship
	Wall     clock.Wall
	Frozen   bool   // whether the sandbox freezes the clocks of all accounts
	Snapshot string // the name of the snapshot of the account as the bundle has it
	Log      *slog.Logger
}

// Restore opens the account of the bundle with its calls, takes a snapshot of it, and closes
// the file.
func (b *Bundle) Restore(ctx context.Context, r RestoreRequest) error {
	for _, own := range b.Scenarios {
		if err := r.Library.Carry(own, b.bodies); err != nil {
			r.Log.WarnContext(ctx, "skipped a scenario of the bundle", "name", own.Name, "error", err)
		}
	}
	a, err := r.Registry.Restore(ctx, b.forward(r))
	if err != nil {
		return fmt.Errorf("the account of the bundle cannot be opened: %w", err)
	}
	for call, err := range b.Calls() {
		if err != nil {
			return err
		}
		if call.Account == a.Code {
			a.Ring.Restore(call)
		}
	}
	_, err = a.SaveSnapshot(ctx, r.Snapshot)
	return errors.Join(err, b.Close())
}

// forward returns the account with a clock that goes on from where it was. Active
// scenarios keep their remaining time.
func (b *Bundle) forward(r RestoreRequest) account.RestoreRequest {
	now, state := r.Wall(), b.State
	restored := account.RestoreRequest{Code: b.Manifest.Account, Document: state.Document, Scenarios: state.Scenarios, Seed: b.Seed}
	d := &restored.Document
	d.WorldChosen = true
	if !slices.Contains(worlds.Names(), d.World) { // it does not ship, so a reset to it gives an empty account
		d.World, d.Orders = client.ToEmpty, 0
	}
	switch {
	case r.Frozen:
		d.Clock = nil
	case state.Clock.Mode == clock.Frozen:
		d.Clock = &state.Clock
	default:
		d.Clock = &clock.State{Mode: clock.Moved, Offset: state.Now.Sub(now)}
	}
	restored.Scenarios.Active = slices.Clone(state.Scenarios.Active)
	for i, a := range restored.Scenarios.Active {
		if !a.Until.IsZero() {
			restored.Scenarios.Active[i].Until = now.Add(a.Until.Sub(state.Wall))
		}
	}
	return restored
}
