package sandbox

import (
	"net/http"
	"os"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/metrics"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// routes returns the handler of both protocols and the control interface.
func (s *Sandbox) routes(calls *journal.Journal) http.Handler {
	headers := s.options.credentialHeaders()
	admission := &gate.Gate{
		Registry: s.registry, Wall: s.options.Wall, Accounts: gate.AccountPolicy(s.options.Accounts), First: s.options.VendorCode,
		Journal: calls, Log: s.options.Log, Coverage: coverage.New(),
	}
	counts := metrics.New(s.registry, calls)
	admission.OnEnd = counts.Ended
	if s.rejections != nil {
		s.rejections.gate.Store(admission)
	}
	quietGin()
	engine := gin.New()
	engine.RedirectTrailingSlash = false
	engine.HandleMethodNotAllowed = true
	engine.RemoveExtraSlash = true
	engine.UseRawPath = true
	engine.UnescapePathValues = true
	restHandler := &rest.Handler{Gate: admission, CredentialHeaders: headers}
	restHandler.Mount(engine)
	soapHandler := gin.WrapH(&soap.Handler{Gate: admission})
	engine.Any(soap.Path, soapHandler)
	engine.Any(soap.Path+"/", soapHandler)
	(&control.API{
		Registry: s.registry, Journal: calls, Scenarios: s.scenarios, Probe: s.probe, Token: s.options.ControlToken, CredentialHeaders: headers,
		Coverage: admission.Coverage, Metrics: counts.Handler(), XPath: xpath,
		First: s.options.VendorCode, OwnScenarios: s.store, Worlds: worlds.Names(), Fragment: fragment, REST: rest.Base, SOAP: soap.Path,
	}).Mount(engine)
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

// xpath evaluates an expression over a recorded envelope. It selects nothing
// from an envelope that cannot be read.
func xpath(envelope []byte, contentType, expression string) (string, error) {
	r, err := soap.Read(envelope, contentType)
	if err != nil {
		return "", nil
	}
	return r.XPath(expression)
}

// byPath answers a call that has no route: a call below the REST base gets an
// error of the REST protocol.
func byPath(toREST, toOthers gin.HandlerFunc) gin.HandlerFunc {
	return func(g *gin.Context) {
		if rest.Serves(strings.ReplaceAll(g.Request.URL.Path, "//", "/")) {
			toREST(g)
			return
		}
		toOthers(g)
	}
}
