// Package sandboxtest gives a Go test a sandbox of its own:
//
//	func TestOrder(t *testing.T) {
//		t.Parallel()
//		s := sandboxtest.Start(t)
//		shop := myshop.NewClient(s.REST(), s.Code(), s.Secret())
//		order, err := shop.Order(t.Context(), s.ID("order-complete", "OrderReference"))
//		// ...
//	}
//
// The sandbox has its own port, its own data and the default world, so tests can
// run in parallel. The data is a temporary file and never synced, so a sandbox
// starts in a few milliseconds; it stops with the test. Its clock shows the
// machine's time, so a client can sign for itself; Frozen and FrozenAt stop the
// clock where every date must be known beforehand, or where searches are compared.
//
// A fixture is a function that calls Start and returns what each test of a
// package needs; fixture_test.go of this package shows one. Options change the
// sandbox; fields without an option of their own are set by a function literal:
//
//	s := sandboxtest.Start(t, sandboxtest.World("empty"), func(o *sandbox.Options) {
//		o.Answers = map[string]string{"search-status": "200"}
//	})
//
// The log of the sandbox goes to the log of the test. When a test fails, it also
// says why the sandbox refused calls.
//
// The package leaves the sandbox itself to package sandbox, and all further
// control of a running one to package client: Running.Control returns a client.
package sandboxtest

import (
	"cmp"
	"context"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

// The account for calls, unless an option changes it.
const (
	defaultCode   = "DEMO"
	defaultSecret = "demo-secret"
)

// stopTimeout bounds the wait for calls under way.
const stopTimeout = time.Minute

// Running is a sandbox that runs until its test ends. Its methods are safe for
// concurrent use. They fail the test if they cannot do their work.
type Running struct {
	t       testing.TB
	sandbox *sandbox.Sandbox
	clock   *wallClock
	code    string
	secret  string
	token   string // of the control interface
	origin  string // of the port of the account, "" for the address of the sandbox
	http    *http.Client
	handles map[string]client.Handle
}

// Start starts a sandbox for a test and stops it when the test ends. It ends the
// test at once if the sandbox cannot start. Options set fields of
// sandbox.Options; the addresses are always chosen by Start.
func Start(t testing.TB, options ...func(*sandbox.Options)) *Running {
	t.Helper()
	log := &testLog{t: t}
	o := sandbox.Options{VendorCode: defaultCode, Secret: defaultSecret, Log: log.logger()}
	for _, change := range options {
		change(&o)
	}
	o.Listen = "127.0.0.1:0"
	if o.ControlListen != "" {
		o.ControlListen = "127.0.0.1:0"
	}
	var copied *seededFile
	if o.Data == "" && !o.Ephemeral {
		o.Data, o.NoSync = filepath.Join(t.TempDir(), "commerce-sandbox.db"), true
		copied = copySeeded(t, o)
	}
	if o.Wall == nil {
		o.Wall = clock.System
	}
	r := &Running{t: t, clock: &wallClock{wall: o.Wall}, code: o.VendorCode, secret: o.Secret, token: o.ControlToken}
	o.Wall = r.Now
	s, err := sandbox.New(o)
	if err == nil {
		err = s.Start(t.Context())
	}
	if err != nil {
		t.Fatalf("sandboxtest: %v", err)
	}
	r.sandbox, r.http = s, trusting(s.Certificate())
	t.Cleanup(func() {
		if t.Failed() {
			r.explain()
		}
		r.stop(o)
		log.end()
	})
	if copied != nil {
		r.handles = copied.handles
	} else if r.handles, err = r.account().Handles(t.Context()); err != nil {
		t.Fatalf("sandboxtest: %v", err)
	}
	return r
}

// stop stops the sandbox and checks its data for consistency, if any stays.
func (r *Running) stop(o sandbox.Options) {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	if err := r.sandbox.Stop(ctx); err != nil {
		r.t.Errorf("sandboxtest: stopping: %v", err)
	}
	if r.http != http.DefaultClient {
		r.http.CloseIdleConnections()
	}
	if o.Ephemeral {
		return
	}
	store, err := boltstore.Open(boltstore.Options{Path: o.Data, NoSync: true})
	if err != nil {
		r.t.Errorf("sandboxtest: reopening: %v", err)
		return
	}
	if err := store.CheckAccounts(checked.verifyIn(store)); err != nil {
		r.t.Errorf("sandboxtest: the data is inconsistent: %v", err)
	}
	if err := store.Close(); err != nil {
		r.t.Errorf("sandboxtest: closing: %v", err)
	}
}

// URL returns scheme, host and port of the sandbox, or of the port of the account.
func (r *Running) URL() string { return cmp.Or(r.origin, r.sandbox.URL()) }

// REST returns the base address of the REST protocol (section 9), without a
// slash at the end.
func (r *Running) REST() string { return r.URL() + rest.Base }

// SOAP returns the address of the SOAP protocol (section 9). Its WSDL is there
// too, with the query ?wsdl.
func (r *Running) SOAP() string { return r.URL() + soap.Path }

// Code returns the vendor code for calls.
func (r *Running) Code() string { return r.code }

// Secret returns the secret of this code.
func (r *Running) Secret() string { return r.secret }

// Sandbox returns the sandbox itself.
func (r *Running) Sandbox() *sandbox.Sandbox { return r.sandbox }

// As returns the same sandbox, called with another vendor code. The first call
// opens an account for it, with the same world and therefore the same ids.
func (r *Running) As(code string) *Running {
	other := *r
	other.code = code
	return &other
}
