// Package control is the sandbox's own interface under /_sandbox/: it shows and changes
// accounts and their records, shows the journal, and says whether the sandbox is live and
// ready. Bodies are JSON in snake_case, lists are {"<plural>": […], "total": n}, errors
// are {"error", "hint"} with an HTTP status. Package client declares the shapes.
//
// The routes are tables in routes_*.go; GET /_sandbox/ shows them. A handler returns a
// value or an error; one function writes it. To add a route, write its handler, its row
// in a table, and its method in package client.
//
// It drafts scenarios from calls, tries them on the calls of an account, and puts what they do
// into words.
//
// The shapes of the commerce interface belong to rest and soap; the rules of
// accounts, orders and scenarios belong to account, commerce and scenario.
package control

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/anonymize"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verdict"
)

// base is the path of the control interface.
const base = "/_sandbox"

// Serves reports whether a path belongs to the control interface.
func Serves(path string) bool { return strings.HasPrefix(path+"/", base+"/") }

// API serves the control interface.
type API struct {
	Registry   *account.Registry
	Runs       *verdict.Runs
	Rehearsals *verdict.Rehearsals
	Learn      func(name string, recording io.Reader, answers map[string]string) client.Learned
	Journal    *journal.Journal
	Operations []Operation // in the order of the catalogue
	Events     *events.Log // gets an event for each change not reported by another package
	Scenarios  *scenario.Library
	Probe      *Probe
	Guide      func() ([]GuidePage, error)
	Exchanges  fs.FS  // recorded stories, OPERATION/NAME.http
	Version    string // of the sandbox
	Token      string // required as a bearer token unless empty; the probes are always open

	First             string   // code of the first account, from the start flags
	CredentialHeaders []string // headers whose values are masked in lists

	Gate          *gate.Gate // verifies signatures to diagnose
	SigningHeader string     // the credential header of signed calls
	Login         LoginFunc  // reads the envelope of a login to diagnose

	Coverage *coverage.Counters // of all accounts
	Metrics  http.Handler       // of GET /metrics, which requires the token too
	XPath    calls.XPathFunc    // how conditions over recorded calls read an envelope

	Anonymize    anonymize.Key           // of incoming records
	OwnScenarios ScenarioStore           // keeps the users' own scenarios
	Worlds       []string                // names of the shipped worlds
	ShownWorlds  func() ([]World, error) // the worlds that an account can start with
	Fragment     FragmentFunc
	World        func(text []byte) error // returns what is wrong with a world
	WorldSchema  []byte                  // JSON Schema of worlds
	MaxImport    int64                   // bytes of an import
	REST         string                  // paths of the protocols, for the addresses of an account
	SOAP         string
	Certificate  []byte                     // self-signed, in PEM; nil without one
	Log          *slog.Logger               // gets a line for each write and for each failure of the sandbox
	DroppedLines func() int64               // returns how many lines of the log were not written
	Protocols    func(*http.Request) string // returns the address of the protocols; nil for the request's own

	OpenPort   func(code string) error                   // opens a port for an account
	AwaitPort  func(ctx context.Context, code string)    // waits until no call is under way at the port of an account
	PortOrigin func(r *http.Request, code string) string // returns the address of the port of an account, "" for none

	saving  sync.Mutex   // held while the library and OwnScenarios change together
	streams atomic.Int64 // that clients follow now

	adding    room // for fragments that are read or added, and imports that are added
	importing room // for imports with a temporary file
	long      room // for one of these, while it is added or waits for its turn
	exporting room // for exports and bundles that are made or sent
	reading   room // for reads that may look at all records
}

// Mount adds the routes of the control interface, with and without a trailing slash. The
// probes need no token, because their callers often cannot send one.
func (api *API) Mount(engine *gin.Engine) {
	const fewer = "send it again, or send fewer at once"
	api.adding = newRoom(maxFragments, fewer, "the sandbox adds at most %d fragments")
	api.importing = newRoom(maxFiles, fewer, "the sandbox reads at most %d long imports")
	api.long = room{places: make(chan struct{}, 1)}
	api.exporting = newRoom(maxExports, "send it again when an export has ended", "the sandbox makes and sends at most %d exports")
	api.reading = newRoom(maxReads, fewer, "the sandbox makes at most %d lists, timelines, samples and previews")
	api.MountProbes(engine)
	guarded := engine.Group("/", api.report, api.requireSameSite, api.requireToken())
	for _, r := range api.routes() {
		if !isProbe(r.path) {
			api.mount(guarded.Group(base), r)
		}
	}
	mountGone(guarded.Group(base))
	metrics := answer{stream: compressed(api.Metrics).ServeHTTP}
	api.mount(guarded, route{method: http.MethodGet, path: metricsPath, lenient: true, handle: func(*gin.Context) (answer, error) { return metrics, nil }})
}

// MountProbes adds the routes of the probes only.
func (api *API) MountProbes(engine *gin.Engine) {
	for _, r := range api.routes() {
		if isProbe(r.path) {
			api.mount(engine.Group(base, api.report, api.requireSameSite), r)
		}
	}
}

// mount adds a route to a group. HEAD gets the headers of GET, except for a
// stream, which would not end.
func (api *API) mount(group *gin.RouterGroup, r route) {
	path := ginPath(r.path)
	methods := []string{r.method}
	if _, endless := r.answer.(eventData); r.method == http.MethodGet && !endless {
		methods = append(methods, http.MethodHead)
	}
	for _, method := range methods {
		group.Handle(method, path, api.handlerOf(r))
		group.Handle(method, path+"/", api.handlerOf(r))
	}
}

// ginPath returns a path with its parameters as gin writes them.
func ginPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(strings.TrimSuffix(path, "/"))
}

// originOf returns the address of the protocols for an account: at its own port, or at the
// port of its owner.
func (api *API) originOf(c *gin.Context, a *account.Account) string {
	for _, one := range []*account.Account{a, a.Owner()} {
		if one == nil {
			continue
		}
		if origin := api.PortOrigin(c.Request, one.Code); origin != "" {
			return origin
		}
	}
	return api.origin(c)
}

// first returns the code of the account for clients without a code: the owner of the
// called port, otherwise the first account of the sandbox.
func (api *API) first(c *gin.Context) string {
	return cmp.Or(conn.AccountOfPort(c.Request.Context()), api.First)
}

// origin returns the address of the protocols as the client of a request reaches
// it.
func (api *API) origin(c *gin.Context) string {
	if api.Protocols != nil {
		return api.Protocols(c.Request)
	}
	return api.Gate.Address.Of(c.Request)
}

// controlAddress returns the address of the sandbox as the client of a request reaches
// the control interface. The public URL belongs to the protocols if they have an address
// of their own.
func (api *API) controlAddress(c *gin.Context) string {
	if api.Protocols != nil {
		return api.Gate.Address.RequestAddress(c.Request)
	}
	return api.Gate.Address.Of(c.Request)
}

// metricsPath is where Prometheus looks for metrics: at the root, not below
// base.
const metricsPath = "/metrics"

// listRoutes lists the routes.
func (api *API) listRoutes(*gin.Context) (answer, error) {
	var rows []client.Route
	for _, r := range api.routes() {
		rows = append(rows, client.Route{Method: r.method, Path: base + r.path, Summary: r.summary, Query: queryOf(r)})
	}
	rows = append(rows, client.Route{Method: http.MethodGet, Path: metricsPath, Summary: "the metrics for Prometheus", Query: []client.QueryName{}})
	return list("routes", rows), nil
}
