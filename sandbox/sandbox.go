// Package sandbox assembles a running sandbox of the commerce interface: one
// store, one book of accounts and the wires, behind one listener. It is the
// door for Go programs and tests that want a sandbox of their own:
//
//	s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Ephemeral: true})
//	if err == nil {
//		err = s.Start(ctx)
//	}
//	defer s.Stop(ctx)
//
// It wires packages together and knows no rule, no format and no flag: those
// belong to the packages below it and to the program above it.
package sandbox

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/metrics"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/worlds"
)

// Bounds on what a client may take of the server. Writing has time left when
// reading has none, so that a client whose body stalls is told so.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	writeTimeout  = readTimeout + 30*time.Second
	idleTimeout   = 120 * time.Second
	maxHeader     = 64 << 10
)

// Sandbox is a running sandbox, or one that can be started once.
type Sandbox struct {
	options   Options
	worlds    *worlds.Library
	scenarios *scenario.Library
	probe     *control.Probe

	listener   net.Listener
	rejections *rejections // nil with TLS
	server     *http.Server
	served     chan error
	store      *boltstore.DB
	registry   *account.Registry
	kept       bool // the first account was there already
}

// New returns a sandbox that can be started, or nil and all faults of the
// options, joined.
func New(o Options) (*Sandbox, error) {
	o = o.withDefaults()
	s := &Sandbox{
		options: o, worlds: &worlds.Library{}, probe: control.NewProbe("start"),
		scenarios: scenario.NewLibrary(scenario.LibraryOptions{Folder: o.ScenarioFolder, Log: o.Log}),
	}
	_, err := s.worlds.Load(o.World)
	if err := errors.Join(o.check(), err, s.checkScenarios()); err != nil {
		return nil, err
	}
	return s, nil
}

// checkScenarios finds the scenarios of the baseline, unless the folder may
// have them.
func (s *Sandbox) checkScenarios() error {
	var faults []error
	for _, name := range s.options.Scenarios {
		_, err := s.scenarios.Find(name)
		if err != nil && s.options.ScenarioFolder != "" {
			_, err = os.Stat(filepath.Join(s.options.ScenarioFolder, name+".yaml"))
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("scenario: %w", err))
		}
	}
	return errors.Join(faults...)
}

// Start binds the address, answers the probes, opens the store and fills the
// first account. When it returns, the sandbox is ready.
func (s *Sandbox) Start(ctx context.Context) error {
	var listen net.ListenConfig
	listener, err := listen.Listen(ctx, "tcp", s.options.Listen)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", s.options.Listen, err)
	}
	secure, err := s.options.tlsConfig()
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	s.listener = listener
	if secure != nil {
		listener = tls.NewListener(listener, secure)
	} else {
		s.rejections = &rejections{Listener: listener}
		listener = s.rejections
	}
	s.served = make(chan error, 1)
	s.server = &http.Server{
		Handler:           s.probe,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelWarn),
	}
	// Who follows the journal or waits for a call does not keep the sandbox
	// from stopping: Shutdown waits for every answer under way.
	base, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.server.BaseContext = func(net.Listener) context.Context { return base }
	s.server.RegisterOnShutdown(stop)
	go func() { s.served <- s.server.Serve(listener) }()
	if err := s.open(); err != nil {
		return errors.Join(err, s.Stop(ctx))
	}
	return nil
}

// Stop answers no new calls, lets those under way end until ctx is done, and
// closes the store. It may be called on a sandbox that failed to start.
func (s *Sandbox) Stop(ctx context.Context) error {
	var faults []error
	if s.server != nil {
		if err := s.server.Shutdown(ctx); err != nil {
			faults = append(faults, err, s.server.Close())
		}
		if err := <-s.served; !errors.Is(err, http.ErrServerClosed) {
			faults = append(faults, err)
		}
		s.server = nil
	}
	faults = append(faults, s.scenarios.Close())
	if s.store != nil {
		faults = append(faults, s.store.Close())
		s.store = nil
	}
	return errors.Join(faults...)
}

// URL returns the address of the sandbox, without a path.
func (s *Sandbox) URL() string {
	if s.options.TLS != TLSOff {
		return "https://" + s.listener.Addr().String()
	}
	return "http://" + s.listener.Addr().String()
}

// Account is what a sandbox reports about its first account.
type Account struct {
	Code   string
	Secret string
	Now    time.Time // on the account's clock

	// Kept is true if the data file had the account before the sandbox started.
	// The options for its world then had no effect.
	Kept     bool
	World    string // that the account was seeded with
	Orders   int    // that were requested, 0 for the number that the world says
	Seed     int64
	SeededAt time.Time // on the account's clock
}

// First returns the account that Options.VendorCode names. Before Start it is
// the zero Account.
func (s *Sandbox) First() Account {
	if s.registry == nil {
		return Account{}
	}
	a, ok := s.registry.Find(s.options.VendorCode)
	if !ok {
		return Account{}
	}
	d := a.Document()
	return Account{
		Code: a.Code, Secret: a.Settings().Secret, Now: a.Clock.Now(), Kept: s.kept,
		World: d.World, Orders: d.Orders, Seed: d.Seed, SeededAt: d.SeededAt,
	}
}

// Registry returns the accounts of a started sandbox.
func (s *Sandbox) Registry() *account.Registry { return s.registry }

// Scenarios returns the library of scenarios.
func (s *Sandbox) Scenarios() *scenario.Library { return s.scenarios }

// open makes everything behind the listener and lets calls in.
func (s *Sandbox) open() error {
	o := s.options
	s.probe.WaitFor("the store to open")
	store, err := boltstore.Open(boltstore.Options{Path: o.Data, Lifetime: o.lifetime()})
	if err != nil {
		return err
	}
	s.store = store
	s.probe.WaitFor("the scenario files")
	if err := s.openScenarios(); err != nil {
		return err
	}
	frozen, err := o.frozenAt()
	if err != nil {
		return err
	}
	entries := journal.Defaults()
	entries.Entries = o.Journal
	log := journal.New(entries)
	s.registry, err = account.NewRegistry(account.Options{
		Store: store, Snapshots: store, Journal: log, Wall: o.Wall, Seed: s.world, Library: s.scenarios,
		Baseline: o.baseline(frozen),
	})
	if err != nil {
		return err
	}
	s.probe.WaitFor("the world of account " + o.VendorCode)
	_, s.kept = s.registry.Find(o.VendorCode)
	if _, err := s.registry.FindOrOpen(o.VendorCode); err != nil {
		return err
	}
	s.probe.Ready(s.engine(log))
	return nil
}

// openScenarios fills the library: with the scenarios of a person's own that the
// store kept, and then with the folder, whose files win. One that can no longer
// be read, or whose name ships by now, is left out and told of in the log.
func (s *Sandbox) openScenarios() error {
	kept, err := s.store.Scenarios()
	if err != nil {
		return err
	}
	for name, text := range kept {
		if _, err := s.scenarios.Put(name, text); err != nil {
			s.options.Log.Warn("a scenario of your own is left out", "name", name, "error", err)
		}
	}
	return s.scenarios.Start()
}

// world builds what an account is filled with.
func (s *Sandbox) world(f account.SeedRequest) (commerce.World, error) {
	w, err := s.worlds.Load(f.World)
	if err != nil {
		return commerce.World{}, err
	}
	return w.Build(worlds.BuildRequest{Merchant: f.Code, Now: f.Now, Seed: f.Seed, Orders: f.Orders})
}

// fragment builds what is added to an account.
func fragment(tx commerce.Tx, text []byte, f account.SeedRequest) (commerce.World, error) {
	return worlds.BuildFragment(tx, text, "fragment", worlds.BuildRequest{Merchant: f.Code, Now: f.Now, Seed: f.Seed})
}

// engine routes the wires and the control interface.
func (s *Sandbox) engine(log *journal.Journal) http.Handler {
	headers := s.options.credentialHeaders()
	entrance := &gate.Gate{
		Registry: s.registry, Wall: s.options.Wall, Accounts: gate.AccountPolicy(s.options.Accounts), First: s.options.VendorCode,
		Journal: log, Log: s.options.Log, Coverage: coverage.New(),
	}
	counts := metrics.New(s.registry, log)
	entrance.OnEnd = counts.Ended
	if s.rejections != nil {
		s.rejections.gate.Store(entrance)
	}
	wire := &rest.Handler{Gate: entrance, CredentialHeaders: headers}
	envelopes := gin.WrapH(&soap.Handler{Gate: entrance})
	engine := gin.New()
	engine.RedirectTrailingSlash = false
	engine.HandleMethodNotAllowed = true
	engine.RemoveExtraSlash = true
	engine.UseRawPath = true
	engine.UnescapePathValues = true
	wire.Mount(engine)
	engine.Any(soap.Path, envelopes)
	engine.Any(soap.Path+"/", envelopes)
	(&control.API{
		Registry: s.registry, Journal: log, Scenarios: s.scenarios, Probe: s.probe, Token: s.options.ControlToken, CredentialHeaders: headers,
		Coverage: entrance.Coverage, Metrics: counts.Handler(), XPath: xpath,
		First: s.options.VendorCode, OwnScenarios: s.store, Worlds: worlds.Names(), Fragment: fragment, REST: rest.Base, SOAP: soap.Path,
	}).Mount(engine)
	engine.NoRoute(byWire(wire.NoRoute, control.NoRoute))
	engine.NoMethod(byWire(wire.NoMethod, control.NoMethod))
	return engine
}

// xpath evaluates an expression over an envelope that was recorded. One that
// could not be read has nothing to select.
func xpath(envelope []byte, contentType, expression string) (string, error) {
	r, err := soap.Read(envelope, contentType)
	if err != nil {
		return "", nil
	}
	return r.XPath(expression)
}

// byWire lets each wire refuse what is addressed to it in its own shape.
func byWire(restWire, others gin.HandlerFunc) gin.HandlerFunc {
	return func(g *gin.Context) {
		if rest.Serves(strings.ReplaceAll(g.Request.URL.Path, "//", "/")) {
			restWire(g)
			return
		}
		others(g)
	}
}
