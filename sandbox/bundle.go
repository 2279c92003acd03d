package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/bundle"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// SnapshotOfBundle is the name of the snapshot of an account as its bundle has it.
const SnapshotOfBundle = "bundle"

// origin is the bundle a sandbox starts with.
type origin struct {
	*bundle.Bundle
	file *os.File
}

// close closes the file of the bundle. It may be called more than once.
func (o *origin) close() error {
	if o == nil || o.file == nil {
		return nil
	}
	file := o.file
	o.file = nil
	return file.Close()
}

// readBundle reads a bundle file. The caller closes it.
func readBundle(ctx context.Context, path string) (*origin, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	about, err := file.Stat()
	if err == nil && !about.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	var b *bundle.Bundle
	if err == nil {
		b, err = bundle.Read(ctx, file, about.Size())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("bundle %s: %w", path, err), file.Close())
	}
	return &origin{b, file}, nil
}

// origin reads the bundle of the options, and returns the options with the bundle's
// decisions. The origin is nil without a bundle.
func (o Options) origin() (*origin, Options, error) {
	if o.Bundle == "" {
		return nil, o, nil
	}
	from, err := readBundle(context.Background(), o.Bundle)
	if err != nil {
		return nil, o, err
	}
	o.VendorCode, o.AuthHeaders = from.Manifest.Account, slices.Clone(o.AuthHeaders)
	for _, name := range from.State.AuthHeaders {
		if !slices.Contains(rest.CredentialHeaders(), name) {
			o.AuthHeaders = append(o.AuthHeaders, name)
		}
	}
	return from, o, nil
}

// restore opens the account of a bundle, unless there is none.
func (s *Sandbox) restore(ctx context.Context) error {
	from := s.origin
	if from == nil {
		return nil
	}
	for _, own := range from.Scenarios {
		if err := s.scenarios.Carry(own); err != nil {
			s.options.Log.WarnContext(ctx, "skipped a scenario of the bundle", "name", own.Name, "error", err)
		}
	}
	request := account.RestoreRequest{Code: from.Manifest.Account, Document: from.document(), Scenarios: from.State.Scenarios, Seed: from.Seed}
	s.bringForward(&request)
	a, err := s.registry.Restore(ctx, request)
	if err != nil {
		return fmt.Errorf("the account of the bundle cannot be opened: %w", err)
	}
	for call, err := range from.Calls() {
		if err != nil {
			return err
		}
		if call.Account == a.Code {
			a.Ring.Restore(call)
		}
	}
	_, err = a.SaveSnapshot(ctx, SnapshotOfBundle)
	return errors.Join(err, from.close())
}

// document returns the account's own decisions. A world that does not ship is left
// out, so a reset to it gives an empty account.
func (o *origin) document() account.Document {
	d, state := o.State.Document, o.State.Clock
	d.Clock = &state
	if !slices.Contains(worlds.Names(), d.World) {
		d.World, d.Orders = client.ToEmpty, 0
	}
	d.WorldChosen = true
	return d
}

// bringForward lets the clock of the account go on from where it was. Active
// scenarios keep their remaining time.
func (s *Sandbox) bringForward(r *account.RestoreRequest) {
	now, state := s.options.Wall(), s.origin.State
	switch {
	case s.options.Clock != "":
		r.Document.Clock = nil
	case state.Clock.Mode != clock.Frozen:
		r.Document.Clock = &clock.State{Mode: clock.Moved, Offset: state.Now.Sub(now)}
	}
	r.Scenarios.Active = slices.Clone(r.Scenarios.Active)
	for i, a := range r.Scenarios.Active {
		if !a.Until.IsZero() {
			r.Scenarios.Active[i].Until = now.Add(a.Until.Sub(state.Wall))
		}
	}
}

// CheckBundle reads a bundle file, checks all of it and returns its content.
func CheckBundle(ctx context.Context, path string) (client.BundleInfo, error) {
	b, err := readBundle(ctx, path)
	if err != nil {
		return client.BundleInfo{}, err
	}
	return b.Manifest.BundleInfo, b.close()
}
