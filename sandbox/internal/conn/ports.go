package conn

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// portKey is the key of the account whose port a request arrived at.
type portKey struct{}

// AccountOfPort returns the vendor code of the account at whose port a request arrived, "" for
// the address of all.
func AccountOfPort(ctx context.Context) string {
	code, _ := ctx.Value(portKey{}).(string)
	return code
}

// maxPorts is how many accounts may have a port of their own.
const maxPorts = 100

// patience is how long Await and the end of a port wait for calls.
const patience = 5 * time.Second

// PortsOptions say how the ports serve.
type PortsOptions struct {
	ServerOptions // of the main address; each port has its host
	Trusted       Trust

	// Waits reports whether a request at a path may wait for the calls at a port, so it is
	// not one of them.
	Waits func(path string) bool
}

// Ports are ports of their own for accounts, at the host of the main address. A call there
// is a call of the account. They are safe for concurrent use. Nil Ports have no
// host, so they open none.
type Ports struct {
	options PortsOptions
	closing sync.WaitGroup

	mu     sync.Mutex
	opened map[string]*port // by vendor code
}

// port is the port of one account.
type port struct {
	*Server
	calls *underWay
}

// NewPorts returns ports without any open one.
func NewPorts(o PortsOptions) *Ports { return &Ports{options: o, opened: map[string]*port{}} }

// of returns the port of an account, nil when it has none.
func (p *Ports) of(code string) *port {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.opened[code]
}

// Open opens a port for an account. It serves the same as the main address.
func (p *Ports) Open(code string) error {
	if p == nil {
		return errors.New("the program that runs the sandbox serves it itself, so it has no host for a port")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.opened) >= maxPorts {
		return &account.TooManyError{What: "ports of accounts", Max: maxPorts}
	}
	calls, o := &underWay{}, p.options.ServerOptions
	host, _, _ := net.SplitHostPort(o.Address) // the main address is open
	o.Address, o.Handler = net.JoinHostPort(host, "0"), calls.around(o.Handler, p.options.Waits)
	server, err := Serve(context.WithValue(o.Running, portKey{}, code), o)
	if err != nil {
		return err
	}
	p.opened[code] = &port{server, calls}
	return nil
}

// Await waits until no call is under way at the port of an account, because the server
// records a call of a vanished client only when it notices. It waits for patience
// at most, because a client may hold a delayed call.
func (p *Ports) Await(ctx context.Context, code string) {
	at := p.of(code)
	if at == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	at.calls.wait(ctx)
}

// Close closes the port of an account, if it has one. Calls under way, such as the
// deletion of the account, may end.
func (p *Ports) Close(code string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	at := p.opened[code]
	delete(p.opened, code)
	p.mu.Unlock()
	if at == nil {
		return
	}
	p.closing.Go(func() {
		ctx, cancel := context.WithTimeout(p.options.Running, patience)
		defer cancel()
		_ = at.Stop(ctx) // a longer call is cut, because its account is gone
	})
}

// Stop closes all ports. Calls under way may end until ctx is done.
func (p *Ports) Stop(ctx context.Context) error {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	opened := p.opened
	p.opened = map[string]*port{}
	p.mu.Unlock()
	var faults []error
	for _, at := range opened {
		faults = append(faults, at.Stop(ctx))
	}
	return errors.Join(faults...)
}

// Wait waits until the ports closed before have stopped.
func (p *Ports) Wait() {
	if p != nil {
		p.closing.Wait()
	}
}

// Origin returns how the client of a request reaches the port of an account, "" when it
// has none.
func (p *Ports) Origin(r *http.Request, code string) string {
	at := p.of(code)
	if at == nil {
		return ""
	}
	host, number, _ := net.SplitHostPort(at.Address())
	return AddressPolicy{Trusted: p.options.Trusted}.At(r, host, number)
}

// underWay counts the unfinished calls of both protocols at a port.
type underWay struct {
	mu    sync.Mutex
	count int
	none  chan struct{} // closed when the count is 0 again, nil when nobody waits
}

// around returns a handler with a count of the calls of another one.
func (u *underWay) around(next http.Handler, waits func(path string) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if waits(r.URL.Path) {
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
