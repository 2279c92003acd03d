// Package control is the sandbox's own interface under /_sandbox/: JSON in
// snake_case, lists as {"<plural>": […], "total": n}, errors as {"error",
// "hint"} with an ordinary status. It shows and changes what an account is and
// has, shows the journal, and tells whether the sandbox is up and ready.
//
// Routes stand in one table, which GET /_sandbox/ shows. A handler turns a
// request into a value or an error and touches nothing else; one function
// writes. Unknown names answer 404 with the nearest, unknown fields of a body
// are refused by name.
//
// The shapes of the commerce interface belong to rest and soap; what an account
// is and does belongs to account, commerce and scenario.
package control

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// base is where the control interface lives.
const base = "/_sandbox"

// API serves the control interface.
type API struct {
	Registry  *account.Registry
	Journal   *journal.Journal
	Scenarios *scenario.Library
	Probe     *Probe
	Token     string // asked for as a bearer token when set; the probes are always open

	First             string   // code of the account that the sandbox was started with
	CredentialHeaders []string // whose values are masked in lists

	Coverage *coverage.Counters // over all accounts
	Metrics  http.Handler       // of GET /metrics, which is behind the token too
	XPath    XPathFunc          // how conditions over recorded calls read an envelope

	OwnScenarios ScenarioStore // where scenarios of a person's own are kept
	Worlds       []string      // names of the worlds that ship
	Fragment     FragmentFunc
	REST         string // paths of the wires, for the addresses of an account
	SOAP         string

	shelving sync.Mutex // held while the library and what is kept of it change together
}

// route is one row of the table of routes. Path is below base, with
// parameters as {name}.
type route struct {
	method  string
	path    string
	summary string
	handle  handler
}

// handler answers one request with what is to be written as JSON.
type handler func(*request) (answer, error)

// routes is the table of routes.
func (i *API) routes() []route {
	return slices.Concat(i.sandboxRoutes(), i.accountRoutes(), i.recordRoutes(), i.libraryRoutes(), i.journalRoutes())
}

// sandboxRoutes tell about the sandbox itself.
func (i *API) sandboxRoutes() []route {
	return []route{
		{http.MethodGet, "/", "the routes of the control interface", i.table},
		{http.MethodGet, livePath, "whether the process is up", i.live},
		{http.MethodGet, readyPath, "whether the sandbox is ready, or what it waits for", i.ready},
	}
}

// journalRoutes show what was asked and how it was answered.
func (i *API) journalRoutes() []route {
	return []route{
		{http.MethodGet, "/accounts/{code}/requests", "the calls of an account, newest first", i.accountRequests},
		{http.MethodDelete, "/accounts/{code}/requests", "forget the calls of an account", i.clearRequests},
		{http.MethodGet, "/accounts/{code}/requests/latest", "the last call of an account", i.latestRequest},
		{http.MethodGet, "/accounts/{code}/requests/stream", "the calls of an account as they end, as server-sent events", i.streamRequests},
		{http.MethodPost, "/accounts/{code}/requests/verify", "whether certain calls were made, waiting for them if need be", i.verifyRequests},
		{http.MethodGet, "/requests", "the calls that belong to no account, newest first", i.strayRequests},
		{http.MethodGet, "/requests/{id}", "one call with all that explains it", i.oneRequest},
		{http.MethodGet, "/accounts/{code}/coverage", "which outcomes the calls of an account met", i.accountCoverage},
		{http.MethodGet, "/coverage", "which outcomes were met over all accounts, deleted ones too", i.allCoverage},
		{http.MethodDelete, "/coverage", "count all outcomes from zero again", i.clearCoverage},
	}
}

// Mount routes the control interface, in both spellings of a trailing slash.
// Writes that a browser sends from another site are refused.
func (i *API) Mount(engine *gin.Engine) {
	guard := newGuard(i.Token)
	for _, r := range i.routes() {
		path := base + strings.TrimSuffix(r.path, "/")
		path = strings.NewReplacer("{", ":", "}", "").Replace(path)
		serve := guard.around(r)
		engine.Handle(r.method, path, serve)
		engine.Handle(r.method, path+"/", serve)
	}
	counts := guard.around(route{handle: i.showMetrics})
	engine.GET(metricsPath, counts)
	engine.GET(metricsPath+"/", counts)
}

// metricsPath is where Prometheus looks for counts: at the root, not below base.
const metricsPath = "/metrics"

// showMetrics shows the counts of the sandbox in the formats of Prometheus.
func (i *API) showMetrics(*request) (answer, error) {
	return answer{stream: i.Metrics.ServeHTTP}, nil
}

// table lists the routes.
func (i *API) table(*request) (answer, error) {
	type row struct {
		Method  string `json:"method"`
		Path    string `json:"path"`
		Summary string `json:"summary"`
	}
	var rows []row
	for _, r := range i.routes() {
		rows = append(rows, row{r.method, base + r.path, r.summary})
	}
	rows = append(rows, row{http.MethodGet, metricsPath, "counts for Prometheus"})
	return list("routes", rows), nil
}
