package control

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// The paths of the probes, below base.
const (
	livePath  = "/live"
	readyPath = "/ready"
)

// isProbe reports whether a path below base belongs to a probe.
func isProbe(path string) bool {
	path = strings.TrimSuffix(path, "/")
	return path == livePath || path == readyPath
}

// Probe knows whether the sandbox is ready.
type Probe struct {
	waiting atomic.Pointer[string]       // nil when ready
	health  atomic.Pointer[func() error] // nil until ready
}

// NewProbe returns a probe that waits for what, such as "start".
func NewProbe(what string) *Probe {
	p := &Probe{}
	p.WaitFor(what)
	return p
}

// WaitFor sets what the sandbox waits for.
func (p *Probe) WaitFor(what string) { p.waiting.Store(&what) }

// Ready makes the sandbox ready, as long as health returns nil.
func (p *Probe) Ready(health func() error) {
	p.health.Store(&health)
	p.waiting.Store(nil)
}

// Front is the handler of an address. Until it has another one to pass requests to, it
// answers every request itself, so that an early client gets the reason.
type Front struct {
	probe   *Probe
	page    PageFunc
	handler atomic.Pointer[http.Handler]
}

// PageFunc answers a request for a page with what the sandbox waits for. It returns false
// for any other request.
type PageFunc func(w http.ResponseWriter, r *http.Request, what string) bool

// NewFront returns a front that says what the probe waits for, to browsers by a
// page.
func NewFront(p *Probe, page PageFunc) *Front { return &Front{probe: p, page: page} }

// Pass lets h answer requests from now on.
func (f *Front) Pass(h http.Handler) { f.handler.Store(&h) }

// ServeHTTP passes the request on. Before there is a handler, it answers 503 with the
// reason for the wait.
func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h := f.handler.Load(); h != nil {
		(*h).ServeHTTP(w, r)
		return
	}
	status, body := f.probe.state()
	if strings.TrimSuffix(r.URL.Path, "/") == base+livePath {
		status, body = http.StatusOK, alive
	}
	if status != http.StatusOK {
		w.Header().Set("Retry-After", "1")
		if what := f.probe.waiting.Load(); what != nil && f.page(w, r, *what) {
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a client that is gone has no use for an error
}

var alive = client.Live{Live: true}

// state returns the answer to GET /_sandbox/ready.
func (p *Probe) state() (status int, body any) {
	if what := p.waiting.Load(); what != nil {
		return http.StatusServiceUnavailable, &client.Error{Text: "not ready", Hint: "waiting for " + *what}
	}
	if health := p.health.Load(); health != nil {
		if err := (*health)(); err != nil {
			return http.StatusServiceUnavailable, &client.Error{Text: "not ready: " + err.Error(), Hint: healthHint(err)}
		}
	}
	return http.StatusOK, client.Ready{Ready: true}
}

// healthHint returns a remedy for the cause of an unhealthy sandbox.
func healthHint(err error) string {
	var known interface{ Hint() string }
	if errors.As(err, &known) {
		return known.Hint()
	}
	return "restart the sandbox; until then, calls still see its data"
}

func (api *API) live(*gin.Context) (answer, error) { return ok(alive), nil }

func (api *API) ready(*gin.Context) (answer, error) {
	status, body := api.Probe.state()
	return answer{status: status, body: body}, nil
}
