package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/bundle"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// SnapshotOfBundle is the snapshot that a sandbox on a bundle has of the account as
// the bundle has it.
const SnapshotOfBundle = "bundle"

// origin is the account of a bundle as a sandbox starts with it.
type origin struct {
	bundle *bundle.Bundle
	file   *os.File
	state  bundle.State
	seed   func(commerce.Tx) error
	after  bool // the calls of the bundle
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

// readBundle reads a bundle file, which the caller closes.
func readBundle(ctx context.Context, path string) (*bundle.Bundle, *os.File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
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
		return nil, nil, errors.Join(fmt.Errorf("bundle %s: %w", path, err), file.Close())
	}
	return b, file, nil
}

// origin reads the bundle of the options, and returns the options with what it
// decides. The origin is nil without a bundle.
func (o Options) origin() (*origin, Options, error) {
	if o.Bundle == "" {
		return nil, o, nil
	}
	b, file, err := readBundle(context.Background(), o.Bundle)
	if err != nil {
		return nil, o, err
	}
	o.VendorCode = b.Manifest.Account
	o.AuthHeaders = slices.Concat(o.AuthHeaders, b.Options.AuthHeaders)
	return &origin{bundle: b, file: file, state: b.After, seed: b.SeedAfter, after: true}, o, nil
}

// restore opens the account of a bundle, unless there is none.
func (s *Sandbox) restore(ctx context.Context) error {
	from := s.origin
	if from == nil {
		return nil
	}
	b := from.bundle
	for _, own := range b.Scenarios {
		if err := s.scenarios.Carry(own); err != nil {
			s.options.Log.WarnContext(ctx, "skipped a scenario of the bundle", "name", own.Name, "error", err)
		}
	}
	request := account.RestoreRequest{Code: b.Manifest.Account, Document: from.document(), Scenarios: from.state.Scenarios, Seed: from.seed}
	if from.after {
		s.bringForward(&request)
	}
	a, err := s.registry.Restore(ctx, request)
	if err != nil {
		return fmt.Errorf("the account of the bundle cannot be opened: %w", err)
	}
	if !from.after {
		return nil
	}
	if err := s.restoreCalls(ctx, a); err != nil {
		return err
	}
	_, err = a.SaveSnapshot(ctx, SnapshotOfBundle)
	return errors.Join(err, from.close())
}

// document returns what the account decides itself. A world that does not ship is not
// here, so a reset to it gives an empty account.
func (o *origin) document() account.Document {
	d, state := o.state.Document, o.state.Clock
	d.Clock = &state
	if !slices.Contains(worlds.Names(), d.World) {
		d.World, d.Orders = client.ToEmpty, 0
	}
	d.WorldChosen = true
	return d
}

// bringForward lets the clock of the account go on from where it was, and active
// scenarios keep the time that they had left.
func (s *Sandbox) bringForward(r *account.RestoreRequest) {
	now, state := s.options.Wall(), s.origin.state
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

// restoreCalls adds the calls of the bundle to the journal, and makes the changes of
// the library again.
func (s *Sandbox) restoreCalls(ctx context.Context, a *account.Account) error {
	for step, err := range s.origin.bundle.Steps() {
		if err != nil {
			return err
		}
		if e, ok := step.Entry(); ok && e.Account == a.Code {
			a.Ring.Restore(e)
		}
		if h := step.Hand; h != nil && h.Kind == client.EventLibrary {
			if err := bundle.ApplyLibrary(s.scenarios, *h); err != nil {
				s.options.Log.WarnContext(ctx, "skipped a scenario of the bundle", "name", h.Name, "error", err)
			}
		}
	}
	return nil
}

// saveBundle writes the bundle of an account.
func (s *Sandbox) saveBundle(ctx context.Context, w io.Writer, a *account.Account, o client.BundleOptions) (client.BundleInfo, error) {
	return bundle.Save(ctx, w, bundle.SaveRequest{
		Account: a, Version: version(), Headers: s.options.credentialHeaders(), Login: login, Snapshot: o.Snapshot, Secret: o.Secret,
		Options: bundle.Options{
			AuthHeaders: s.options.AuthHeaders, PublicURL: s.options.PublicURL, TrustedProxies: s.options.TrustedProxies, CORSOrigins: s.options.CORSOrigins,
		},
	})
}

// ReplayOptions say how a bundle is replayed. The zero value is valid.
type ReplayOptions struct {
	// Each gets each call when it was repeated. The default is nil.
	Each func(client.ReplayedCall)
}

// Replay repeats the calls of a bundle file in a sandbox of its own, from the records,
// the clock and the counters before them, and compares the answers. It does not wait
// where scenarios delay a call. Its error says what is wrong with the bundle.
func Replay(ctx context.Context, path string, o ReplayOptions) (result client.Replay, err error) {
	b, file, err := readBundle(ctx, path)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var wall atomic.Pointer[time.Time] // background work reads it too
	wall.Store(&b.Before.Wall)
	s, err := newReplay(b, func() time.Time { return *wall.Load() })
	if err != nil {
		return result, err
	}
	if err := s.Open(ctx); err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, s.Stop(context.WithoutCancel(ctx))) }()
	a, _ := s.registry.Find(b.Manifest.Account)
	player := &bundle.Player{
		Bundle: b, Account: a, Handler: s.Handler(), Library: s.scenarios, Journal: s.calls, Headers: s.options.credentialHeaders(), Login: login,
		SetWall: func(t time.Time) { wall.Store(&t) },
	}
	result = client.Replay{Bundle: b.Manifest.BundleInfo, Version: version(), Calls: []client.ReplayedCall{}}
	result.Notes, err = player.Play(ctx, func(call client.ReplayedCall) {
		result.Add(call)
		if o.Each != nil {
			o.Each(call)
		}
	})
	return result, err
}

// newReplay returns the sandbox that repeats the calls of a bundle.
func newReplay(b *bundle.Bundle, wall func() time.Time) (*Sandbox, error) {
	const calls = 1 << 20
	s, err := New(Options{
		Ephemeral: true, VendorCode: b.Manifest.Account, AuthHeaders: b.Options.AuthHeaders, PublicURL: b.Options.PublicURL,
		TrustedProxies: b.Options.TrustedProxies, CORSOrigins: b.Options.CORSOrigins, Journal: calls, Wall: wall,
	})
	if err != nil {
		return nil, fmt.Errorf("the options of the bundle are wrong: %w", err)
	}
	s.origin, s.replays = &origin{bundle: b, state: b.Before, seed: b.SeedBefore}, true
	return s, nil
}

// CheckBundle reads a bundle file, checks all of it and returns what it has.
func CheckBundle(ctx context.Context, path string) (client.BundleInfo, error) {
	b, file, err := readBundle(ctx, path)
	if err != nil {
		return client.BundleInfo{}, err
	}
	return b.Manifest.BundleInfo, file.Close()
}
