package sandbox

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/metrics"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
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
		s.main.front.Pass(s.engine(restHandler, soapHandler))
		return
	}
	full := s.engine(restHandler, soapHandler)
	api.Mount(full)
	for _, at := range []string{"/", web.Base, web.Base + "/*page"} {
		full.GET(at, gin.WrapH(s.pages))
		full.HEAD(at, gin.WrapH(s.pages))
	}
	if s.control.http == nil {
		s.main.front.Pass(full)
		return
	}
	protocols := s.engine(restHandler, soapHandler)
	api.MountProbes(protocols)
	s.main.front.Pass(protocols)
	s.control.front.Pass(full) // with the protocols, because a page may call no other origin than its own
}

// engine returns an engine that serves the protocols, and all else under allowed
// hosts only. It finds the route of a path with double slashes and dots, because
// clients of the interface send such paths and follow no redirects.
func (s *Sandbox) engine(restHandler *rest.Handler, soapHandler http.Handler) *gin.Engine {
	quietGin()
	engine := gin.New()
	_ = engine.SetTrustedProxies(nil) // no list cannot be wrong
	engine.RedirectTrailingSlash = false
	engine.RemoveExtraSlash = true
	engine.HandleMethodNotAllowed = true
	engine.UseRawPath = true          // otherwise an escaped slash divides a value
	engine.UnescapePathValues = false // gin would take a plus sign for a blank
	engine.Use(s.recoverPanic, correctValues, s.options.hosts().Guard(isProtocol), crossOrigin(restHandler.Gate.CORS, s.options.Log))
	restHandler.Mount(engine.Group(rest.Base))
	endpoint := engine.Group(soap.Path)
	endpoint.Any("", gin.WrapH(soapHandler))
	endpoint.Any("/", gin.WrapH(soapHandler))
	engine.NoRoute(byPath(restHandler.NoRoute, control.NoRoute))
	engine.NoMethod(byPath(restHandler.NoMethod, control.NoMethod))
	return engine
}

// quietGin keeps gin from printing every route of every sandbox. The mode of gin
// belongs to the whole process, so it is changed from the default only, and
// never when the environment chooses one.
func quietGin() {
	if gin.Mode() == gin.DebugMode && os.Getenv(gin.EnvGinMode) == "" {
		gin.SetMode(gin.ReleaseMode)
	}
}

// correctValues gives a request the values of its path as its client meant them: gin
// leaves their escapes, and without a route it leaves values of one that nearly matched.
func correctValues(c *gin.Context) {
	switch {
	case c.FullPath() == "":
		c.Params = nil
	case c.Request.URL.RawPath != "":
		for n, parameter := range c.Params {
			if plain, err := url.PathUnescape(parameter.Value); err == nil {
				c.Params[n].Value = plain
			}
		}
	}
}

// crossOrigin lets pages of other origins call the protocols. A preflight that is not
// answered is logged, because the call that it asks for never arrives.
func crossOrigin(cors *gate.CORS, log *slog.Logger) gin.HandlerFunc {
	return func(c *gin.Context) {
		r := c.Request
		switch {
		case cors == nil && r.Method != http.MethodOptions, !isProtocol(c):
		case cors.Serve(c.Writer, r):
			c.Abort()
		case r.Method == http.MethodOptions && r.Header.Get("Origin") != "":
			log.WarnContext(r.Context(), "a page of another origin may not call", slog.String("origin", phrase.Shorten(r.Header.Get("Origin"), 80)),
				slog.String("path", r.URL.Path), slog.String("hint", "start the sandbox with --cors and this origin"))
		}
	}
}

// isProtocol reports whether a request is a call of a protocol. Its route decides,
// because the path may have dots that the engine resolves.
func isProtocol(c *gin.Context) bool {
	route := strings.TrimSuffix(c.FullPath(), "/")
	return rest.Serves(route) || route == soap.Path || route == "" && servesREST(c.Request)
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
func byPath(toREST, toOthers gin.HandlerFunc) gin.HandlerFunc {
	return func(c *gin.Context) {
		if servesREST(c.Request) {
			toREST(c)
			return
		}
		toOthers(c)
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
