// Package sandboxtest gives a Go test a sandbox of its own:
//
//	s := sandboxtest.Start(t)
//	pay := myshop.NewClient(s.REST(), s.Code(), s.Secret())
//	got := s.Get("/orders/" + s.ID("order-complete", "OrderReference") + "/")
//
// Each sandbox has its own file, filled with the default world, its own port
// and a clock that stands at Moment until the test moves it, so that tests run
// side by side and every date in an answer is known beforehand. A start costs
// a copy of a file, not the making of a world. When the test ends, the sandbox
// is stopped and its file is checked.
//
// What a sandbox is belongs to package sandbox; what it answers, to the wires.
package sandboxtest

import (
	"context"
	"maps"
	"path/filepath"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/rest"
)

// Moment is what the wall clock of a sandbox shows when it starts, in UTC and
// in the format of commerce.MomentFormat.
const Moment = "2026-10-09 12:00:00"

// The account that a sandbox is called with unless a test asks for another. The
// shared file of the default world is made for this code.
const (
	defaultCode   = "DEMO"
	defaultSecret = "demo-secret"
)

// stopTimeout is how long calls under way may take to end.
const stopTimeout = 10 * time.Second

// Running is a sandbox that runs until its test ends. Its methods may be used
// from several goroutines of the test.
type Running struct {
	t       testing.TB
	sandbox *sandbox.Sandbox
	wall    *wall
	code    string
	secret  string
	token   string // of the control interface
	handles map[string]commerce.Handle
}

// Start runs a sandbox for a test. Options may be changed as the program's
// flags would; address, data file and its lifetime are the test's own.
func Start(t testing.TB, options ...func(*sandbox.Options)) *Running {
	t.Helper()
	w := newWall()
	o := sandbox.Options{VendorCode: defaultCode, Secret: defaultSecret, Wall: w.now}
	for _, change := range options {
		change(&o)
	}
	o.Listen = "127.0.0.1:0"
	o.Ephemeral = false
	o.Data = filepath.Join(t.TempDir(), "commerce-sandbox.db")
	filled, err := worldOf(o)
	if err != nil {
		t.Fatalf("sandboxtest: %v", err)
	}
	if err := filled.copyTo(o.Data); err != nil {
		t.Fatalf("sandboxtest: %v", err)
	}
	s, err := sandbox.New(o)
	if err != nil {
		t.Fatalf("sandboxtest: %v", err)
	}
	if err := s.Start(context.Background()); err != nil {
		t.Fatalf("sandboxtest: %v", err)
	}
	t.Cleanup(func() { stop(t, s, o.Data) })
	return &Running{t: t, sandbox: s, wall: w, code: o.VendorCode, secret: o.Secret, token: o.ControlToken, handles: filled.handles}
}

// stop ends the sandbox and proves that its file is consistent, unless nothing
// was written to it.
func stop(t testing.TB, s *sandbox.Sandbox, data string) {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	if err := s.Stop(ctx); err != nil {
		t.Errorf("sandboxtest: stopping: %v", err)
	}
	if untouched(data) {
		return
	}
	store, err := boltstore.Open(boltstore.Options{Path: data})
	if err != nil {
		t.Errorf("sandboxtest: reopening: %v", err)
		return
	}
	if err := store.Check(); err != nil {
		t.Errorf("sandboxtest: the file is inconsistent: %v", err)
	}
	if err := store.Close(); err != nil {
		t.Errorf("sandboxtest: closing: %v", err)
	}
}

// URL returns the address of the sandbox, without a path.
func (r *Running) URL() string { return r.sandbox.URL() }

// REST returns the REST base address (section 9), without a slash at its end.
func (r *Running) REST() string { return r.URL() + rest.Base }

// Code returns the vendor code that the sandbox is called with.
func (r *Running) Code() string { return r.code }

// Secret returns the secret of that code.
func (r *Running) Secret() string { return r.secret }

// Sandbox returns the sandbox itself, for what it offers beyond the wires.
func (r *Running) Sandbox() *sandbox.Sandbox { return r.sandbox }

// Control returns a client of the control interface of the sandbox.
func (r *Running) Control() *client.Client {
	return client.New(r.URL(), client.Options{Token: r.token})
}

// As returns the same sandbox, called with another vendor code, which the first
// call opens an account for. Handles hold there too.
func (r *Running) As(code string) *Running {
	other := *r
	other.code = code
	return &other
}

// Now returns what the wall clock shows.
func (r *Running) Now() time.Time { return r.wall.now() }

// Advance moves the wall clock, and with it the clocks of all accounts that do
// not stand; backwards when d is negative.
func (r *Running) Advance(d time.Duration) { r.wall.advance(d) }

// Handles returns what the names of the world stand for.
func (r *Running) Handles() map[string]commerce.Handle { return maps.Clone(r.handles) }

// ID returns one id of a handle, such as the OrderReference of order-complete.
// A handle or an id that the world does not have fails the test.
func (r *Running) ID(handle, name string) string {
	r.t.Helper()
	id, ok := r.handles[handle].IDs[name]
	if !ok {
		r.t.Errorf("sandboxtest: the world has no %s of %s; handle %v", name, handle, r.handles[handle])
	}
	return id
}
