package sandbox

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/anonymize"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/bundle"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/metrics"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/routing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verdict"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// assembly is the parts of a sandbox, in the order of their making: assemble makes them
// from the options, then listen, open and route those that need addresses and data.
type assembly struct {
	options Options
	bundle  *bundle.Bundle // of the first account, nil without one

	running    context.Context // cancelled when the sandbox stops
	endCalls   context.CancelFunc
	background sync.WaitGroup // of all work that no call causes

	anonymize anonymize.Key // of imported records
	worlds    *worlds.Library
	scenarios *scenario.Library
	faults    *gate.Faults
	turns     *gate.Turns // of large bodies
	probe     *control.Probe
	front     *control.Front // of the protocols, and of the control interface unless it has its own
	own       *control.Front // of the control interface with an address of its own
	table     []operation    // with their rows
	address   conn.AddressPolicy
	tls       *tls.Config // nil for plain HTTP
	pages     http.Handler

	lookup  conn.Lookup                 // nil for the machine's
	ports   *conn.Ports                 // of accounts, nil unless the sandbox listens
	main    atomic.Pointer[conn.Server] // of front, nil unless the sandbox listens
	control atomic.Pointer[conn.Server] // of own, nil unless Options.ControlListen is set

	store      *boltstore.DB // nil until the data are open
	calls      *journal.Journal
	numbers    *events.Numbers // of calls
	events     *events.Log
	runs       *verdict.Runs
	rehearsals *verdict.Rehearsals
	registry   *account.Registry
	kept       bool // the store had the first account already

	gate atomic.Pointer[gate.Gate] // nil until the sandbox is ready
}

// assemble makes the parts without data, or returns all faults of the options, joined.
func assemble(table []operation, o Options) (*assembly, error) {
	o = o.withDefaults()
	from, o, err := o.withBundle()
	if err != nil {
		return nil, err
	}
	a := &assembly{options: o, bundle: from, anonymize: anonymize.NewKey(o.AnonymizeKey), probe: control.NewProbe("start")}
	a.running, a.endCalls = context.WithCancel(context.Background())
	a.worlds = &worlds.Library{Anonymize: a.anonymize, KeepPersonalData: o.KeepPersonalData}
	a.scenarios = scenario.NewLibrary(scenario.LibraryOptions{Folder: o.ScenarioFolder, Log: o.Log, Changed: a.publishLibrary})
	a.faults = &gate.Faults{Wall: o.Wall, Mask: journal.Mask{CredentialHeaders: o.credentialHeaders(), Secrets: []string{o.ControlToken, o.Secret}}}
	a.turns = gate.NewTurns(debug.SetMemoryLimit(-1)) // -1 only reads the limit
	a.front, a.own = control.NewFront(a.probe, web.Waiting), control.NewFront(a.probe, web.Waiting)
	var notTable, notTLS, notPages, notAddress error
	a.table, notTable = withRows(table)
	a.address, notAddress = o.addressPolicy()
	a.tls, notTLS = o.tlsConfig()
	a.pages, notPages = web.Handler(web.Options{Folder: o.PagesFolder, TokenRequired: o.ControlToken != ""})
	if err := errors.Join(notTable, o.check(), notAddress, notTLS, notPages, o.checkWorld(a.worlds), o.checkScenarios(a.scenarios)); err != nil {
		return nil, errors.Join(err, from.Close())
	}
	return a, nil
}

// publishLibrary publishes changes of the library. The first reading is no change.
func (a *assembly) publishLibrary(changes []client.LibraryEvent) {
	if a.gate.Load() == nil {
		return
	}
	for _, c := range changes {
		a.registry.PublishLibrary(c)
	}
}

// listen answers the probes at the addresses of the options from then on. lost is called
// when a listener fails.
func (a *assembly) listen(ctx context.Context, lost func(error)) error {
	o := a.options
	if o.TLS == TLSSelfSigned {
		if err := o.selfSigned().Keep(a.tls.Certificates[0]); err != nil {
			return err
		}
	}
	serving := conn.ServerOptions{
		Options: conn.Options{Address: o.Listen, TLS: a.tls, Lookup: a.lookup, Reject: a.reject, Log: o.Log},
		Handler: web.HardenHandler(a.front), Running: a.running, Lost: lost,
	}
	a.ports = conn.NewPorts(conn.PortsOptions{ServerOptions: serving, Trusted: a.address.Trusted, Waits: control.Serves})
	serving.Stopping = a.endCalls // the end of an account's port ends no other call
	main, err := conn.Serve(ctx, serving)
	if err != nil {
		return err
	}
	a.main.Store(main)
	if o.ControlListen == "" {
		return nil
	}
	serving.Address, serving.Handler = o.ControlListen, web.HardenHandler(a.own)
	own, err := conn.Serve(ctx, serving)
	if err == nil {
		a.control.Store(own)
	}
	return err
}

// reject records and answers a request that reaches no handler. Before the sandbox is ready
// it returns nil.
func (a *assembly) reject(r conn.Rejected) []byte {
	g := a.gate.Load()
	if g == nil {
		return nil
	}
	return routing.Reject(g, r)
}

// open opens the data, seeds the first account and lets calls in.
func (a *assembly) open(ctx context.Context) error {
	err := a.waitFor(ctx, "the data file to open", a.openStore)
	if err == nil {
		err = a.waitFor(ctx, "the scenario files", a.openScenarios)
	}
	if err == nil {
		err = a.openRegistry()
	}
	if err == nil {
		err = a.waitFor(ctx, "the world of account "+a.options.VendorCode, a.openFirst)
	}
	if err != nil {
		return err
	}
	a.route(a.calls)
	a.probe.Ready(a.store.Health)
	a.background.Go(func() { a.housekeeper().keep(a.running, time.NewTicker(keepInterval).C) })
	a.background.Go(func() { a.housekeeper().endScenarios(a.running, time.NewTicker(endInterval).C) })
	return nil
}

// waitFor reports a step to the probes, and takes it if ctx still allows it.
func (a *assembly) waitFor(ctx context.Context, what string, step func(context.Context) error) error {
	a.probe.WaitFor(what)
	if err := ctx.Err(); err != nil {
		return err
	}
	return step(ctx)
}

// openStore opens the data file, and logs what it found.
func (a *assembly) openStore(ctx context.Context) (err error) {
	o := a.options
	lifetime := boltstore.Lasting
	if o.Ephemeral {
		lifetime = boltstore.Ephemeral
	}
	a.store, err = boltstore.Open(boltstore.Options{Path: o.Data, Lifetime: lifetime, NoSync: o.NoSync})
	if err != nil {
		return err
	}
	if err := a.store.Warning(); err != nil {
		o.Log.WarnContext(ctx, "the data file was damaged", slog.Any("error", err))
	}
	return nil
}

// openScenarios adds the user's own scenarios from the store, and then the scenario
// folder. Files of the folder replace own scenarios of the same name. It skips an
// own scenario if this version cannot read it, or ships one of its name.
func (a *assembly) openScenarios(ctx context.Context) error {
	kept, err := a.store.Scenarios().All()
	if err != nil {
		return err
	}
	for name, text := range kept {
		if _, err := a.scenarios.Put(name, text); err != nil {
			a.options.Log.WarnContext(ctx, "skipped a scenario of your own", "name", name, "error", err)
		}
	}
	return a.scenarios.Start()
}

// openRegistry makes the journal, the stream and the registry of the stored accounts.
func (a *assembly) openRegistry() (err error) {
	o := a.options
	a.calls = journal.New(o.journalLimits())
	a.calls.Mask = journal.Mask{CredentialHeaders: o.credentialHeaders(), Envelope: soap.Text}
	numbers := &events.Numbers{Store: a.store.Numbers(), Calls: a.calls, Lasting: !o.Ephemeral, Log: o.Log}
	if a.events, err = numbers.Resume(o.Wall()); err != nil {
		return err
	}
	a.numbers = numbers
	a.background.Go(func() { numbers.Reserve(a.running) })
	a.runs = verdict.NewRuns(verdict.RunsOptions{Wall: o.Wall, Store: a.store.Runs(), Log: o.Log, Judge: verdict.Judge{Wall: o.Wall}.Verdict})
	a.registry, err = account.NewRegistry(account.Options{
		Store: a.store, Snapshots: a.store, Journal: a.calls, Events: a.events, Wall: o.Wall, Seed: a.seeder().world, Library: a.scenarios,
		Baseline: o.baseline(), Runs: a.runs, Max: o.MaxAccounts,
	})
	if err == nil {
		a.runs.Resume(a.registry)
		a.rehearsals = verdict.ResumeRehearsals(a.store.Rehearsals(), o.Log)
		a.registry.OnRelease(a.ports.Close)
	}
	return err
}

// seeder builds the worlds of accounts. The probes report its progress while the sandbox
// starts.
func (a *assembly) seeder() seeder {
	return seeder{worlds: a.worlds, log: a.options.Log, progress: func(of string) {
		if a.gate.Load() == nil {
			a.probe.WaitFor(of)
		}
	}}
}

// openFirst opens the first account, and warns of personal data.
func (a *assembly) openFirst(ctx context.Context) error {
	o := a.options
	_, a.kept = a.registry.Find(o.VendorCode)
	if a.bundle != nil {
		to := bundle.RestoreRequest{Registry: a.registry, Library: a.scenarios, Wall: o.Wall, Frozen: o.Clock != "", Snapshot: SnapshotOfBundle, Log: o.Log}
		if err := a.bundle.Restore(ctx, to); err != nil {
			return withHint(err)
		}
	}
	if _, err := a.registry.FindOrOpen(ctx, "", o.VendorCode); err != nil {
		a.store.RemoveIfNew()
		return withHint(err)
	}
	for _, code := range a.personalData() {
		o.Log.WarnContext(ctx, "the account has personal data, because records were imported with it", "account", code)
	}
	return nil
}

// withHint adds the operator's remedy to an error of the data file.
func withHint(err error) error {
	var full *account.NoSpaceError
	var damage *account.DamageError
	switch {
	case errors.As(err, &full):
		return fmt.Errorf("%w; %s", err, full.Hint())
	case errors.As(err, &damage):
		return fmt.Errorf("%w; %s", err, damage.Hint())
	}
	return err
}

// personalData returns the sorted codes of the accounts with imported personal data.
func (a *assembly) personalData() (codes []string) {
	for _, one := range a.registry.All() {
		if one.Document().PersonalData {
			codes = append(codes, one.Code)
		}
	}
	return codes
}

// housekeeper does the work that no call causes.
func (a *assembly) housekeeper() housekeeper {
	return housekeeper{registry: a.registry, health: a.store.Health, ttl: a.options.AccountTTL, first: a.options.VendorCode, log: a.options.Log}
}

// route routes calls to both protocols and requests to the control interface,
// each at its address.
func (a *assembly) route(calls *journal.Journal) {
	o := a.options
	admission := &gate.Gate{
		Registry: a.registry, Wall: o.Wall, Accounts: gate.AccountPolicy(o.Accounts), First: o.VendorCode,
		Journal: calls, Log: o.Log, Faults: a.faults, Coverage: coverage.New(), Address: a.address, CredentialHeaders: o.credentialHeaders(),
	}
	counts := metrics.New(a.registry, calls, func() float64 { return float64(a.faults.Summary().Count) }, func() float64 { return float64(o.DroppedLines()) })
	admission.OnEnd = counts.CountCall
	admission.CORS, _ = gate.NewCORS(o.CORSOrigins, admission.CredentialHeaders) // assemble has checked them
	a.gate.Store(admission)
	restHandler, soapHandler := &rest.Handler{Gate: admission}, &soap.Handler{Gate: admission}
	restHandler.Operations, soapHandler.Operations = splitByProtocol(a.table)
	router := routing.Router{
		REST: restHandler, SOAP: soapHandler, API: a.api(admission, counts), Pages: a.pages, Hosts: o.hosts(), Turns: a.turns,
	}
	all := router.All()
	if a.control.Load() == nil {
		a.front.Pass(all)
		return
	}
	a.front.Pass(router.Protocols())
	a.own.Pass(all) // with the protocols, because a page may call no other origin than its own
}

// api returns the control interface.
func (a *assembly) api(admission *gate.Gate, counts http.Handler) *control.API {
	o := a.options
	var certificate []byte // the self-signed one in PEM
	if o.TLS == TLSSelfSigned {
		certificate = conn.PEM(a.tls.Certificates[0])
	}
	return &control.API{
		Registry: a.registry, Runs: a.runs, Rehearsals: a.rehearsals, Learn: o.learn, Journal: admission.Journal, Events: a.events, Scenarios: a.scenarios, Probe: a.probe, Version: version(),
		Token: o.ControlToken, CredentialHeaders: admission.CredentialHeaders, First: o.VendorCode, Log: o.Log, DroppedLines: o.DroppedLines,
		Gate: admission, SigningHeader: o.signingHeader(), Login: login, Coverage: admission.Coverage, Metrics: counts, XPath: xpath,
		Anonymize: a.anonymize, OwnScenarios: a.store.Scenarios(), MaxImport: o.MaxImport, Certificate: certificate,
		Worlds: worlds.Names(), WorldSchema: worlds.Schema(), Fragment: readFragment,
		World:       func(text []byte) error { return worlds.Check(text, "world") },
		ShownWorlds: func() ([]control.World, error) { return shownWorlds(a.worlds, o.World) },
		REST:        rest.Base, SOAP: soap.Path, Protocols: a.protocolsOrigin(),
		OpenPort: a.ports.Open, AwaitPort: a.ports.Await, PortOrigin: a.ports.Origin,
		Exchanges: exchanges(), Guide: guide(o.PagesFolder), Operations: controlOperations(a.table),
	}
}

// version returns the version of the running program.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// protocolsOrigin returns how a client of the control interface reaches the
// protocols, nil if by the same address as the control interface.
func (a *assembly) protocolsOrigin() func(*http.Request) string {
	if a.control.Load() == nil {
		return nil
	}
	host, _, _ := net.SplitHostPort(a.options.Listen) // assemble has checked it
	_, port, _ := net.SplitHostPort(a.main.Load().Address())
	return func(r *http.Request) string { return a.address.At(r, host, port) }
}

// close ends what was begun: the calls under way until ctx is done, then all other work,
// and at last the data.
func (a *assembly) close(ctx context.Context) error {
	// The ports last: the stop of main ends their streams, and no call opens a port any more.
	faults := []error{a.main.Load().Stop(ctx), a.control.Load().Stop(ctx), a.ports.Stop(ctx)}
	a.endCalls()
	a.ports.Wait()
	a.background.Wait()
	if errors.Join(faults...) == nil { // otherwise calls may go on, and get further numbers
		a.numbers.End(a.events)
	}
	faults = append(faults, a.scenarios.Close(), a.bundle.Close())
	if a.registry != nil {
		a.runs.Save(a.registry)
	}
	if a.store != nil {
		faults = append(faults, a.store.Close())
	}
	if o := a.options; o.Report != "" && a.registry != nil { // after the data are safe, because a slowly stopping process is killed
		verdict.Folder{Judge: verdict.Judge{Wall: o.Wall}, Path: o.Report, Registry: a.registry, Runs: a.runs, Calls: a.calls, Log: o.Log}.Write()
	}
	return errors.Join(faults...)
}
