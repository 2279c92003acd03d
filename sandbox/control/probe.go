package control

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
)

// The paths of the probes, below base.
const (
	livePath  = "/live"
	readyPath = "/ready"
)

// Probe answers whether the sandbox lives and is ready. Until it is ready it
// stands in front of everything else, so that a caller who comes too early
// learns what is being waited for.
type Probe struct {
	waiting atomic.Pointer[string] // nil when ready
	behind  atomic.Pointer[http.Handler]
}

// NewProbe returns a probe that waits for something.
func NewProbe(what string) *Probe {
	p := &Probe{}
	p.WaitFor(what)
	return p
}

// WaitFor says what the sandbox waits for now.
func (p *Probe) WaitFor(what string) { p.waiting.Store(&what) }

// Ready says that the sandbox is ready and lets calls through to h.
func (p *Probe) Ready(h http.Handler) {
	p.behind.Store(&h)
	p.waiting.Store(nil)
}

// ServeHTTP answers everything with what is waited for, and passes it on once
// the sandbox is ready.
func (p *Probe) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h := p.behind.Load(); h != nil {
		(*h).ServeHTTP(w, r)
		return
	}
	status, body := p.state()
	if strings.TrimSuffix(r.URL.Path, "/") == base+livePath {
		status, body = http.StatusOK, alive
	}
	if status != http.StatusOK {
		w.Header().Set("Retry-After", "1")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a client that is gone has no use for an error
}

var alive = map[string]bool{"live": true}

// state is what GET /_sandbox/ready answers.
func (p *Probe) state() (status int, body any) {
	if what := p.waiting.Load(); what != nil {
		return http.StatusServiceUnavailable, &refusal{Text: "not ready", Hint: "waiting for " + *what}
	}
	return http.StatusOK, map[string]bool{"ready": true}
}

func (i *API) live(*request) (answer, error) { return ok(alive), nil }

func (i *API) ready(*request) (answer, error) {
	status, body := i.Probe.state()
	return answer{status: status, body: body}, nil
}
