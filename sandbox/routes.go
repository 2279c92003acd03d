package sandbox

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/metrics"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/router"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// route routes calls to both protocols and requests to the control interface,
// each at its address.
func (s *Sandbox) route(calls *journal.Journal) {
	headers := s.options.credentialHeaders()
	admission := &gate.Gate{
		Registry: s.registry, Wall: s.options.Wall, Accounts: gate.AccountPolicy(s.options.Accounts), First: s.options.VendorCode,
		Journal: calls, Log: s.options.Log, Coverage: coverage.New(), Address: s.address, CredentialHeaders: headers,
	}
	counts := metrics.New(s.registry, calls)
	admission.OnEnd = counts.Ended
	admission.CORS, _ = gate.NewCORS(s.options.CORSOrigins, headers) // New has checked them
	s.gate.Store(admission)
	api := &control.API{
		Registry: s.registry, Journal: calls, Events: s.events, Scenarios: s.scenarios, Probe: s.probe, Version: version(),
		Token: s.options.ControlToken, CredentialHeaders: headers,
		Gate: admission, SigningHeader: s.options.signingHeader(), Login: login,
		Bundle:   s.saveBundle,
		Coverage: admission.Coverage, Metrics: counts, XPath: xpath, Envelope: soap.Text,
		First: s.options.VendorCode, Anonymize: s.anonymize, OwnScenarios: s.store, Worlds: worlds.Names(), ShownWorlds: s.shownWorlds, Fragment: readFragment, World: checkedWorld, WorldSchema: worlds.Schema(), REST: rest.Base, SOAP: soap.Path,
		Protocols: s.protocolsOrigin(), Log: s.options.Log, Certificate: s.ownCertificate(),
	}
	api.Exchanges, api.Guide = exchanges(), guide(s.options.PagesFolder)
	restHandler, soapHandler := &rest.Handler{Gate: admission}, &soap.Handler{Gate: admission}
	if s.replays { // anybody may have made the bundle
		s.main.front.Pass(s.router(restHandler, soapHandler))
		return
	}
	full := s.router(restHandler, soapHandler)
	api.Mount(full)
	for _, at := range []string{"/", web.Base, web.Base + "/{page...}"} {
		full.Handle(http.MethodGet, at, s.pages)
		full.Handle(http.MethodHead, at, s.pages)
	}
	if s.control.http == nil {
		s.main.front.Pass(full)
		return
	}
	protocols := s.router(restHandler, soapHandler)
	api.MountProbes(protocols)
	s.main.front.Pass(protocols)
	s.control.front.Pass(full) // with the protocols, because a page may call no other origin than its own
}

// router returns a router that serves the protocols, and all else under allowed
// hosts only.
func (s *Sandbox) router(restHandler *rest.Handler, soapHandler http.Handler) *router.Router {
	routes := &router.Router{
		Around: func(next http.Handler) http.Handler {
			return s.options.hosts().Guard(isProtocol, crossOrigin(restHandler.Gate.CORS, s.options.Log, next))
		},
		NotFound:   byPath(restHandler.NoRoute, control.NoRoute),
		NotAllowed: byPath(restHandler.NoMethod, control.NoMethod),
	}
	restHandler.Mount(routes)
	for _, method := range []string{
		http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodHead, http.MethodOptions, http.MethodDelete,
		http.MethodConnect, http.MethodTrace,
	} {
		routes.Handle(method, soap.Path, soapHandler)
		routes.Handle(method, soap.Path+"/", soapHandler)
	}
	return routes
}

// crossOrigin lets pages of other origins call the protocols. A preflight that is not
// answered is logged, because the call that it asks for never arrives.
func crossOrigin(cors *gate.CORS, log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case cors == nil && r.Method != http.MethodOptions, !isProtocol(r):
		case cors.Serve(w, r):
			return
		case r.Method == http.MethodOptions && r.Header.Get("Origin") != "":
			log.WarnContext(r.Context(), "a page of another origin may not call", slog.String("origin", phrase.Shorten(r.Header.Get("Origin"), 80)),
				slog.String("path", r.URL.Path), slog.String("hint", "start the sandbox with --cors and this origin"))
		}
		next.ServeHTTP(w, r)
	})
}

// isProtocol reports whether a request is a call of a protocol. Its route decides,
// because the path may have dots that the router resolves.
func isProtocol(r *http.Request) bool {
	route := strings.TrimSuffix(router.Route(r), "/")
	return rest.Serves(route) || route == soap.Path || route == "" && servesREST(r)
}

// protocolsOrigin returns how a client of the control interface reaches the
// protocols, nil if by the same address as the control interface.
func (s *Sandbox) protocolsOrigin() func(*http.Request) string {
	if s.control.http == nil {
		return nil
	}
	host, _, _ := net.SplitHostPort(s.options.Listen) // New has checked it
	_, port, _ := net.SplitHostPort(s.main.listener.Addr().String())
	return func(r *http.Request) string { return s.address.At(r, host, port) }
}

// xpath evaluates an expression over a recorded envelope. It selects nothing
// from an envelope that cannot be read.
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

// byPath answers a call that has no route: a call below the REST base gets an
// error of the REST protocol.
func byPath(toREST, toOthers http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if servesREST(r) {
			toREST(w, r)
			return
		}
		toOthers(w, r)
	}
}

// servesREST reports whether the path of a request belongs to REST.
func servesREST(r *http.Request) bool {
	return rest.Serves(strings.ReplaceAll(r.URL.Path, "//", "/"))
}

// version returns the version of the program that runs the sandbox.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
