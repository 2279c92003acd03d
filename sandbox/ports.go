package sandbox

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/address"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
)

// mostPorts is how many accounts may have a port of their own.
const mostPorts = 100

// portPatience is how long the calls at the port of a deleted account may take to end.
const portPatience = 5 * time.Second

// ports are the ports of accounts.
type ports struct {
	mu      sync.Mutex
	servers map[string]*server // by vendor code
}

// of returns the server at the port of an account, nil when it has none.
func (p *ports) of(code string) *server {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.servers[code]
}

// openPort opens a port for an account, at the host of the main address. It serves the
// same.
func (s *Sandbox) openPort(code string) error {
	if s.main.http == nil {
		return errors.New("the program that runs the sandbox serves it itself, so it has no host for a port")
	}
	s.ports.mu.Lock()
	defer s.ports.mu.Unlock()
	if len(s.ports.servers) >= mostPorts {
		return &account.TooManyError{What: "ports of accounts", Max: mostPorts}
	}
	host, _, _ := net.SplitHostPort(s.options.Listen) // New has checked it
	v := &server{front: s.main.front, calls: &underWay{}}
	if err := s.listen(address.WithPort(s.running, code), v, net.JoinHostPort(host, "0")); err != nil {
		return err
	}
	if s.ports.servers == nil {
		s.ports.servers = map[string]*server{}
	}
	s.ports.servers[code] = v
	return nil
}

// awaitPort waits until no call is under way at the port of an account, because the server
// records a call whose client went away only when it notices. It waits for portPatience at
// most, because a client may hold a delayed call.
func (s *Sandbox) awaitPort(ctx context.Context, code string) {
	v := s.ports.of(code)
	if v == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, portPatience)
	defer cancel()
	v.calls.wait(ctx)
}

// closePort closes the port of an account, if it has one. Calls under way, such as the
// deletion of the account, may end.
func (s *Sandbox) closePort(code string) {
	s.ports.mu.Lock()
	v := s.ports.servers[code]
	delete(s.ports.servers, code)
	s.ports.mu.Unlock()
	if v == nil {
		return
	}
	s.tending.Go(func() {
		ctx, cancel := context.WithTimeout(s.running, portPatience)
		defer cancel()
		_ = v.stop(ctx) // a longer call is cut, because its account is gone
	})
}

// closePorts closes all ports. Calls under way may end until ctx is done.
func (s *Sandbox) closePorts(ctx context.Context) error {
	s.ports.mu.Lock()
	servers := s.ports.servers
	s.ports.servers = nil
	s.ports.mu.Unlock()
	var faults []error
	for _, v := range servers {
		faults = append(faults, v.stop(ctx))
	}
	return errors.Join(faults...)
}

// portOrigin returns how the client of a request reaches the port of an account, "" when it
// has none.
func (s *Sandbox) portOrigin(r *http.Request, code string) string {
	v := s.ports.of(code)
	if v == nil {
		return ""
	}
	host, port, _ := net.SplitHostPort(v.address())
	return address.Policy{Trusted: s.address.Trusted}.At(r, host, port)
}

// underWay counts the unfinished calls of both protocols at a port.
type underWay struct {
	mu    sync.Mutex
	count int
	none  chan struct{} // closed when the count is 0 again, nil when nobody waits
}

// around returns a handler with a count of the calls of another one. A request of the
// control interface may wait for the others, so it is not counted.
func (u *underWay) around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if control.Serves(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		u.add(1)
		defer u.add(-1)
		next.ServeHTTP(w, r)
	})
}

func (u *underWay) add(n int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.count += n; u.count == 0 && u.none != nil {
		close(u.none)
		u.none = nil
	}
}

// wait waits until no call is under way, or until ctx is done.
func (u *underWay) wait(ctx context.Context) {
	u.mu.Lock()
	if u.count == 0 {
		u.mu.Unlock()
		return
	}
	if u.none == nil {
		u.none = make(chan struct{})
	}
	none := u.none
	u.mu.Unlock()
	select {
	case <-none:
	case <-ctx.Done():
	}
}
