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
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/address"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/anonymize"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/bundle"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ports"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/routing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/runs"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verdict"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
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
	options   Options
	table     []operation // with their rows
	tls       *tls.Config // nil for plain HTTP
	lookup    conn.Lookup // nil for the machine's
	address   address.Policy
	worlds    *worlds.Library
	scenarios *scenario.Library
	probe     *control.Probe
	pages     http.Handler
	faults    *gate.Faults
	turns     *gate.Turns // of large bodies

	front        *control.Front              // of the protocols, and of the control interface unless it has its own
	controlFront *control.Front              // nil unless Options.ControlListen is set
	main         atomic.Pointer[conn.Server] // of front, nil unless the sandbox listens
	control      atomic.Pointer[conn.Server] // of controlFront
	ports        *ports.Ports                // of accounts, nil unless the sandbox listens
	gate         atomic.Pointer[gate.Gate]   // nil until the sandbox is ready
	running      context.Context             // cancelled when the sandbox stops
	endCalls     context.CancelFunc
	tending      sync.WaitGroup
	done         chan struct{}
	end          func(reason error) // closes done; only the first call has an effect
	reason       error              // read it after done is closed

	mu       sync.Mutex // held by Start, Open, Stop, Addresses and First
	started  bool
	stopped  bool
	store    *boltstore.DB
	calls    *journal.Journal
	events   *events.Log
	numbers  *events.Numbers // nil until the data are open
	registry *account.Registry
	runs     *runs.Runs
	kept     bool // the store had the first account already

	bundle    *bundle.Opened // of the first account, nil without one
	anonymize anonymize.Key  // of imported records
}

// New returns a sandbox ready for Start, or nil and all faults of the options,
// joined.
func New(o Options) (*Sandbox, error) { return newWith(operations(), o) }

// newWith returns a sandbox for a table of operations.
func newWith(table []operation, o Options) (*Sandbox, error) {
	o = o.withDefaults()
	from, o, err := o.withBundle()
	if err != nil {
		return nil, err
	}
	s := &Sandbox{options: o, bundle: from, probe: control.NewProbe("start"), done: make(chan struct{}), anonymize: anonymize.NewKey(o.AnonymizeKey)}
	s.faults = &gate.Faults{Wall: o.Wall, Mask: journal.Mask{CredentialHeaders: o.credentialHeaders(), Secrets: []string{o.ControlToken, o.Secret}}}
	s.turns = gate.NewTurns(debug.SetMemoryLimit(-1)) // -1 only reads the limit
	s.worlds = &worlds.Library{Anonymize: s.anonymize, KeepPersonalData: o.KeepPersonalData}
	s.scenarios = scenario.NewLibrary(scenario.LibraryOptions{Folder: o.ScenarioFolder, Log: o.Log, Changed: s.publishLibrary})
	s.front, s.controlFront = control.NewFront(s.probe, web.Waiting), control.NewFront(s.probe, web.Waiting)
	s.running, s.endCalls = context.WithCancel(context.Background())
	var ended sync.Once
	s.end = func(reason error) {
		ended.Do(func() {
			s.reason = reason
			close(s.done)
		})
	}
	var notTable, notTLS, notPages, notAddress error
	s.table, notTable = withRows(table)
	s.address, notAddress = o.addressPolicy()
	s.tls, notTLS = o.tlsConfig()
	s.pages, notPages = web.Handler(web.Options{Folder: o.PagesFolder, TokenRequired: o.ControlToken != ""})
	if err := errors.Join(notTable, o.check(), notAddress, notTLS, notPages, s.checkWorld(), s.checkScenarios()); err != nil {
		return nil, errors.Join(err, from.Close())
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
	err := s.listen(ctx)
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

// listen answers the probes at the addresses of the options from then on.
func (s *Sandbox) listen(ctx context.Context) error {
	o := s.options
	if o.TLS == TLSSelfSigned {
		if err := o.selfSigned().Keep(s.tls.Certificates[0]); err != nil {
			return err
		}
	}
	serving := conn.ServerOptions{
		Options: conn.Options{Address: o.Listen, TLS: s.tls, Lookup: s.lookup, Reject: s.reject, Log: o.Log},
		Handler: web.Hardened(s.front), Running: s.running, Lost: s.end,
	}
	host, _, _ := net.SplitHostPort(o.Listen) // New has checked it
	s.ports = ports.New(ports.Options{ServerOptions: serving, Host: host, Trusted: s.address.Trusted, Waits: control.Serves})
	serving.Stopping = s.endCalls
	main, err := conn.Serve(ctx, serving)
	if err != nil {
		return err
	}
	s.main.Store(main)
	if o.ControlListen == "" {
		return nil
	}
	serving.Address, serving.Handler = o.ControlListen, web.Hardened(s.controlFront)
	own, err := conn.Serve(ctx, serving)
	if err == nil {
		s.control.Store(own)
	}
	return err
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
	return web.Hardened(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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

// ownCertificate returns the self-signed certificate in PEM, nil without one.
func (s *Sandbox) ownCertificate() []byte {
	if s.options.TLS != TLSSelfSigned {
		return nil
	}
	return conn.PEM(s.tls.Certificates[0])
}

// reject records and answers a request that reaches no handler. Before the sandbox is ready
// it returns nil.
func (s *Sandbox) reject(r conn.Rejected) []byte {
	g := s.gate.Load()
	if g == nil {
		return nil
	}
	return routing.Reject(g, r)
}

// publishLibrary publishes changes of the library. The first reading is no change.
func (s *Sandbox) publishLibrary(changes []scenario.LibraryChange) {
	if s.gate.Load() == nil {
		return
	}
	for _, c := range changes {
		s.registry.PublishLibrary(c)
	}
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
	faults := []error{s.ports.Stop(ctx), s.main.Load().Stop(ctx), s.control.Load().Stop(ctx)}
	s.endCalls()
	s.ports.Wait()
	s.tending.Wait()
	if errors.Join(faults...) == nil { // otherwise calls may go on, and get further numbers
		s.numbers.End(s.events)
	}
	faults = append(faults, s.scenarios.Close(), s.bundle.Close())
	if s.store != nil {
		faults = append(faults, s.store.Close())
	}
	if o := s.options; o.Report != "" && s.registry != nil { // after the data are safe, because a slowly stopping process is killed
		verdict.Folder{Judge: s.options.judge(), Path: o.Report, Registry: s.registry, Runs: s.runs, Calls: s.calls, Log: o.Log}.Write()
	}
	s.end(nil)
	return errors.Join(faults...)
}
