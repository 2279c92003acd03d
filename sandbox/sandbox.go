// Package sandbox runs a sandbox of the commerce interface: a local service that
// keeps real data, fails on request and explains its answers. A program starts
// one on an address of its own:
//
//	s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Ephemeral: true})
//	if err != nil {
//		return err
//	}
//	if err := s.Start(ctx); err != nil {
//		return err
//	}
//	defer s.Stop(ctx)
//	fmt.Println(s.URL())
//
// A program that has a server already calls Open in place of Start and serves
// Handler. Go tests use package sandboxtest, which does all this in one call.
// What a running sandbox offers beyond the commerce interface, such as its
// scenarios and its journal, is called with package client. CheckFiles, Credentials
// and ParseSignature work without a sandbox: they check files of scenarios and
// worlds, and make and read signatures.
//
// The package assembles the packages below it. It leaves the rules of the
// interface, the formats of both protocols and the control interface to them,
// and flags and environment to the program.
package sandbox

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// Limits of the server. Writing may take longer than reading, so that a client
// whose body stalls still gets an answer.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	writeTimeout  = readTimeout + 30*time.Second
	idleTimeout   = 120 * time.Second
	maxHeader     = 64 << 10
)

// Errors of a sandbox that is not in the right state.
var (
	// ErrStarted is returned by Start and Open after a call of either.
	ErrStarted = errors.New("the sandbox was started already")
	// ErrStopped is returned by Start and Open after Stop.
	ErrStopped = errors.New("the sandbox has stopped; make another one with New")
)

// Sandbox is one sandbox. It runs once: from Start, or Open, to Stop. Its
// methods are safe for concurrent use.
type Sandbox struct {
	options   Options
	tls       *tls.Config // nil for plain HTTP
	worlds    *worlds.Library
	scenarios *scenario.Library
	probe     *control.Probe

	url      atomic.Pointer[string]
	running  context.Context // cancelled when the sandbox stops
	endCalls context.CancelFunc
	done     chan struct{}
	end      func(reason error) // closes done; only the first call has an effect
	reason   error              // read it after done is closed

	mu         sync.Mutex // held by Start, Open, Stop and First
	started    bool
	stopped    bool
	listener   net.Listener
	rejections *rejections // nil with TLS and without a listener
	server     *http.Server
	served     chan struct{} // closed when the server has returned
	store      *boltstore.DB
	registry   *account.Registry
	kept       bool // the store had the first account already
}

// New returns a sandbox that can be started, or nil and all faults of the
// options, joined.
func New(o Options) (*Sandbox, error) {
	o = o.withDefaults()
	s := &Sandbox{
		options: o, worlds: &worlds.Library{}, probe: control.NewProbe("start"),
		scenarios: scenario.NewLibrary(scenario.LibraryOptions{Folder: o.ScenarioFolder, Log: o.Log}),
		done:      make(chan struct{}),
	}
	s.running, s.endCalls = context.WithCancel(context.Background())
	var ended sync.Once
	s.end = func(reason error) {
		ended.Do(func() {
			s.reason = reason
			close(s.done)
		})
	}
	var notTLS error
	s.tls, notTLS = o.tlsConfig()
	if err := errors.Join(o.check(), notTLS, s.checkWorld(), s.checkScenarios()); err != nil {
		return nil, err
	}
	return s, nil
}

// Start listens on the address, opens the data and seeds the first account.
// When it returns nil, the sandbox is ready; before that, it answers every call
// with 503 and what it waits for. A sandbox that cannot start is stopped. A
// second Start is ErrStarted, one after Stop ErrStopped.
func (s *Sandbox) Start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(); err != nil {
		return err
	}
	err := s.listen(ctx)
	if err == nil {
		err = s.open(ctx)
	}
	if err != nil {
		return errors.Join(err, s.stop(ctx))
	}
	return nil
}

// Open does what Start does, without an address: it is for programs that serve
// Handler themselves.
func (s *Sandbox) Open(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(); err != nil {
		return err
	}
	if err := s.open(ctx); err != nil {
		return errors.Join(err, s.stop(ctx))
	}
	return nil
}

// begin allows one start.
func (s *Sandbox) begin() error {
	switch {
	case s.stopped:
		return ErrStopped
	case s.started:
		return ErrStarted
	}
	s.started = true
	return nil
}

// listen binds the address and answers the probes from then on.
func (s *Sandbox) listen(ctx context.Context) error {
	var from net.ListenConfig
	listener, err := from.Listen(ctx, "tcp", s.options.Listen)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", s.options.Listen, err)
	}
	s.listener = listener
	url := "http://" + listener.Addr().String()
	if s.tls != nil {
		url = "https://" + listener.Addr().String()
		listener = tls.NewListener(listener, s.tls)
	} else {
		s.rejections = &rejections{Listener: listener}
		listener = s.rejections
	}
	s.url.Store(&url)
	// A client that follows the journal must not keep the sandbox from
	// stopping: the context of every call ends when the server shuts down.
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(s.running, cancel)
	s.server = &http.Server{
		Handler:           s.probe,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelWarn),
		BaseContext:       func(net.Listener) context.Context { return base },
	}
	s.server.RegisterOnShutdown(s.endCalls)
	s.served = make(chan struct{})
	go s.serve(s.server, listener)
	return nil
}

// serve answers calls until Stop closes the listener, or until it fails.
func (s *Sandbox) serve(server *http.Server, listener net.Listener) {
	defer close(s.served)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		s.end(fmt.Errorf("cannot listen on %s any longer: %w", s.URL(), err))
	}
}

// Handler returns the sandbox as a handler, for programs and tests that serve
// it themselves, for example with httptest.NewServer. It answers 503 until Open
// or Start has returned, and again after Stop. Close your server before Stop,
// so that the calls under way can end.
func (s *Sandbox) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.running.Err() != nil {
			http.Error(w, ErrStopped.Error(), http.StatusServiceUnavailable)
			return
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(s.running, cancel)()
		s.probe.ServeHTTP(w, r.WithContext(ctx))
	})
}

// URL returns scheme, host and port of the sandbox, without a slash at the end,
// and "" before Start.
func (s *Sandbox) URL() string {
	if url := s.url.Load(); url != nil {
		return *url
	}
	return ""
}

// Certificate returns the certificate that the sandbox serves TLS with, for
// clients that are to trust it. It is nil without TLS.
func (s *Sandbox) Certificate() *x509.Certificate {
	if s.tls == nil {
		return nil
	}
	return s.tls.Certificates[0].Leaf
}

// Done is closed when the sandbox no longer serves: when Stop has ended, or
// when its listener fails. Err then returns why.
func (s *Sandbox) Done() <-chan struct{} { return s.done }

// Err returns why the sandbox stopped serving by itself. It is nil until Done is
// closed, and after a regular Stop.
func (s *Sandbox) Err() error {
	select {
	case <-s.done:
		return s.reason
	default:
		return nil
	}
}

// Stop accepts no new calls, waits for the calls under way until ctx is done,
// and closes the data. It may be called at any time and more than once: only
// the first call has an effect.
func (s *Sandbox) Stop(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stop(ctx)
}

func (s *Sandbox) stop(ctx context.Context) error {
	if s.stopped {
		return nil
	}
	s.stopped = true
	var faults []error
	if s.server != nil {
		if err := s.server.Shutdown(ctx); err != nil {
			faults = append(faults, err, s.server.Close())
		}
		<-s.served
	}
	s.endCalls()
	faults = append(faults, s.scenarios.Close())
	if s.store != nil {
		faults = append(faults, s.store.Close())
	}
	s.end(nil)
	return errors.Join(faults...)
}
