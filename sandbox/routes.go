package sandbox

import (
	"fmt"
	"net"
	"net/http"
	"runtime/debug"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/metrics"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/routing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/seeding"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// route routes calls to both protocols and requests to the control interface,
// each at its address.
func (s *Sandbox) route(calls *journal.Journal) {
	headers := s.options.credentialHeaders()
	admission := &gate.Gate{
		Registry: s.registry, Wall: s.options.Wall, Accounts: gate.AccountPolicy(s.options.Accounts), First: s.options.VendorCode,
		Journal: calls, Log: s.options.Log, Faults: s.faults, Coverage: coverage.New(), Address: s.address, CredentialHeaders: headers,
	}
	counts := metrics.New(s.registry, calls, func() float64 { return float64(s.faults.Shown().Count) }, func() float64 { return float64(s.options.DroppedLines()) })
	admission.OnEnd = counts.Ended
	admission.CORS, _ = gate.NewCORS(s.options.CORSOrigins, headers) // New has checked them
	s.gate.Store(admission)
	api := &control.API{
		Registry: s.registry, Runs: s.runs, Journal: calls, Events: s.events, Scenarios: s.scenarios, Probe: s.probe, Version: version(),
		Token: s.options.ControlToken, CredentialHeaders: headers,
		Gate: admission, SigningHeader: s.options.signingHeader(), Login: login,
		Coverage: admission.Coverage, Metrics: counts, XPath: xpath, Envelope: soap.Text,
		First: s.options.VendorCode, Anonymize: s.anonymize, OwnScenarios: s.store, Worlds: worlds.Names(), ShownWorlds: func() ([]control.World, error) { return shownWorlds(s.worlds, s.options.World) }, Fragment: seeding.ReadFragment, World: func(text []byte) error { return worlds.Check(text, "world") },
		WorldSchema: worlds.Schema(), MaxImport: s.options.MaxImport, REST: rest.Base, SOAP: soap.Path,
		Protocols: s.protocolsOrigin(), OpenPort: s.ports.Open, AwaitPort: s.ports.Await, PortOrigin: s.ports.Origin, Log: s.options.Log, DroppedLines: s.options.DroppedLines, Certificate: s.ownCertificate(),
	}
	api.Exchanges, api.Guide, api.Operations = exchanges(), guide(s.options.PagesFolder), shown(s.table)
	restHandler, soapHandler := &rest.Handler{Gate: admission}, &soap.Handler{Gate: admission}
	restHandler.Operations, soapHandler.Operations = served(s.table)
	router := routing.Router{
		REST: restHandler, SOAP: soapHandler, API: api, Pages: s.pages, Hosts: s.options.hosts(), Turns: s.turns, Faults: s.faults, Log: s.options.Log,
	}
	all := router.All()
	if s.control.Load() == nil {
		s.front.Pass(all)
		return
	}
	s.front.Pass(router.Protocols())
	s.controlFront.Pass(all) // with the protocols, because a page may call no other origin than its own
}

// protocolsOrigin returns how a client of the control interface reaches the
// protocols, nil if by the same address as the control interface.
func (s *Sandbox) protocolsOrigin() func(*http.Request) string {
	if s.control.Load() == nil {
		return nil
	}
	host, _, _ := net.SplitHostPort(s.options.Listen) // New has checked it
	_, port, _ := net.SplitHostPort(s.main.Load().Address())
	return func(r *http.Request) string { return s.address.At(r, host, port) }
}

// xpath evaluates an expression over a recorded envelope. It selects nothing from
// an unreadable envelope.
func xpath(envelope []byte, contentType, expression string, spend func(nodes int) error) (string, error) {
	r, err := soap.Read(envelope, contentType)
	if err != nil {
		return "", nil
	}
	return r.XPath(expression, spend)
}

// login reads the claim in the envelope of a login.
func login(envelope []byte) (credential.Claim, error) {
	r, err := soap.Read(envelope, "text/xml; charset=utf-8")
	if err != nil {
		return credential.Claim{}, err
	}
	if r.Operation != string(catalog.Login) {
		return credential.Claim{}, fmt.Errorf("the envelope calls %q; only a login is signed", phrase.Shorten(r.Operation, 80))
	}
	l := r.Login()
	return credential.Claim{Code: l.MerchantCode, Date: l.Date, Hash: l.Hash, Algo: l.Algorithm}, nil
}

// version returns the version of the running program.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
