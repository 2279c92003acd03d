// Package sandbox runs a sandbox of the commerce interface: a local service that
// keeps real data, fails on request and explains its answers. A program starts one
// on an address of its own:
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
// A program with a server of its own calls Open in place of Start and serves Handler.
// Go tests use package sandboxtest; it does all this in one call. Package client
// calls what a running sandbox offers beyond the commerce interface, such as its
// scenarios and its journal. CheckFiles, Credentials and ParseSignature work without
// a sandbox: they check files of scenarios and worlds, and make and read signatures.
//
// The package assembles the packages below it. It leaves the rules of the
// interface, the formats of both protocols and the control interface to them,
// and flags and environment to the program.
package sandbox

import (
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"net/http"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// Errors of a sandbox in the wrong state.
var (
	// ErrStarted is returned by Start and Open after a call of either.
	ErrStarted = errors.New("the sandbox was started already")
	// ErrStopped is returned by Start and Open after Stop.
	ErrStopped = errors.New("the sandbox has stopped; make another one with New")
)

// Sandbox is one sandbox. It runs once: from Start, or Open, to Stop. Its
// methods are safe for concurrent use.
type Sandbox struct {
	*assembly
	done   chan struct{}
	end    func(reason error) // closes done; only the first call has an effect
	reason error              // read it after done is closed

	mu      sync.Mutex // held by Start, Open, Stop, Addresses, PersonalData and First
	started bool
	stopped bool
}

// New returns a sandbox ready for Start, or nil and all faults of the options,
// joined.
func New(o Options) (*Sandbox, error) { return newWith(operations(), o) }

// newWith returns a sandbox for a table of operations.
func newWith(table []operation, o Options) (*Sandbox, error) {
	parts, err := assemble(table, o)
	if err != nil {
		return nil, err
	}
	s := &Sandbox{assembly: parts, done: make(chan struct{})}
	var ended sync.Once
	s.end = func(reason error) {
		ended.Do(func() {
			s.reason = reason
			close(s.done)
		})
	}
	return s, nil
}

// Start listens on its addresses, opens the data and seeds the first account. When
// it returns nil, the sandbox is ready; before, it answers every call with 503 and
// the reason of the wait. A failed start stops the sandbox. A second Start is
// ErrStarted, one after Stop ErrStopped.
func (s *Sandbox) Start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(); err != nil {
		return err
	}
	err := s.listen(ctx, s.end)
	if err == nil {
		err = s.open(ctx)
	}
	if err != nil {
		return errors.Join(err, s.stop(ctx))
	}
	if s.options.Exposed() {
		s.options.Log.WarnContext(ctx, "other machines can use the control interface, because it listens on all addresses and has no control token",
			slog.String("url", s.ControlURL()))
	}
	return nil
}

// Open is Start without listening on an address: it is for programs with a server
// for Handler.
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

// Handler returns the sandbox as a handler for programs and tests with a server of their own,
// for example httptest.NewServer. After Open it serves the protocols and the control
// interface, after Start the same as URL. It answers 503 until Open or Start has returned,
// and again after Stop. Close your server before Stop, so the calls under way can end.
func (s *Sandbox) Handler() http.Handler {
	return web.HardenHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.running.Err() != nil {
			http.Error(w, ErrStopped.Error(), http.StatusServiceUnavailable)
			return
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(s.running, cancel)()
		s.front.ServeHTTP(w, r.WithContext(ctx))
	}))
}

// URL returns scheme, host and port of the protocols, without a slash at the
// end, and "" before Start.
func (s *Sandbox) URL() string { return s.main.Load().URL() }

// ControlURL returns scheme, host and port of the control interface: URL, unless
// Options.ControlListen gives it an address of its own.
func (s *Sandbox) ControlURL() string {
	if s.options.ControlListen == "" {
		return s.URL()
	}
	return s.control.Load().URL()
}

// Addresses returns the hosts and ports the sandbox listens on, those of the protocols first:
// a host name in the options may have several addresses. It returns none before Start.
func (s *Sandbox) Addresses() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, at := range []*conn.Server{s.main.Load(), s.control.Load()} {
		if at == nil {
			continue
		}
		for _, l := range at.Listeners {
			all = append(all, l.Addr().String())
		}
	}
	return all
}

// Certificate returns the certificate of the sandbox's TLS, for clients to trust
// it. It is nil without TLS.
func (s *Sandbox) Certificate() *x509.Certificate {
	if s.tls == nil {
		return nil
	}
	return s.tls.Certificates[0].Leaf
}

// PersonalData returns the sorted codes of the accounts with imported personal data.
// Before Start there are none.
func (s *Sandbox) PersonalData() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.registry == nil {
		return nil
	}
	return s.personalData()
}

// ReloadScenarios reads Options.ScenarioFolder at once, without waiting for the next look at
// it. The log lists the changes; the error says why the folder cannot be read, or that there
// is none.
func (s *Sandbox) ReloadScenarios() error {
	_, err := s.scenarios.Reload()
	return err
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
	err := s.close(ctx)
	s.end(nil)
	return err
}
